/* Turns the pages of the projector: as many rows a page as there is room for, then on to the next. Space stops it, the
   arrows turn it by hand. The pages are cut anew whenever something moved. */
"use strict";

const turning = { page: 0, pages: [], isPaused: false, timer: 0, key: "" };
const stage = () => document.querySelector(".stage");

/* The pages of one slide: lists of its items. Items of one row stand side by side and are not parted. */
function cutPages(slide) {
  const items = [...slide.querySelectorAll("[data-item]")], most = Number(stage().dataset.rows);
  for (const item of items) item.hidden = false;
  slide.classList.add("is-shown");
  const room = slide.querySelector(".room");
  if (!room || !items.length) return [{ slide, items: [] }];
  const pages = [], bottom = room.getBoundingClientRect().bottom, offset = items[0].getBoundingClientRect().top;
  let page = null, top = 0;
  for (const item of items) {
    const box = item.getBoundingClientRect();
    const isFull = page && (box.bottom - top + offset > bottom + 1 || (most && slide.dataset.part === "standings" && page.items.length >= most));
    const isNewRow = page && box.top > page.items.at(-1).getBoundingClientRect().top;
    if (!page || (isFull && (isNewRow || slide.dataset.part === "standings"))) {
      page = { slide, items: [] };
      pages.push(page);
      top = box.top;
    }
    page.items.push(item);
  }
  return pages;
}

function cutAll() {
  const shown = stage().dataset.show.split(" ");
  const slides = [...document.querySelectorAll(".slide")].filter((slide) => shown.includes(slide.dataset.part));
  const full = slides.filter((slide) => !("empty" in slide.dataset));
  for (const slide of slides) slide.classList.remove("is-shown", "is-new");
  const pages = [];
  for (const slide of full.length ? full : slides) {
    pages.push(...cutPages(slide));
    slide.classList.remove("is-shown");
  }
  return pages;
}

/* Where the screen was: the same slide and the same page of it, or the nearest that is left. */
function findAgain(pages, key) {
  const [part, number] = key.split("/");
  const same = pages.map((page, index) => index).filter((index) => pages[index].slide.dataset.part === part);
  return same.length ? same[Math.min(Number(number), same.length - 1)] : 0;
}

function show({ isNew }) {
  const { pages, page } = turning, now = pages[page];
  for (const slide of document.querySelectorAll(".slide")) slide.classList.remove("is-shown", "is-new");
  if (!now) return;
  const own = pages.filter((other) => other.slide === now.slide), number = own.indexOf(now);
  for (const item of now.slide.querySelectorAll("[data-item]")) item.hidden = !now.items.includes(item);
  now.slide.classList.add("is-shown");
  now.slide.classList.toggle("is-new", isNew);
  now.slide.querySelector("[data-of]").textContent = own.length > 1 ? `${number + 1} / ${own.length}` : "";
  turning.key = `${now.slide.dataset.part}/${number}`;
  showPages(isNew);
}

function showPages(isNew) {
  const list = document.querySelector(".pages");
  if (!isNew && list.children.length === turning.pages.length) return;
  list.replaceChildren(...(turning.pages.length > 1 ? turning.pages : []).map((_page, index) => {
    const dot = document.createElement("li");
    dot.className = index < turning.page ? "is-past" : index === turning.page ? "is-now" : "";
    return dot;
  }));
}

function cutAnew() {
  turning.pages = cutAll();
  turning.page = findAgain(turning.pages, turning.key);
  show({ isNew: false });
}

function turn(step) {
  clearTimeout(turning.timer);
  if (step) {
    turning.page = (turning.page + step + turning.pages.length) % Math.max(turning.pages.length, 1);
    show({ isNew: turning.pages.length > 1 });
  }
  if (!turning.isPaused) turning.timer = setTimeout(() => turn(1), Number(stage().dataset.seconds) * 1000);
}

function pause() {
  turning.isPaused = !turning.isPaused;
  document.documentElement.classList.toggle("is-paused", turning.isPaused);
  document.querySelector("[data-turn=pause]").setAttribute("aria-pressed", String(turning.isPaused));
  turn(0);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === " " && !event.target.matches("button, a")) { event.preventDefault(); pause(); }
  if (event.key === "ArrowRight") turn(1);
  if (event.key === "ArrowLeft") turn(-1);
});
document.addEventListener("click", (event) => {
  const what = event.target.closest("[data-turn]")?.dataset.turn;
  if (what === "pause") pause();
  if (what === "on") turn(1);
  if (what === "back") turn(-1);
});

/* The keys show while somebody is at the machine. */
let stillness = 0;
function stir() {
  clearTimeout(stillness);
  document.documentElement.classList.remove("is-still");
  stillness = setTimeout(() => document.documentElement.classList.add("is-still"), 5000);
}
for (const name of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(name, stir);

document.addEventListener("oddtrick:live", cutAnew);
window.addEventListener("resize", cutAnew);
document.addEventListener("DOMContentLoaded", () => {
  document.documentElement.classList.add("is-turning");
  document.documentElement.style.setProperty("--seconds", `${stage().dataset.seconds}s`);
  for (const keys of document.querySelectorAll("[data-needs-script]")) keys.hidden = false;
  turning.pages = cutAll();
  show({ isNew: true });
  turn(0);
  stir();
  navigator.wakeLock?.request("screen").catch(() => {});
});
document.fonts?.ready.then(() => { if (turning.pages.length) cutAnew(); });
