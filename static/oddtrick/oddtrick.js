/* Says so when htmx gets no answer, or a refusal: without this a hand on bad wifi would be lost in silence. */
"use strict";

function showFault(name) {
  for (const note of document.querySelectorAll("[data-fault]")) note.hidden = note.dataset.fault !== name;
}

document.addEventListener("htmx:sendError", () => showFault("offline"));
document.addEventListener("htmx:timeout", () => showFault("offline"));
document.addEventListener("htmx:responseError", () => showFault("refused"));
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.status < 500 && event.detail.xhr.status !== 403) showFault("");
});
