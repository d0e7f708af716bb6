/* The copy of this page that opens without network, where the browser lets pages keep one (https, or this machine). */
"use strict";
window.oddtrick = window.oddtrick ?? {};

(() => {
  const queue = document.getElementById("queue");
  if (!queue || !("serviceWorker" in navigator) || !("caches" in window)) return;
  const PAGES = "pages";
  const address = queue.dataset.table;

  async function write(cache, html, headers) {
    const kept = new Headers(headers);
    for (const name of ["content-encoding", "content-length", "transfer-encoding"]) kept.delete(name);
    // The worker tells the age of a copy by it.
    kept.set("X-Kept-At", String(Date.now()));
    await cache.put(address, new Response(html, { headers: kept }));
  }

  /* Put a newer part of the page into the copy: what is opened without network must not ask for an old hand again. */
  oddtrick.keepCopy = async (part) => {
    const fresh = new DOMParser().parseFromString(part, "text/html").getElementById("play");
    const cache = await caches.open(PAGES);
    const old = await cache.match(address);
    if (!fresh || !old) return;
    const page = new DOMParser().parseFromString(await old.text(), "text/html");
    page.getElementById("play")?.replaceWith(fresh);
    await write(cache, `<!doctype html>${page.documentElement.outerHTML}`, old.headers);
  };

  async function keepFirst() {
    await navigator.serviceWorker.ready;
    const cache = await caches.open(PAGES);
    if (await cache.match(address)) return;
    const response = await fetch(address, { credentials: "same-origin" });
    if (response.ok && response.headers.has("X-Keep-Copy")) await write(cache, await response.text(), response.headers);
  }

  navigator.serviceWorker.register(queue.dataset.worker, { updateViaCache: "none" }).then(keepFirst).catch(() => {
    // Without a worker the page works on, and says that it opens with network only.
    oddtrick.hasCopies = false;
    oddtrick.showKept?.();
  });
})();
