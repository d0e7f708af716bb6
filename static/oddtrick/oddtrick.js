/* What scripts add to the pages. First: says so when htmx gets no answer, or a refusal: without this a hand on bad wifi would be lost in silence. */
"use strict";

function showFault(name) {
  // Where hands can wait on the phone, nobody is told to press again.
  if (name === "offline" && document.querySelector("#queue[data-ready]")) name = "queued";
  for (const note of document.querySelectorAll("[data-fault]")) note.hidden = note.dataset.fault !== name;
}

document.addEventListener("htmx:sendError", () => showFault("offline"));
document.addEventListener("htmx:timeout", () => showFault("offline"));
document.addEventListener("htmx:responseError", () => showFault("refused"));
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.status < 500 && event.detail.xhr.status !== 403) showFault("");
});

/* Yukon: adds up while figures are typed. Where one input of a kind is empty, the rest stands in it in grey: the site
   fills it in so when the hand is saved, with or without this script. */
function addUp(box) {
  const kinds = new Map();
  for (const input of box.querySelectorAll("[data-kind]")) {
    kinds.set(input.dataset.kind, [...(kinds.get(input.dataset.kind) ?? []), input]);
  }
  const points = new Map();
  for (const inputs of kinds.values()) {
    const empty = inputs.filter((input) => input.value === "");
    const sum = inputs.reduce((total, input) => total + Number(input.value), 0);
    const rest = Number(inputs[0].dataset.of) - sum;
    for (const input of empty) input.placeholder = empty.length === 1 && inputs.length > 1 && rest >= 0 ? rest : "";
    for (const input of inputs) {
      const figure = Number(input.value === "" ? input.placeholder : input.value);
      points.set(input.dataset.side, (points.get(input.dataset.side) ?? 0) + figure * Number(input.dataset.worth));
    }
  }
  const together = [...points.values()].reduce((total, figure) => total + figure, 0);
  for (const cell of box.querySelectorAll("[data-points-of]")) cell.textContent = points.get(cell.dataset.pointsOf);
  for (const output of box.querySelectorAll("[data-together]")) {
    output.textContent = together;
    output.parentElement.classList.toggle("is-whole", together === Number(box.dataset.counts));
  }
  for (const hidden of box.querySelectorAll(".together, tfoot")) hidden.hidden = false;
}

function addUpAll() {
  for (const box of document.querySelectorAll("[data-counts]")) addUp(box);
}
window.oddtrick = { ...window.oddtrick, addUpAll };

document.addEventListener("input", (event) => {
  const box = event.target.closest("[data-counts]");
  if (box) addUp(box);
});
document.addEventListener("DOMContentLoaded", addUpAll);
document.addEventListener("htmx:afterSettle", addUpAll);

/* The button that saves is switched off while a hand is on its way, and the part of the page with it is replaced: whoever
   works by keyboard stays on the button instead of falling back to the top of the page. */
let pressed = "";
document.addEventListener("htmx:beforeRequest", () => {
  pressed = document.activeElement?.id === "save" ? "save" : "";
});
document.addEventListener("htmx:afterSettle", () => {
  if (pressed && document.activeElement === document.body) document.getElementById(pressed)?.focus({ preventScroll: true });
});
