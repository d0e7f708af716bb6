/* All that waits on this phone, table by table, also where the table is gone or closed to this phone: to read, to copy as
   text, to drop. It is sent by the page of its table. */
"use strict";

(() => {
  const panel = document.getElementById("waiting-hands");
  const { store, entries } = window.oddtrick ?? {};
  if (!panel || !store) return;
  const words = document.getElementById("waiting-words").content;
  const say = (name, value = "") => words.querySelector(`[data-word="${name}"]`).textContent.trim().replace("#", () => value);
  const copyOf = (id) => document.getElementById(id).content.cloneNode(true).firstElementChild;
  let shown = "";

  const sayAt = (entry) => say("entered", `${new Date(entry.at).toLocaleDateString(document.documentElement.lang)} ${entries.readTime(entry.at)}`);
  const write = (entry) => [entry.label, entry.words.join(" · "), entry.who, sayAt(entry)].filter(Boolean).join("; ");

  function makeItem(entry) {
    const item = copyOf("waiting-entry");
    item.querySelector("[data-label]").textContent = entry.label;
    item.querySelector("[data-at]").textContent = sayAt(entry);
    item.querySelector("[data-facts]").textContent = entry.words.join(" · ");
    const told = item.querySelector("[data-told]");
    told.hidden = !entry.told;
    told.textContent = entry.told ? `${entry.told.title} ${entry.told.text}` : "";
    const button = item.querySelector("[data-do=drop]");
    button.setAttribute("aria-label", `${button.textContent.trim()}: ${entry.label}`);
    button.addEventListener("click", () => drop(entry));
    return item;
  }

  function makeTable(address, waiting) {
    const section = copyOf("waiting-table");
    const link = section.querySelector("h3 a");
    link.href = address;
    link.textContent = waiting[0].title || address;
    section.querySelector("ol").append(...waiting.map(makeItem));
    const text = section.querySelector("textarea");
    text.value = [link.textContent, new URL(address, location.href).href, ...waiting.map(write)].join("\n");
    text.addEventListener("focus", () => text.select());
    const button = section.querySelector("[data-do=copy]");
    button.hidden = !navigator.clipboard; // plain http has none: the text can be marked all the same
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(text.value);
      tell(say("copied"));
    });
    return section;
  }

  function tell(text) {
    panel.querySelector("[data-news]").textContent = text;
  }

  async function drop(entry) {
    if (!window.confirm(say("really-drop", entry.label))) return;
    await store.change(entry.table, (present) => entries.drop(present, entry));
    tell(say("dropped", entry.label));
  }

  async function show() {
    const all = (await store.listAll()).filter((entry) => !store.isLive(entry));
    // A list that is made anew closes what is open and takes the keys under somebody's finger with it.
    const content = JSON.stringify(all);
    if (content === shown) return;
    shown = content;
    const tables = new Map();
    for (const entry of all) tables.set(entry.table, [...(tables.get(entry.table) ?? []), entry]);
    panel.querySelector("[data-hands]").replaceChildren(...[...tables].map(([address, waiting]) => makeTable(address, waiting)));
    panel.querySelector("[data-no-hands]").hidden = all.length > 0;
  }

  const showIfPossible = () => show().catch(() => {}); // no database, and so nothing that waits
  store.listen(showIfPossible);
  showIfPossible();
})();
