/* On every page: how many hands wait on this phone, with a link to them. On the page for when there
   is no network: the tables that open without it. */
"use strict";

(() => {
  const sign = document.getElementById("waits");
  const { store } = window.oddtrick ?? {};
  if (!sign || !store) return;

  async function show() {
    const counts = await store.count();
    const total = [...counts.values()].reduce((sum, { count }) => sum + count, 0);
    sign.hidden = total === 0;
    if (sign.querySelector("b").textContent !== String(total)) sign.querySelector("b").textContent = total;
    // A table that is gone, or closed to this phone, cannot show what waits for it.
    const isShownHere = counts.has(location.pathname) && document.getElementById("waiting") !== null;
    sign.querySelector("a").href = isShownHere ? "#waiting" : sign.dataset.page;
    await listTables(counts);
  }

  async function listTables(counts) {
    const list = document.querySelector("[data-tables]");
    if (!list) return;
    const cache = "caches" in window ? await caches.open("pages") : null;
    const addresses = new Set([...counts.keys()]);
    for (const request of (await cache?.keys()) ?? []) addresses.add(new URL(request.url).pathname);
    const items = [];
    for (const address of addresses) {
      const copy = await cache?.match(address);
      const title = copy ? new DOMParser().parseFromString(await copy.text(), "text/html").querySelector("h1")?.textContent : "";
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = address;
      const name = document.createElement("span");
      name.className = "title";
      name.textContent = title || counts.get(address)?.title || address;
      link.append(name, String(counts.get(address)?.count ?? ""));
      item.append(link);
      items.push(item);
    }
    list.replaceChildren(...items);
    document.querySelector("[data-no-tables]").hidden = items.length > 0;
  }

  const showIfPossible = () => show().catch(() => { sign.hidden = true; }); // no database, and so nothing that waits
  store.listen(showIfPossible);
  showIfPossible();
})();
