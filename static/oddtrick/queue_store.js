/* Hands that wait on this phone, in IndexedDB: they outlive a reload, sleep, and the end of the browser.

   An entry: {id, table, title, key, position, action, fields, label, words, writer, state, told, at, heldUntil}. `table`
   and `title` are the address and title of the table's page, `fields` are pairs of name and value as the form sends them, `writer` is who entered it.
   state: sending (its live request is under way), waiting, blocked (the site does not know this phone any more) or
   stopped (the site refused it, and somebody has to look). Order is the order of the ids. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.store = (() => {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel("oddtrick-queue") : null;
  const listeners = [];
  let opening = null;

  function open() {
    opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open("oddtrick", 1);
      request.onupgradeneeded = () => {
        const hands = request.result.createObjectStore("hands", { keyPath: "id", autoIncrement: true });
        hands.createIndex("table", "table");
        request.result.createObjectStore("leases", { keyPath: "table" });
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        // A phone that slept may come back without the connection; another page may bring a newer database.
        request.result.onclose = forget;
        request.result.onversionchange = () => { request.result.close(); forget(); };
        resolve(request.result);
      };
    }).catch((error) => { forget(); throw error; });
    return opening;
  }

  function forget() {
    opening = null;
  }

  async function transact(name, mode, work) {
    for (const isLast of [false, true]) {
      const database = await open();
      let transaction;
      try {
        transaction = database.transaction(name, mode, { durability: "strict" });
      } catch (error) {
        forget();
        if (isLast) throw error;
        continue;
      }
      return new Promise((resolve, reject) => {
        let result;
        transaction.oncomplete = () => resolve(result);
        transaction.onabort = () => reject(transaction.error);
        work(transaction.objectStore(name), (value) => { result = value; });
      });
    }
  }

  // A phone's clock may be a year wrong, and be put right while something waits: what lies further ahead than anything is
  // ever put is over.
  const isAhead = (moment, span) => moment > Date.now() && moment <= Date.now() + span;

  // htmx gives up after 15 seconds; a live request that has no answer by then is nobody's any more.
  const LIVE_MS = 20_000;
  const isLive = (entry) => entry.state === "sending" && isAhead(entry.at + LIVE_MS, LIVE_MS);

  function announce() {
    for (const listener of listeners) listener();
    channel?.postMessage("changed");
  }

  if (channel) channel.onmessage = () => { for (const listener of listeners) listener(); };
  // An old browser, in which tabs cannot tell each other: they look.
  else setInterval(() => { for (const listener of listeners) listener(); }, 3000);

  return {
    /* Whether an entry's own request from the form is still under way. */
    isLive,

    /* Whether a moment is still to come, where none is put further ahead than so many milliseconds. */
    isAhead,

    /* An entry that is open in the form is not sent for so long. */
    HELD_MS: 10 * 60_000,

    /* The entries of a table, in order. */
    list: (table) => transact("hands", "readonly", (hands, give) => {
      hands.index("table").getAll(table).onsuccess = (event) => give(event.target.result);
    }),

    /* By table: how many entries wait, and the title of its page. */
    count: () => transact("hands", "readonly", (hands, give) => {
      hands.getAll().onsuccess = (event) => {
        const counts = new Map();
        for (const entry of event.target.result) {
          const before = counts.get(entry.table)?.count ?? 0;
          if (!isLive(entry)) counts.set(entry.table, { count: before + 1, title: entry.title });
        }
        give(counts);
      };
    }),

    /* Change a table's entries in one go: `work` gets them and says which to put and the ids of which to remove. */
    change: async (table, work) => {
      const done = await transact("hands", "readwrite", (hands, give) => {
        hands.index("table").getAll(table).onsuccess = (event) => {
          const { put = [], remove = [], value } = work(event.target.result) ?? {};
          for (const entry of put) hands.put(entry);
          for (const id of remove) hands.delete(id);
          give(value);
        };
      });
      announce();
      return done;
    },

    /* Whether this page alone may send the table's entries, for so many milliseconds. Two tabs take turns by it. */
    lease: (table, holder, span) => transact("leases", "readwrite", (leases, give) => {
      leases.get(table).onsuccess = (event) => {
        const lease = event.target.result;
        const isOurs = !lease || lease.holder === holder || !isAhead(lease.until, span);
        if (isOurs) leases.put({ table, holder, until: Date.now() + span });
        give(isOurs);
      };
    }),

    release: (table, holder) => transact("leases", "readwrite", (leases) => {
      leases.get(table).onsuccess = (event) => {
        if (event.target.result?.holder === holder) leases.delete(table);
      };
    }),

    /* Fails where nothing can be written down: a full phone, some private windows. */
    tryRoom: () => transact("leases", "readwrite", (leases) => {
      leases.put({ table: "", holder: "", until: 0 });
    }),

    /* Every entry on this phone, in the order in which they were entered. */
    listAll: () => transact("hands", "readonly", (hands, give) => {
      hands.getAll().onsuccess = (event) => give(event.target.result);
    }),

    listen: (listener) => listeners.push(listener),
  };
})();
