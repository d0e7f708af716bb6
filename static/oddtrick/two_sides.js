/* The phones of two sides at one table. News of the other side takes the place of the page's part with the form, but not
   while something has been typed or pressed there: the form is shown anew when it has been saved. */
"use strict";

document.addEventListener("input", (event) => {
  const form = event.target.closest("#play form");
  if (form) form.dataset.touched = "";
});

function isBusy(play) {
  return play.querySelector("form[data-touched], details.drawer[open]") !== null;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  const play = event.detail.elt;
  if (play.id === "play" && play.getAttribute("hx-trigger")?.startsWith("table-news") && isBusy(play)) event.preventDefault();
});
