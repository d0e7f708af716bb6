/* The service worker: what opens without network. Before this text the site puts VERSION, FILES (the addresses of all
   that pages need), OFFLINE_PAGE, STATIC (how addresses of such files begin), LEAVING (a pattern of the addresses to
   which a form is sent that logs somebody in or out, or leaves a table) and ARRIVING (of those that open one).

   Files come from the cache first: their addresses change with their contents. A page that the site marks with
   X-Keep-Copy comes from the network first, and without it from its copy; any other page says that there is no network.
   Nothing that is sent is ever kept here: hands that wait lie in IndexedDB, which no new worker touches. */
"use strict";
/* global VERSION, FILES, OFFLINE_PAGE, STATIC, LEAVING, ARRIVING */
const KEPT_FILES = `files-${VERSION}`;
const PAGES = "pages";
/* Page and worker put it on a copy. */
const KEPT_AT = "X-Kept-At";
const PATIENCE_MS = 6_000;
/* A copy is for an evening, not for whoever has the phone next month. */
const LONGEST_KEPT_MS = 48 * 3600_000;

self.addEventListener("install", (event) => {
  const fetched = [...FILES, OFFLINE_PAGE].map((address) => new Request(address, { cache: "reload" }));
  event.waitUntil(caches.open(KEPT_FILES).then((cache) => cache.addAll(fetched)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()));
});

async function tidy() {
  for (const name of await caches.keys()) {
    if (name !== KEPT_FILES && name !== PAGES) await caches.delete(name);
  }
  const pages = await caches.open(PAGES);
  for (const request of await pages.keys()) {
    if (isOld(await pages.match(request))) await pages.delete(request);
  }
}

/* By this phone's own clock, which may be a year wrong: the site's says nothing about it. One that was put back since
   makes no copy young again. */
const isOld = (copy) => Math.abs(Date.now() - Number(copy?.headers.get(KEPT_AT))) > LONGEST_KEPT_MS;

async function keep(path, response) {
  const headers = new Headers(response.headers);
  headers.set(KEPT_AT, String(Date.now()));
  const copy = new Response(await response.blob(), { headers });
  await (await caches.open(PAGES)).put(path, copy);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) return;
  if (request.method !== "GET") {
    // A phone is passed on: what the last one could see goes.
    if (new RegExp(LEAVING).test(address.pathname)) event.waitUntil(caches.delete(PAGES));
  } else if (address.pathname.startsWith(STATIC)) {
    event.respondWith(openFile(request));
  } else if (request.mode === "navigate" && new RegExp(ARRIVING).test(address.pathname)) {
    event.respondWith(openTable(request));
  } else if (request.mode === "navigate") {
    event.respondWith(openPage(event, address.pathname));
  }
});

async function openFile(request) {
  const kept = await caches.match(request, { cacheName: KEPT_FILES });
  if (kept) return kept;
  try {
    return await fetch(request);
  } catch (error) {
    // A copy of a page from before an update asks for the file as it was then.
    const other = await caches.match(request, { cacheName: KEPT_FILES, ignoreSearch: true });
    if (other) return other;
    throw error;
  }
}

/* By its code: the phone is passed on. Without network it stays with whom it was, and so do the copies. */
async function openTable(request) {
  try {
    const response = await fetch(request);
    // The site leads on to the table; a hotel's page, or one that says "later", opens nothing.
    if (response.type === "opaqueredirect") await caches.delete(PAGES);
    return response;
  } catch {
    return (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

async function openPage(event, path) {
  const pages = await caches.open(PAGES);
  const copy = await pages.match(path);
  const kept = copy && !isOld(copy) ? copy : null;
  try {
    const response = await fetchPatiently(event.request, kept !== null);
    if (response.ok && response.headers.has("X-Keep-Copy")) event.waitUntil(keep(path, response.clone()));
    // Refused, or led away to type the table's code again: this phone may not see it any more.
    else if ([401, 403, 404, 410].includes(response.status) || response.type === "opaqueredirect") event.waitUntil(pages.delete(path));
    return [502, 503, 504].includes(response.status) && kept ? kept : response;
  } catch {
    return kept ?? (await caches.match(OFFLINE_PAGE)) ?? Response.error();
  }
}

/* Where there is a copy, nobody waits long for a network that is hardly there. */
function fetchPatiently(request, hasCopy) {
  if (!hasCopy) return fetch(request);
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error("no answer")), PATIENCE_MS);
    fetch(request).then(resolve, reject).finally(() => clearTimeout(limit));
  });
}
