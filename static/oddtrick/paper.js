/* Entry from paper by keyboard. A line is sent by Enter and the next one is there already, so that nobody waits: lines go
   to the site one after the other, in the order in which they stand. */
const MARKED = "[data-line]";
let isSending = false;

const listLines = () => [...document.querySelectorAll(MARKED)];
const listInputs = (box) => [...box.querySelectorAll("input:not([type=hidden])")];
const isBlank = (line) => listInputs(line).every((input) => input.value.trim() === "");
const isLineInput = (element) => element instanceof HTMLInputElement && element.closest(MARKED) !== null;

function goTo(input) {
  if (!input) return;
  input.focus();
  input.select?.();
}

/* ---------- sending ---------- */

function sendNext() {
  if (isSending) return;
  const lines = listLines();
  const line = lines.find((each) => each.dataset.ready !== undefined);
  if (!line) return;
  for (const before of lines.slice(0, lines.indexOf(line))) {
    if (!isBlank(before)) return; // it has to be put right and sent first
  }
  for (const before of lines.slice(0, lines.indexOf(line))) before.parentElement.append(before);
  isSending = true;
  delete line.dataset.ready;
  line.setAttribute("aria-busy", "true");
  for (const input of listInputs(line)) input.readOnly = true;
  htmx.trigger(line, "save-line");
}

function finish(line) {
  if (isBlank(line)) return;
  const lines = listLines();
  const wrong = lines.find((each) => each !== line && each.querySelector("[aria-invalid]") && each.dataset.ready === undefined);
  line.dataset.ready = "";
  goTo(wrong?.querySelector("[aria-invalid]") ?? listInputs(lines[lines.indexOf(line) + 1] ?? line)[0]);
  sendNext();
}

document.addEventListener("htmx:afterRequest", (event) => {
  const line = event.detail.requestConfig?.elt;
  if (!isSending || !line?.matches?.(MARKED)) return;
  isSending = false;
  if (line.isConnected) {
    // No answer came: the line is as it was, and Enter sends the very same again.
    line.removeAttribute("aria-busy");
    for (const input of listInputs(line)) input.readOnly = false;
    line.querySelector(".says").hidden = line.querySelector("[data-unsent]").hidden = false;
    goTo(listInputs(line)[0]);
    return;
  }
  sendNext();
});

/* ---------- what is typed while an answer is on its way ---------- */

let typed = new Map();
let place = "";

document.addEventListener("htmx:beforeSwap", (event) => {
  typed = new Map();
  place = "";
  if (event.detail.target?.id !== "paper") return;
  for (const line of listLines()) {
    for (const input of listInputs(line)) typed.set(input.name, input.value);
  }
  place = isLineInput(document.activeElement) ? document.activeElement.name : "";
});

document.addEventListener("htmx:afterSwap", () => {
  const next = document.querySelector("#paper [data-next]");
  const wrong = document.querySelector(`${MARKED} [aria-invalid]:not([data-seen])`);
  if (next && listLines().length === 0) next.focus();
  else {
    if (typed.size > 0) restore();
    if (wrong) goToFault(wrong);
  }
  typed = new Map();
});

/* The cursor goes to what is wrong at once, or where another hand is being typed after Enter: its keys would go astray. */
function goToFault(wrong) {
  wrong.dataset.seen = "";
  const current = document.activeElement?.closest?.(MARKED);
  if (!current || isBlank(current)) goTo(wrong);
}

function restore() {
  for (const [name, value] of typed) {
    const input = document.getElementsByName(name)[0];
    if (input) input.value = value;
  }
  // Which hand a line was typed for is told of lines in which something is typed, and of no others.
  for (const note of document.querySelectorAll("[data-moved]")) {
    if (isBlank(note.closest(MARKED))) note.remove();
    else note.closest(".says").hidden = false;
  }
  const open = document.querySelector("#paper details[open] input:not([type=hidden])");
  goTo(open ?? document.getElementsByName(place)[0] ?? listInputs(listLines()[0] ?? document)[0]);
}

/* ---------- moving ---------- */

function move(input, by) {
  const inputs = listLines().flatMap(listInputs);
  goTo(inputs[inputs.indexOf(input) + by]);
}

function moveLine(input, by) {
  const lines = listLines();
  const line = input.closest(MARKED);
  const other = lines[lines.indexOf(line) + by];
  if (other) goTo(listInputs(other)[listInputs(line).indexOf(input)]);
}

function simplify(text) {
  return text.toLowerCase().replace(/[−–—‐‑]/g, "-").replace(/\s/g, "");
}

/* Whether nothing can follow what stands in the box: a letter that is none's beginning, a figure that has no room for
   another digit. */
function isFull(input) {
  const text = simplify(input.value);
  const whole = (input.dataset.whole ?? "").split(" ");
  if (/^\d+$/.test(text) && input.dataset.most) return Number(text) * 10 > Number(input.dataset.most) && text !== "0";
  return whole.includes(text) && !whole.some((other) => other !== text && other.startsWith(text));
}

function openDrawer(input) {
  const letter = simplify(input.value);
  if (letter === "" || (input.dataset.whole ?? "").split(" ").includes(letter)) return false;
  for (const drawer of document.querySelectorAll("[data-letters]")) {
    if (!drawer.dataset.letters.split(" ").includes(letter)) continue;
    input.value = "";
    drawer.open = true;
    goTo(drawer.querySelector("input:not([type=hidden])") ?? drawer.querySelector("button"));
    return true;
  }
  return false;
}

document.addEventListener("input", (event) => {
  const input = event.target;
  if (!isLineInput(input) || event.inputType?.startsWith("delete")) return;
  const inputs = listInputs(input.closest(MARKED));
  if (input === inputs[0] && openDrawer(input)) return;
  if (isFull(input) && input !== inputs.at(-1)) move(input, 1);
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!isLineInput(input)) {
    leaveDrawer(event);
    return;
  }
  const isAtStart = input.selectionEnd === 0 || (input.selectionStart === 0 && input.selectionEnd === input.value.length);
  const isAtEnd = input.selectionEnd === input.value.length;
  const moves = {
    Enter: () => finish(input.closest(MARKED)),
    ArrowUp: () => moveLine(input, -1),
    ArrowDown: () => moveLine(input, 1),
    ArrowLeft: () => (isAtStart ? move(input, -1) : null),
    ArrowRight: () => (isAtEnd ? move(input, 1) : null),
    Backspace: () => (input.value === "" ? move(input, -1) : null),
  };
  if (moves[event.key] && moves[event.key]() !== null) event.preventDefault();
});

/* In a form below the lines Enter presses its own button, not the first of the page, and Escape goes back to the lines. */
function leaveDrawer(event) {
  const drawer = event.target.closest?.("[data-letters]");
  if (!drawer) return;
  if (event.key === "Escape") {
    drawer.open = false;
    goTo(listLines().map((line) => listInputs(line)[0])[0]);
  } else if (event.key === "Enter" && event.target instanceof HTMLInputElement) {
    event.preventDefault();
    drawer.querySelector("button[name=action]").click();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const first = document.querySelector(`${MARKED} [aria-invalid]`) ?? listInputs(listLines()[0] ?? document.createElement("p"))[0];
  goTo(first ?? document.querySelector("[data-next]"));
});
