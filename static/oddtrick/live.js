/* Live parts of a page: [data-live] is the element around one that moves (its child with data-stamp). A stream of
   server-sent events brings the parts that changed, each by its id. Where there is none, or it breaks, or something on
   the way keeps what it sends, the page asks every second. Where no news come, nothing here is missing. */
"use strict";

const PACE = 1000;             // a page asks so often; each a little more often, so that they do not all come at once
const PATIENCE = 10_000;       // an answer that takes longer does not come any more
const RENEW = 90_000;          // an address for asking is good for two minutes
const PROOF = 500;             // two signs of life so far apart came one by one: nothing on the way keeps them
const QUIET = 18_000;          // the server says its time every 15 s; without that the page asks beside the stream
const SILENCE = 40_000;        // and now the line is dead
const LONGEST_WAIT = 60_000;   // between two attempts
const AFTER_HIDDEN = 60_000;   // a page that nobody looks at for so long needs no stream
const SLOW = 3;                // an answer that took a second is followed by three seconds of rest
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
    this.firstHeardAt = 0;      // on the stream that is open
    this.seen = "";             // what the site said with the last news: it sends what is newer than that
    this.pace = PACE * (0.8 + 0.2 * Math.random());
    this.waiting = new Map();   // parts that came while somebody was typing in them
    this.isBehind = false;      // the whole came while somebody was typing in it: have it anew afterwards
    this.keep(box.dataset);
    this.news = document.createElement("p");
    this.news.className = "unseen";
    this.news.setAttribute("role", "status");
    box.after(this.news);
    this.connect();
    this.asking = setTimeout(() => this.keepAsking(), this.pace * Math.random());
  }

  get root() {
    return this.box.querySelector("[data-stamp]");
  }

  async connect() {
    clearTimeout(this.timer);
    if (this.source || document.hidden) return;
    if (!this.address && !(await this.renew())) return this.retry();
    const address = this.address;
    this.address = "";
    if (!address || this.source) return; // no streams here: the page asks
    this.heardAt = performance.now();
    const source = new EventSource(`${address}?stamp=${this.root.dataset.stamp}`);
    this.source = source;
    source.addEventListener("now", (event) => this.hear(Number(event.data)));
    source.addEventListener("parts", (event) => { this.hear(); this.take(JSON.parse(event.data)); });
    source.addEventListener("end", () => { this.failures = 0; this.close(); this.retry(); });
    source.addEventListener("error", () => { this.close(); this.retry(); });
    this.watchdog = setInterval(() => {
      const silence = performance.now() - this.heardAt;
      if (silence > QUIET) this.doubt();
      if (silence > SILENCE) { this.close(); this.retry(); }
    }, 2000);
  }

  hear(serverNow) {
    this.heardAt = performance.now();
    this.firstHeardAt ||= this.heardAt;
    if (this.heardAt - this.firstHeardAt > PROOF) {
      this.failures = 0;
      this.setOpen(true);
    }
    if (serverNow) document.dispatchEvent(new CustomEvent("oddtrick:time", { detail: serverNow }));
  }

  /* Addresses are good for a few minutes only. Whether the site gives any now. */
  async renew() {
    try {
      const response = await fetch(this.box.dataset.live, { headers: { Accept: "application/json" } });
      if (response.ok) this.keep(await response.json());
      this.setGone([403, 404].includes(response.status));
      return response.ok;
    } catch {
      return false;
    }
  }

  keep({ stream, news }) {
    this.address = stream;
    this.newsAddress = news;
    this.renewAt = performance.now() + RENEW;
  }

  setOpen(isOpen) {
    this.isOpen = isOpen;
    this.box.toggleAttribute("data-listening", isOpen);
  }

  /* This page is not for whoever has it open, or not any more. */
  setGone(isGone) {
    this.isGone = isGone;
    this.box.toggleAttribute("data-gone", isGone);
  }

  close() {
    clearInterval(this.watchdog);
    this.source?.close();
    this.source = null;
    this.doubt();
  }

  /* The page asks until the stream, if there is one, has shown again that it brings things as they come. */
  doubt() {
    this.firstHeardAt = 0;
    this.setOpen(false);
  }

  /* Asks again and again, but for nothing while a stream is open, nobody looks, or the whole waits for who is typing. */
  async keepAsking() {
    clearTimeout(this.asking);
    this.isWoken = false;
    const begunAt = performance.now();
    if (!this.isOpen && !document.hidden && !this.isBehind) await this.ask();
    const rest = this.isGone ? LONGEST_REST : Math.min(SLOW * (performance.now() - begunAt), LONGEST_REST);
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.keepAsking(), this.isWoken ? 0 : Math.max(this.pace, rest));
  }

  async ask() {
    if (!this.newsAddress || performance.now() > this.renewAt) {
      if (!(await this.renew())) return;
    }
    const shown = this.root.dataset.stamp, query = new URLSearchParams({ stamp: shown, seen: this.seen });
    this.question = new AbortController();
    const limit = setTimeout(() => this.question.abort(), PATIENCE);
    try {
      const response = await fetch(`${this.newsAddress}?${query}`, { signal: this.question.signal });
      if ([403, 404].includes(response.status)) this.newsAddress = "";
      const date = Date.parse(response.headers.get("Date") ?? "");
      if (date) document.dispatchEvent(new CustomEvent("oddtrick:time", { detail: date }));
      const news = response.status === 200 ? await response.json() : null;
      if (news && this.root.dataset.stamp === shown) this.take(news); // unless the stream was quicker
    } catch {
      // no network, or an answer that is not the site's: it asks again
    } finally {
      clearTimeout(limit);
    }
  }

  /* The page is looked at again, or the network is back: it asks at once, and trusts no stream that may have died. */
  wake() {
    this.doubt();
    this.connect();
    this.isWoken = true;
    this.question?.abort();
    clearTimeout(this.asking);
    this.asking = setTimeout(() => this.keepAsking(), 0);
  }

  retry() {
    this.failures += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), spread(Math.min(1000 * 2 ** Math.min(this.failures, 6), LONGEST_WAIT)));
  }

  take({ stamp, seen, parts }) {
    this.seen = seen;
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
    this.seen = "";
    this.close();
    this.connect();
    this.keepAsking();
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

document.addEventListener("focusout", () => setTimeout(() => { for (const box of boxes.values()) box.putWaiting(); }, 0));

let hiding = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiding);
  if (document.hidden) hiding = setTimeout(() => { for (const box of boxes.values()) box.close(); }, AFTER_HIDDEN);
  else for (const box of boxes.values()) box.wake();
});
window.addEventListener("pagehide", () => { for (const box of boxes.values()) box.close(); });
window.addEventListener("pageshow", (event) => { if (event.persisted) for (const box of boxes.values()) box.wake(); });
window.addEventListener("online", () => { for (const box of boxes.values()) box.wake(); });

document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll("[data-live]")) boxes.set(box, new LiveBox(box));
});
