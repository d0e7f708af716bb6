/* Round clocks: counts [data-clock] down by the server's time, whatever the phone's own clock says. The site gives its
   time with the page and with every sign of life; each of these is late by the way it took, so the latest one counts. */
"use strict";

const LAST = 5 * 60_000;
const clocks = { ahead: -Infinity }; // the server's time less this page's, as far as is known

function hearTime(serverNow) {
  clocks.ahead = Math.max(clocks.ahead, serverNow - performance.now());
}

function readLeft(clock) {
  if (clock.dataset.left !== undefined) return Number(clock.dataset.left);
  return Math.max(0, Number(clock.dataset.ends) - (performance.now() + clocks.ahead));
}

function writeLeft(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function showClock(clock) {
  const left = readLeft(clock), isHeld = clock.dataset.left !== undefined;
  const state = left === 0 ? "over" : left <= LAST ? "last" : "";
  const digits = clock.querySelector("[data-digits]"), word = clock.querySelector("[data-word]");
  const text = state === "over" ? clock.dataset.over : writeLeft(left);
  if (digits.textContent !== text) digits.textContent = text;
  if (!isHeld) {
    const said = state === "last" ? clock.dataset.last : "";
    if (word.textContent !== said) word.textContent = said;
  }
  clock.classList.toggle("is-over", state === "over");
  clock.classList.toggle("is-last", state === "last" && !isHeld);
  tellOnce(clock, isHeld ? "" : state);
}

/* Says what has happened once, and not at all what had happened before the page came. */
function tellOnce(clock, state) {
  const name = `${clock.dataset.newsOver}${clock.dataset.ends}`;
  const before = tellOnce.states.get(name);
  tellOnce.states.set(name, state);
  if (before === undefined || before === state || !state) return;
  tellOnce.news.textContent = state === "over" ? clock.dataset.newsOver : clock.dataset.newsLast;
}
tellOnce.states = new Map();

function showClocks() {
  if (clocks.ahead === -Infinity) return;
  for (const clock of document.querySelectorAll("[data-clock]")) showClock(clock);
}

document.addEventListener("oddtrick:time", (event) => { hearTime(event.detail); showClocks(); });
document.addEventListener("oddtrick:live", showClocks);
document.addEventListener("DOMContentLoaded", () => {
  tellOnce.news = document.createElement("p");
  tellOnce.news.className = "unseen";
  tellOnce.news.setAttribute("role", "status");
  document.body.append(tellOnce.news);
  const given = document.querySelector("[data-server-now]");
  if (given) hearTime(Number(given.dataset.serverNow));
  showClocks();
  setInterval(showClocks, 250);
});
