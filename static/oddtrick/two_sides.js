/* The phones of two sides at one table. News of the other side takes the place of the page's part with the form, but not
   while something has been typed or pressed there, be it after the news was asked for: the form is shown anew when it has
   been saved. */
"use strict";

document.addEventListener("input", (event) => {
  const form = event.target.closest("#play form");
  if (form) form.dataset.touched = "";
});

/* Whether this part asks only for news, and somebody is at work in it. */
function isKept(play) {
  if (play.id !== "play" || !play.hasAttribute("hx-trigger")) return false;
  return play.querySelector("form[data-touched], details.drawer[open]") !== null;
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isKept(event.detail.elt)) event.preventDefault();
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isKept(event.detail.requestConfig.elt)) event.detail.shouldSwap = false;
});

/* That two sides differ is told until they do no longer. */
document.addEventListener("htmx:afterSettle", () => {
  for (const note of document.querySelectorAll("[data-while]")) {
    if (!document.getElementById(note.dataset.while)) note.remove();
  }
});
