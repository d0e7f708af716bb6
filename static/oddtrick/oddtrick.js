/* What scripts add to the pages. First: says so when htmx gets no answer, or a refusal: without this a hand on bad wifi would be lost in silence. */
"use strict";

let isFaultOfAction = false;

function showFault(name, isAction) {
  isFaultOfAction = isAction;
  // Where hands can wait on the phone, nobody is told to press again.
  if (name === "offline" && document.querySelector("#queue[data-keeps]")) name = "queued";
  // What is closed stays so, whatever else becomes of what is on the page.
  for (const note of document.querySelectorAll("[data-fault]:not([data-fault=closed])")) note.hidden = note.dataset.fault !== name;
}

/* Parts of a page ask for news by GET; what somebody does is sent by POST. */
const isNews = (event) => event.detail.requestConfig.verb === "get";

document.addEventListener("htmx:sendError", (event) => showFault("offline", !isNews(event)));
document.addEventListener("htmx:timeout", (event) => showFault("offline", !isNews(event)));
document.addEventListener("htmx:responseError", (event) => {
  if (!isNews(event) || !isRefusalShown()) showFault("refused", !isNews(event));
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isNews(event) && isRefusalShown()) return; // what answers somebody stays until he does something else
  if (event.detail.xhr.status < 500 && event.detail.xhr.status !== 403) showFault("", false);
});

function isRefusalShown() {
  return isFaultOfAction && !document.querySelector("[data-fault=refused]").hidden;
}

/* Nor do news replace a form that is being sent: its answer would find no place. The answer is newer than they are. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (isNews(event) && event.detail.target.querySelector("form.htmx-request")) event.detail.shouldSwap = false;
});

/* News that are under way to a part which has been replaced meanwhile are older than what stands there now. */
const asked = new WeakMap();
document.addEventListener("htmx:beforeSend", (event) => {
  if (isNews(event)) asked.set(event.detail.elt, event.detail.xhr);
});
document.addEventListener("htmx:beforeCleanupElement", (event) => {
  const xhr = asked.get(event.detail.elt);
  if (xhr && xhr.readyState !== XMLHttpRequest.DONE) xhr.abort();
});

/* A menu is done with when something of it was chosen, a press went elsewhere, or Escape was pressed. */
function closeMenus(except = null) {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (menu !== except) menu.open = false;
}
document.addEventListener("click", (event) => {
  const menu = event.target.closest("details.menu");
  closeMenus(menu && !event.target.closest("a, ul button") ? menu : null);
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" ? document.activeElement?.closest("details.menu[open]") : null;
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
// A page that comes back as it was left.
window.addEventListener("pageshow", (event) => { if (event.persisted) closeMenus(); });

/* What the page asks for by itself is not to be had any more: its league is private now, or what stood there is gone. It
   says so once and asks no more. */
let isClosed = false;
const asksByItself = (element) => /\bevery\b/.test(element?.getAttribute?.("hx-trigger") ?? "");

document.addEventListener("htmx:beforeRequest", (event) => {
  if (isClosed && asksByItself(event.detail.elt)) event.preventDefault();
});
document.addEventListener("htmx:responseError", (event) => {
  if (!asksByItself(event.detail.elt) || ![401, 403, 404, 410].includes(event.detail.xhr.status)) return;
  isClosed = true;
  for (const note of document.querySelectorAll("[data-fault]")) note.hidden = note.dataset.fault !== "closed";
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

/* A menu closes by Escape, which leaves the keyboard on its key, and by a press anywhere else. */
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
