/* Live parts of a page: [data-live] is the element around one that moves (its child with data-stamp). A stream of
   server-sent events brings the parts that changed, each by its id. While the stream is open htmx asks for nothing; where
   there is none, or it breaks, htmx goes on asking every second and a half. Where no news come, nothing here is missing. */
"use strict";

const SILENCE = 40_000;        // the server says its time every 15 s; without that the line is dead
const LONGEST_WAIT = 60_000;   // between two attempts
const AFTER_HIDDEN = 60_000;   // a page that nobody looks at for so long needs no stream
const SLOW = 5;                // a poll that took a second is followed by five seconds of rest
const LONGEST_REST = 15_000;

function spread(milliseconds) {
  return milliseconds * (0.5 + Math.random());
}

class LiveBox {
  constructor(box) {
    this.box = box;
    this.source = null;
    this.isOpen = false;
    this.failures = 0;
    this.heardAt = 0;
    this.restUntil = 0;
    this.waiting = new Map();   // parts that came while somebody was typing in them
    this.isBehind = false;      // the whole came while somebody was typing in it: have it anew afterwards
    this.address = box.dataset.stream;
    this.news = document.createElement("p");
    this.news.className = "unseen";
    this.news.setAttribute("role", "status");
    box.after(this.news);
    this.connect();
  }

  get root() {
    return this.box.querySelector("[data-stamp]");
  }

  async connect() {
    clearTimeout(this.timer);
    if (this.source || document.hidden) return;
    const address = this.address || (await this.askForAddress());
    this.address = "";
    if (address === undefined) return this.retry();
    if (address === "" || this.source) return; // no streams here: htmx asks
    this.heardAt = performance.now();
    const source = new EventSource(`${address}?stamp=${this.root.dataset.stamp}`);
    this.source = source;
    source.addEventListener("open", () => { this.isOpen = true; this.box.toggleAttribute("data-listening", true); });
    source.addEventListener("now", (event) => this.hear(Number(event.data)));
    source.addEventListener("parts", (event) => { this.hear(); this.take(JSON.parse(event.data)); });
    source.addEventListener("end", () => { this.failures = 0; this.close(); this.retry(); });
    source.addEventListener("error", () => { this.close(); this.retry(); });
    this.watchdog = setInterval(() => {
      if (performance.now() - this.heardAt > SILENCE) { this.close(); this.retry(); }
    }, 5000);
  }

  hear(serverNow) {
    this.heardAt = performance.now();
    this.failures = 0;
    if (serverNow) document.dispatchEvent(new CustomEvent("oddtrick:time", { detail: serverNow }));
  }

  /* A stream's address opens it for a few minutes only; undefined where the site gives none now. */
  async askForAddress() {
    try {
      const response = await fetch(this.box.dataset.live, { headers: { Accept: "application/json" } });
      if (response.ok) return (await response.json()).stream;
      return response.status < 500 ? "" : undefined;
    } catch {
      return undefined;
    }
  }

  close() {
    clearInterval(this.watchdog);
    this.source?.close();
    this.source = null;
    this.isOpen = false;
    this.box.toggleAttribute("data-listening", false);
  }

  retry() {
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), spread(Math.min(1000 * 2 ** Math.min(this.failures, 6), LONGEST_WAIT)));
  }

  take({ stamp, parts }) {
    const missing = Object.keys(parts).some((id) => !document.getElementById(id));
    if (missing) return this.startAnew(); // another state than the server thinks
    for (const [id, html] of Object.entries(parts)) this.put(id, html);
    this.root.dataset.stamp = this.isBehind ? "" : stamp;
    document.dispatchEvent(new CustomEvent("oddtrick:live"));
  }

  /* Puts an element in place of the one of its id; one in which somebody is typing waits until he is done. */
  put(id, html) {
    const old = document.getElementById(id);
    if (!old) return;
    if (isBusy(old)) {
      if (old === this.root) this.isBehind = true;
      else this.waiting.set(id, html);
      return;
    }
    this.waiting.delete(id);
    const template = document.createElement("template");
    template.innerHTML = html;
    const fresh = template.content.firstElementChild;
    if (!fresh) return;
    for (const input of fresh.querySelectorAll("[name=csrfmiddlewaretoken]")) input.value = this.box.dataset.csrf;
    const said = listNews(old), focused = old.contains(document.activeElement) ? findPath(old, document.activeElement) : null;
    keepOpen(old, fresh);
    const scrolled = [...old.querySelectorAll(".table-wrap")].map((wrap) => wrap.scrollLeft);
    old.replaceWith(fresh);
    [...fresh.querySelectorAll(".table-wrap")].forEach((wrap, index) => { wrap.scrollLeft = scrolled[index] ?? 0; });
    window.htmx?.process(fresh);
    if (focused) followPath(fresh, focused)?.focus({ preventScroll: true });
    this.tell([...listNews(fresh)].filter(([name, text]) => said.has(name) && said.get(name) !== text).map(([, text]) => text));
  }

  putWaiting() {
    for (const [id, html] of [...this.waiting]) this.put(id, html);
    if (!this.isBehind || isBusy(this.root)) return;
    this.isBehind = false;
    this.startAnew();
  }

  startAnew() {
    this.root.dataset.stamp = "";
    this.close();
    this.connect();
  }

  /* Only what matters is read out, and not a whole hall of it at once. */
  tell(texts) {
    const heard = texts.filter(Boolean);
    if (heard.length && heard.length <= 3) this.news.textContent = heard.join(" ");
  }
}

function isBusy(element) {
  const active = document.activeElement;
  if (element.contains(active) && active.matches("input:not([type=hidden]), select, textarea")) return true;
  return [...element.querySelectorAll("input:not([type=hidden]), textarea")].some((field) =>
    ["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
}

function listNews(element) {
  const all = [...(element.matches("[data-part-news]") ? [element] : []), ...element.querySelectorAll("[data-part-news]")];
  return new Map(all.map((part) => [part.id, part.dataset.partNews]));
}

function keepOpen(old, fresh) {
  const before = [...old.querySelectorAll("details")], after = [...fresh.querySelectorAll("details")];
  if (before.length === after.length) after.forEach((details, index) => { details.open = before[index].open; });
}

function findPath(top, element) {
  const path = [];
  for (let node = element; node !== top; node = node.parentElement) path.unshift([...node.parentElement.children].indexOf(node));
  return path;
}

function followPath(top, path) {
  return path.reduce((node, index) => node?.children[index], top);
}

const boxes = new Map();

function boxOf(event) {
  return boxes.get(event.detail.elt);
}

/* htmx asks with the stamp that the page shows by now, and not at all while a stream is open, while nobody looks, or
   right after an answer that came slowly: the site has enough to do then. */
document.addEventListener("htmx:configRequest", (event) => {
  const box = boxOf(event);
  if (box) event.detail.path = event.detail.path.replace(/revision=[^&]*/, `revision=${box.root.dataset.stamp}`);
});
document.addEventListener("htmx:beforeRequest", (event) => {
  const box = boxOf(event);
  if (!box) return;
  if (box.isOpen || document.hidden || performance.now() < box.restUntil) event.preventDefault();
  else box.askedAt = performance.now();
});
document.addEventListener("htmx:afterRequest", (event) => {
  const box = boxOf(event);
  if (!box) return;
  const now = performance.now();
  box.restUntil = now + Math.min((now - box.askedAt) * SLOW, LONGEST_REST);
  const date = Date.parse(event.detail.xhr.getResponseHeader("Date") ?? "");
  if (date) document.dispatchEvent(new CustomEvent("oddtrick:time", { detail: date }));
});
/* What htmx brings takes the same way, so that what is being typed and the focus stay. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const box = boxes.get(event.detail.requestConfig?.elt);
  if (!box || event.detail.xhr.status !== 200) return;
  event.detail.shouldSwap = false;
  box.put(box.root.id, event.detail.xhr.responseText);
  document.dispatchEvent(new CustomEvent("oddtrick:live"));
});

document.addEventListener("focusout", () => setTimeout(() => { for (const box of boxes.values()) box.putWaiting(); }, 0));

let hiding = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => { for (const box of boxes.values()) box.close(); }, AFTER_HIDDEN);
  else for (const box of boxes.values()) box.connect();
});
window.addEventListener("pagehide", () => { for (const box of boxes.values()) box.close(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) for (const box of boxes.values()) box.connect(); });
window.addEventListener("online", () => { for (const box of boxes.values()) box.connect(); });

document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll("[data-live]")) boxes.set(box, new LiveBox(box));
});
