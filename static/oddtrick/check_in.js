/* The desk: while a name is typed, only the rows that fit it are shown. Without this the rows are all there. */
"use strict";

function fold(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

function fits(name, typed) {
  const words = fold(name).split(/[\s-]+/);
  return fold(typed).split(/\s+/).filter(Boolean).every((part) => words.some((word) => word.startsWith(part)));
}

const field = document.querySelector("[data-filter]");
if (field) {
  const box = document.querySelector(field.dataset.filter).parentElement;
  const sift = () => {
    for (const row of box.querySelectorAll("[data-name]")) row.hidden = !fits(row.dataset.name, field.value);
  };
  field.addEventListener("input", sift);
  new MutationObserver(sift).observe(box, { childList: true, subtree: true });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful || !box.contains(event.target) && event.target !== field.form) return;
    field.value = "";
    sift();
    if (event.target === field.form) field.focus();
  });
  sift();
}
