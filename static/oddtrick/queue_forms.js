/* What a form of the table page says: in words, as fields that can be kept, and put back into the form. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.forms = (() => {
  /* Never kept among the fields: the token is read when the hand is sent, the others an entry has by themselves. */
  const OWN = ["csrfmiddlewaretoken", "key", "position", "action", "writer"];

  function readText(element) {
    const copy = element.cloneNode(true);
    for (const aside of copy.querySelectorAll("small, [aria-hidden=true], .picked, .errorlist")) aside.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  }

  /* Hidden by what else was pressed, and so no part of the hand. What is only folded away is. */
  function isHidden(input) {
    for (let box = input.parentElement; box && box.tagName !== "FORM"; box = box.parentElement) {
      if (getComputedStyle(box).display === "none") return true;
    }
    return false;
  }

  function isGiven(input) {
    if (!input.name || input.type === "hidden" || OWN.includes(input.name) || input.tagName === "BUTTON") return false;
    if (input.type === "radio" || input.type === "checkbox") return input.checked && input.value !== "";
    return input.value !== "";
  }

  /* What is filled in, without what the form itself brings (an input that it had from the start is no entry). */
  function isTouched(form) {
    return [...form.elements].some((input) => {
      if (!isGiven(input)) return false;
      return input.type === "radio" || input.type === "checkbox" ? !input.defaultChecked : input.value !== input.defaultValue;
    });
  }

  /* Whether somebody is at work in it: also one that came back with faults. */
  const isBegun = (form) => isTouched(form) || ("filled" in form.dataset && [...form.elements].some(isGiven));

  function describe(form) {
    const parts = new Map();
    for (const input of form.elements) {
      if (!isGiven(input) || isHidden(input)) continue;
      const legend = input.closest("fieldset")?.querySelector("legend");
      const label = input.labels?.[0] ? readText(input.labels[0]) : input.getAttribute("aria-label") ?? input.name;
      const isKey = input.type === "radio" || input.type === "checkbox";
      const title = legend ? readText(legend) : "";
      const value = isKey ? label : `${label} ${input.value}`;
      parts.set(title, [...(parts.get(title) ?? []), value]);
    }
    return [...parts].map(([title, values]) => (title ? `${title.replace(/[:]$/, "")}${/[?]$/.test(title) ? "" : ":"} ` : "") + values.join(", "));
  }

  function clear(form) {
    form.reset();
    for (const input of form.elements) {
      if (!input.name || input.type === "hidden" || input.tagName === "BUTTON") continue;
      // A form that came back with faults has them filled in from the start.
      if ("filled" in form.dataset) {
        if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === "";
        else input.value = "";
      }
    }
    for (const drawer of form.querySelectorAll("details")) drawer.open = false;
    for (const fault of form.querySelectorAll(".errorlist")) fault.remove();
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function fill(form, fields) {
    clear(form);
    const wanted = new Map();
    for (const [name, value] of fields) wanted.set(name, [...(wanted.get(name) ?? []), value]);
    for (const input of form.elements) {
      if (!input.name || OWN.includes(input.name) || input.type === "hidden" || input.tagName === "BUTTON") continue;
      const values = wanted.get(input.name) ?? [];
      if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
      else input.value = values[0] ?? "";
      if (isGiven(input)) {
        for (let box = input.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      }
    }
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* As crypto.randomUUID would, which plain http does not have. */
  function makeKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  return {
    describe, clear, fill, isBegun, makeKey,
    read: (data) => [...data].filter(([name, value]) => !OWN.includes(name) && typeof value === "string" && value !== ""),
  };
})();
