/* Copies what stands in a field. The button shows only where the browser lets a page copy: on https and localhost. */
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll("[data-copied]")) field.addEventListener("focus", () => field.select());
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).value);
      for (const done of document.querySelectorAll("[data-copy-done]")) done.hidden = false;
    });
  }
});
