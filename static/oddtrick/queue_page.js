/* The table page without network: what is saved then waits on this phone, is shown there, and is sent when it can be.

   The page of the site tells the position, hand and dealer that come next; what waits comes on top of these. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

(() => {
  const queue = document.getElementById("queue");
  if (!queue) return;
  const { store, forms } = oddtrick;
  const { EFFECTS, findEffect, isTaken, countDealt, moveAfter, readTime } = oddtrick.entries;
  const panel = document.getElementById("waiting");
  const table = queue.dataset.table;
  const words = document.getElementById("queue-words").content;
  const { HELD_MS } = store;
  let entries = [];
  let editing = null;
  /* What the site said about hands that are settled, for as long as others are sent. */
  const settled = [];
  let network = "";
  let listed = "";
  /* Whether this phone keeps what is saved: not in some private windows, nor where it has no room left. */
  let canKeep = true;
  /* The entry of another tab that took the place for which this tab's form was begun. */
  let moved = null;
  /* Another tab has sent something: this page does not show it yet. */
  let isBehind = false;
  let isCatchingUp = false;
  let isFirst = true;
  let toldOf = null;
  const sentHere = new Set();

  const say = (name, value = "") => words.querySelector(`[data-word="${name}"]`)?.textContent.trim().replace("#", () => value) ?? "";
  const getPlay = () => document.getElementById("play");
  const getForm = () => document.getElementById("entry");

  const tabs = oddtrick.makeTabs({ movesPlace: (entry) => findEffect(entry) !== 0 });

  const sender = oddtrick.makeSender({
    table,
    onState: (state) => {
      if (state === "stopped") tell(settled.join(" "));
      if (state === "empty" && network === "sending") tell([...settled.splice(0), say("all-sent")].join(" "));
      network = state;
      show();
    },
    onPage: showPage,
    onSettled: (entry, told) => settled.push(`${entry.label}: ${told.title} ${told.text}`),
    sayBlocked: (status, entry) => say(status === 404 ? "not-there" : "blocked", entry.who ?? queue.dataset.who),
    sayRefused: (status) => say("refused", status),
  });

  const correctStored = oddtrick.makeCorrector({ table, sender, say, tell: (text) => tell(text) });

  /* ----- what comes next, with what waits ----- */

  const countNext = (waiting) => oddtrick.entries.countNext(waiting, Number(getPlay().dataset.position));

  /* ----- taking a hand into the queue ----- */

  function makeEntry(form, data, state) {
    const action = data.get("action") || "save";
    const title = document.querySelector("h1")?.textContent.trim() ?? "";
    const entry = { table, title, action, state, at: Date.now(), writer: queue.dataset.writer, who: queue.dataset.who, told: null, heldUntil: 0 };
    const isHand = form.id === "entry";
    const key = data.get("key") || forms.makeKey();
    // Its own live request may be among those that are written down.
    const before = entries.filter((other) => other.key !== key);
    return {
      ...entry,
      key,
      position: Number(data.get("position") ?? getPlay().dataset.position),
      fields: forms.read(data),
      words: action === "save" || !isHand ? forms.describe(form) : [],
      label: action === "save" ? say("hand", Number(getPlay().dataset.hand) + countDealt(before)) : say(`action-${action}`),
    };
  }

  /* Put an entry behind those that wait; one with the same key is the same hand. Where another tab was first, nothing is
     put, and the other's entry is the answer; what has no form any more is put as it is, and the site says what it is. */
  function add(entry, { isLoose = false } = {}) {
    tabs.own(entry);
    return store.change(table, (present) => {
      const same = present.find((other) => other.key === entry.key);
      if (same) return { put: [{ ...same, ...entry, id: same.id, position: same.position }] };
      const stranger = findEffect(entry) === 0 ? null : tabs.findStranger(present);
      if (stranger) return isLoose ? { put: [entry] } : { value: stranger };
      const position = present.length && findEffect(entry) > 0 ? countNext(present) : entry.position;
      return { put: [{ ...entry, position }] };
    });
  }

  async function take(form, data) {
    const entry = makeEntry(form, data, "waiting");
    if (entry.action === "undo" && entries.some((other) => other.key !== entry.key)) return complain(form, say("undo-waiting"));
    if (isEmpty(entry)) return complain(form, say("nothing"));
    const wasEditing = Boolean(editing);
    let stranger;
    const isKept = await keep(editing ? saveEdited(entry) : add(entry).then((found) => { stranger = found; }));
    if (!isKept) return complain(form, say("not-kept", entry.label));
    if (stranger) return meet(stranger);
    if (!wasEditing) tell(say("waits", entry.label), entry.key);
    leave(form);
    await refresh();
    sender.send({});
  }

  /* Whether something is written down on this phone by now. */
  async function keep(writing) {
    canKeep = await writing.then(() => true, () => false);
    showKept();
    return canKeep;
  }

  /* What waits at this table; nothing where the browser has no database for this page. */
  async function list() {
    try {
      return await store.list(table);
    } catch {
      canKeep = false;
      showKept();
      return [];
    }
  }

  /* What is true about this phone: whether hands wait on it, and whether the page opens without network too. */
  function showKept() {
    const hasCopies = window.isSecureContext && oddtrick.hasCopies !== false;
    const wanted = !canKeep ? "nothing" : hasCopies ? "secure" : "plain";
    for (const line of document.querySelectorAll("[data-kept]")) line.hidden = line.dataset.kept !== wanted;
    queue.toggleAttribute("data-keeps", canKeep && "ready" in queue.dataset);
    showNetwork();
  }
  oddtrick.showKept = showKept;

  function showNetwork() {
    const isOffline = network === "offline" || !navigator.onLine;
    queue.querySelector("[data-fault=queued]").hidden = !(isOffline && canKeep);
    if (!canKeep) document.querySelector("[data-fault=offline]").hidden = !isOffline;
  }

  /* Another tab was first: the form is kept, unless it says the same, and is saved when somebody says so. */
  async function meet(stranger) {
    await refresh();
    if (moved) return showMoved(true);
    tabs.see([stranger]);
    if (!queue.querySelector("[data-news]").textContent) tell(say("moved", stranger.label));
  }

  function compareForm() {
    const form = getForm();
    const stranger = tabs.findStranger(entries);
    if (isFirst || !form || editing || !forms.isBegun(form)) {
      tabs.see(entries);
      moved = null;
      return;
    }
    if (!stranger || moved) return;
    const data = new FormData(form);
    const isSamePlace = stranger.position === Number(data.get("position"));
    if (isSamePlace && stranger.action === "save" && JSON.stringify(stranger.fields) === JSON.stringify(forms.read(data))) {
      tabs.see(entries);
      leave(form);
      tell(say("moved-same", stranger.label));
    } else {
      moved = stranger;
      tell("");
    }
  }

  function showMoved(isAsked = false) {
    const note = queue.querySelector("[data-moved]");
    note.hidden = !moved;
    if (!moved) return;
    const text = say("moved", moved.label);
    const [line, button] = [note.querySelector("span"), note.querySelector("[data-do=as-next]")];
    const name = isUnsure() ? say("save-plain") : say("save-as", countHand());
    if (line.textContent !== text) line.textContent = text;
    if (button.textContent !== name) button.textContent = name;
    if (isAsked) {
      note.scrollIntoView({ block: "center" });
      button.focus({ preventScroll: true });
    }
  }

  async function saveAsNext() {
    if (isBehind) await catchUp();
    tabs.see(entries);
    moved = null;
    show();
    document.getElementById("save")?.click();
  }

  /* Have the table as it is now, after another tab has sent something. */
  async function catchUp() {
    isCatchingUp = true;
    try {
      const answer = await fetch(table, { headers: { "HX-Request": "true" }, credentials: "same-origin", cache: "no-store" });
      if (!answer.ok || answer.redirected) return;
      const play = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("play");
      if (!play) return;
      isBehind = false;
      await showPage(play);
    } catch {
      // No network: the next look at the queue tries again.
    } finally {
      isCatchingUp = false;
    }
  }

  const isEmpty = (entry) => entry.action === "save" && !entry.words.length;

  function leave(form) {
    if (form.id === "entry") {
      forms.clear(form);
      form.querySelector("[name=key]").value = forms.makeKey();
      getForm()?.scrollIntoView({ block: "nearest" });
    } else {
      form.closest("details")?.removeAttribute("open");
    }
  }

  function complain(form, text) {
    const preview = form.querySelector("#preview");
    if (!preview) return tell(text);
    const fault = document.createElement("span");
    fault.className = "fault";
    fault.textContent = text;
    preview.replaceChildren(fault);
  }

  /* `key`: of the entry that the news is about; when that is gone, so is the news. */
  function tell(text, key = null) {
    toldOf = key;
    queue.querySelector("[data-news]").textContent = text;
  }

  /* ----- htmx: a live request is written down before it goes, so that no hand is only in the air ----- */

  function findQueued({ requestConfig }) {
    const form = requestConfig.elt.closest("form");
    const action = requestConfig.formData?.get("action") || "save";
    const isOurs = form?.closest("#play") && requestConfig.verb === "post" && requestConfig.path === table;
    return isOurs && action in EFFECTS ? form : null;
  }

  /* A page that was opened by one enters for that one, whoever is logged in when it brings its parts up to date. */
  document.addEventListener("htmx:configRequest", (event) => {
    const isOfTable = event.detail.path.startsWith(table) && event.detail.verb === "post";
    if (event.target.closest("#play form") && isOfTable) event.detail.parameters.writer = queue.dataset.writer;
  });

  const isOtherWriter = (xhr) => xhr.status === 409 && /id="notice"[^>]* data-writer=/.test(xhr.responseText);

  const isPreview = ({ requestConfig }) => requestConfig.formData?.get("action") === "preview" && requestConfig.path === table;

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isPreview(event.detail) && (!navigator.onLine || network === "offline")) {
      event.preventDefault();
      return showNoPoints();
    }
    const form = findQueued(event.detail);
    if (!form || !("ready" in queue.dataset)) return;
    const data = event.detail.requestConfig.formData;
    if (moved && form.id === "entry") {
      event.preventDefault();
      return showMoved(true);
    }
    if (entries.length || editing || !navigator.onLine) {
      event.preventDefault();
      take(form, data);
    } else if (data.get("key")) {
      const waiting = makeEntry(form, data, "sending");
      if (isEmpty(waiting)) return;
      event.detail.requestConfig.waiting = waiting;
      keep(add(waiting));
    }
  });

  document.addEventListener("htmx:afterRequest", async (event) => {
    const { xhr, requestConfig } = event.detail;
    if (isPreview(event.detail) && isUnanswered(xhr)) showNoPoints();
    const form = findQueued(event.detail);
    // Calling the admin, say: of no use an hour later, so it does not wait.
    if (!form && requestConfig.verb === "post" && !isPreview(event.detail) && isUnanswered(xhr)) tell(say("not-sent"));
    const isLost = isUnanswered(xhr) || isForeign(xhr);
    if (form && isLost) network = "offline";
    if (!form || !("ready" in queue.dataset)) return;
    const waiting = requestConfig.waiting;
    if (isLost || isOtherWriter(xhr) || [401, 403, 404, 410].includes(xhr.status) || xhr.getResponseHeader("HX-Redirect")) {
      // The form that sent it may be gone by now, but not the hand.
      if (form.isConnected) await take(form, requestConfig.formData);
      else if (waiting && !(await keep(add({ ...waiting, state: "waiting" }, { isLoose: true })))) tell(say("write-down", `${waiting.label}: ${waiting.words.join(" · ")}`));
    } else if (waiting) {
      sentHere.add(waiting.key);
      await store.change(table, (present) => ({
        remove: present.filter((entry) => entry.key === waiting.key && entry.state === "sending").map((entry) => entry.id),
      })).catch(() => {});
    }
  });

  const isUnanswered = (xhr) => xhr.status === 0 || xhr.status === 429 || xhr.status >= 500;

  // A wifi that wants a log-in answers everything with a page of its own. It must not stand in place of the table.
  const isForeign = (xhr) => [200, 409, 422].includes(xhr.status) && !xhr.responseText.includes('id="play"');

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (findQueued(event.detail) && (isForeign(xhr) || ("ready" in queue.dataset && isOtherWriter(xhr)))) event.detail.shouldSwap = false;
  });

  /* A part that asks by itself leads nobody away from a hand that waits or is half pressed: not even a phone whose code has
     ended, which hears so here. */
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (requestConfig.verb !== "get" || !xhr.getResponseHeader("HX-Redirect")) return;
    const form = getForm();
    if (!entries.length && !(form && forms.isBegun(form))) return;
    event.preventDefault();
    if (!queue.querySelector("[data-news]").textContent) tell(say("blocked", queue.dataset.who));
  });

  function showNoPoints() {
    const preview = document.getElementById("preview");
    if (preview && getForm()?.contains(preview)) {
      const line = document.createElement("span");
      line.textContent = say("no-points");
      preview.replaceChildren(line);
    }
  }

  /* ----- changing and dropping what waits ----- */

  async function edit(entry) {
    const form = getForm();
    if (!form || !["save", "misdeal", "passed-out"].includes(entry.action)) return tell(say("no-form"));
    await keep(store.change(table, (present) => {
      const held = present.find((other) => other.id === entry.id);
      return held && { put: [{ ...held, heldUntil: Date.now() + HELD_MS }] };
    }));
    editing = entry;
    forms.fill(form, entry.fields);
    await refresh();
    form.scrollIntoView();
    form.querySelector("input:not([type=hidden])")?.focus({ preventScroll: true });
  }

  async function stopEditing() {
    const entry = editing;
    editing = null;
    if (!entry) return;
    await keep(store.change(table, (present) => {
      const held = present.find((other) => other.id === entry.id);
      return held && { put: [{ ...held, heldUntil: 0 }] };
    }));
  }

  /* A hand that found another in its place goes behind all that the site has now, and those after it move along. */
  async function saveEdited(changed) {
    const old = editing;
    const wasTaken = isTaken(old);
    const base = Number(getPlay().dataset.position);
    await store.change(table, (present) => {
      const { fields, words: facts, action, label } = changed;
      const kept = present.find((entry) => entry.id === old.id);
      if (!kept) return { put: [{ ...changed, key: old.key, position: old.position }] };
      const by = (wasTaken ? base - kept.position : 0) + findEffect(changed) - findEffect(kept);
      const next = { ...kept, fields, words: facts, action, state: "waiting", told: null, heldUntil: 0 };
      if (wasTaken) Object.assign(next, { key: changed.key, position: base });
      next.label = action === "save" ? (wasTaken ? say("hand", getPlay().dataset.hand) : kept.action === "save" ? kept.label : label) : label;
      return { put: [next, ...moveAfter(present, kept, by)] };
    });
    editing = null;
  }

  async function drop(entry) {
    const { stored } = entry.told ?? {};
    if (!window.confirm(say(stored ? "really-drop-change" : "really-drop", entry.label))) return;
    if (editing?.id === entry.id) editing = null;
    if (!(await keep(store.change(table, (present) => oddtrick.entries.drop(present, entry))))) return;
    tell(say(stored ? "dropped-change" : "dropped", entry.label));
    await refresh();
    sender.send({ isForced: true });
  }

  /* Somebody takes over what another one entered on this phone, with all that the other one entered after it. */
  async function sendAs(entry) {
    const { writer, who } = entry.told;
    await keep(store.change(table, (present) => ({
      put: present.filter((other) => other.writer === entry.writer).map((other) => ({ ...other, writer, who, state: "waiting", told: null })),
    })));
    sender.send({ isForced: true });
  }

  async function clearForm() {
    if (getForm()) leave(getForm());
    await refresh();
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-do]");
    if (!button) return;
    const entry = entries.find((other) => String(other.id) === button.closest("[data-id]")?.dataset.id);
    const acts = { edit, drop, "send-as": sendAs, correct: correctStored, "as-next": saveAsNext, clear: clearForm, send: () => sender.send({ isForced: true }) };
    if (button.dataset.do in acts) await acts[button.dataset.do](entry);
    if (button.dataset.do === "cancel") {
      await stopEditing();
      if (getForm()) leave(getForm());
      await refresh();
      sender.send({});
    }
  });

  /* ----- the page ----- */

  /* Put the site's newest page of this table in place, and what was begun on the form into the new one. */
  async function showPage(play) {
    await oddtrick.keepCopy?.(play.outerHTML);
    const form = getForm();
    const begun = form && forms.isBegun(form) ? forms.read(new FormData(form)) : null;
    const focused = document.activeElement?.closest("#play") ? document.activeElement.id : "";
    const fresh = document.importNode(play, true);
    // What the site says about a hand stands at that hand, in the list, or in the news.
    fresh.querySelector(".stack > .note[role]")?.remove();
    getPlay().replaceWith(fresh);
    window.htmx?.process(fresh);
    if (begun && getForm()) forms.fill(getForm(), begun);
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    await refresh();
    oddtrick.addUpAll?.();
  }

  async function refresh() {
    const present = await list();
    const gone = entries.filter((entry) => !present.some((other) => other.key === entry.key));
    if (network !== "sending" && gone.some((entry) => !sentHere.has(entry.key))) isBehind = true;
    entries = present;
    if (toldOf && !entries.some((entry) => entry.key === toldOf)) tell("");
    compareForm();
    isFirst = false;
    show();
    const isBusy = isCatchingUp || network === "sending" || entries.some(store.isLive) || document.querySelector("#play details.drawer[open]");
    if (isBehind && navigator.onLine && !isBusy) await catchUp();
  }

  function show() {
    showList();
    showNext();
    showMoved();
    showNetwork();
  }

  function showList() {
    const shown = entries.filter((entry) => !store.isLive(entry));
    panel.hidden = !shown.length;
    const [first] = shown;
    const isStopped = first?.state === "stopped" || first?.state === "blocked";
    place(isStopped);
    const state = !first ? "" : isStopped ? say("state-stopped", first.label)
      : network === "sending" ? say("state-sending") : say("state-waiting");
    const line = panel.querySelector("[data-state]");
    if (line.textContent !== state) line.textContent = state;
    const content = JSON.stringify([shown, editing?.id, Boolean(getForm())]);
    if (content !== listed) {
      // A list that is made anew takes the keys under somebody's finger with it: only when it says something else.
      listed = content;
      const pressed = panel.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
      panel.querySelector("[data-entries]").replaceChildren(...shown.map(makeItem));
      if (pressed) [...panel.querySelectorAll("button")].find((button) => button.getAttribute("aria-label") === pressed)?.focus();
    }
    const bar = queue.querySelector("[data-editing]");
    bar.hidden = !editing;
    if (editing) bar.querySelector("span").textContent = say(isTaken(editing) ? "editing-taken" : "editing", editing.label);
  }

  /* Below the table while all is well, above it while somebody has to look. */
  function place(isAbove) {
    if (isAbove === queue.contains(panel)) return;
    if (isAbove) queue.append(panel);
    else document.querySelector("[data-kept]").before(panel);
  }

  function makeItem(entry) {
    const item = document.getElementById("queue-entry").content.cloneNode(true).firstElementChild;
    const fill = (name, text) => { item.querySelector(`[data-${name}]`).textContent = text; };
    item.dataset.id = entry.id;
    fill("label", entry.label);
    fill("facts", entry.words.join(" · "));
    fill("at", say("entered", readTime(entry.at)));
    const told = item.querySelector("[data-told]");
    told.hidden = !entry.told;
    if (entry.told) {
      told.querySelector("strong").textContent = entry.told.title;
      told.querySelector("span").textContent = entry.told.text;
    }
    const canEdit = ["save", "misdeal", "passed-out"].includes(entry.action) && getForm();
    item.querySelector("[data-do=edit]").hidden = !canEdit || editing?.id === entry.id;
    item.querySelector("[data-do=edit]").textContent = say(isTaken(entry) ? "edit-next" : "edit");
    const other = item.querySelector("[data-do=send-as]");
    other.hidden = !entry.told?.writer;
    other.textContent = say("send-as", entry.told?.who);
    item.querySelector("[data-do=correct]").hidden = !entry.told?.way;
    for (const button of item.querySelectorAll("button")) button.setAttribute("aria-label", `${button.textContent.trim()}: ${entry.label}`);
    return item;
  }

  const countHand = () => Number(getPlay().dataset.hand) + countDealt(entries.filter((entry) => !store.isLive(entry) || entry === moved));

  /* Whether the number of the next hand hangs on what becomes of others: of one that was not taken, or of another side's. */
  const isUnsure = () => isBehind || entries.some((entry) => ["stopped", "blocked"].includes(entry.state) || entry.writer !== queue.dataset.writer);

  /* Hand, dealer and place as they will be once all is sent. */
  function showNext() {
    const play = getPlay();
    const form = getForm();
    if (!play || !form) return;
    const waiting = entries.filter((entry) => !store.isLive(entry));
    const number = Number(play.dataset.hand) + countDealt(waiting);
    const names = JSON.parse(play.dataset.dealers);
    const seats = JSON.parse(play.dataset.seats);
    const turn = ((countDealt(waiting) % names.length) + names.length) % names.length;
    const put = (selector, text) => { for (const element of document.querySelectorAll(selector)) if (element.textContent !== text) element.textContent = text; };
    put("#play [data-hand-title]", say("hand", number));
    put("#play [data-dealer-title]", say("deals", names[turn]));
    put("#entry button[value=save]", editing ? say("save-change") : moved || isUnsure() ? say("save-plain") : say("save", number));
    put("#entry button[value=misdeal]", say("misdeal", names[turn]));
    const position = form.querySelector("[name=position]");
    if (waiting.length) position.value = String(countNext(waiting));
    else position.value = play.dataset.position;
    movePucks(seats[turn]);
  }

  /* The sign of the dealer on the keys and the scoreboard. */
  function movePucks(seat) {
    for (const puck of document.querySelectorAll("#entry label .puck")) {
      const group = puck.closest("fieldset, .cardtable");
      const target = group?.querySelector(`input[value="${seat}"]`)?.labels[0];
      if (!target || target.contains(puck)) continue;
      const spoken = puck.nextElementSibling;
      const small = target.querySelector("small") ?? target;
      small.append(" ", puck);
      if (spoken?.classList.contains("unseen")) small.append(spoken);
    }
    const puck = document.querySelector("#play .score .who .puck");
    const target = document.querySelector(`#play .score--${seat} .who`);
    if (puck && target && !target.contains(puck)) target.append(" ", puck);
  }

  /* ----- when to send ----- */

  const wake = () => { if (document.visibilityState === "visible") refresh().then(() => sender.send({ isForced: true })); };
  window.addEventListener("online", () => { network = ""; wake(); });
  window.addEventListener("offline", show);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("resume", wake);
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id !== "play" && !event.target.querySelector?.("#play")) return;
    network = "";
    oddtrick.keepCopy?.(event.detail.xhr?.responseText ?? "");
    refresh();
  });
  store.listen(refresh);

  keep(store.tryRoom()).then(() => store.change(table, (present) => ({
    // This page was loaded anew: nobody is changing a hand on it, and no live request of it is under way.
    put: present.filter((entry) => entry.heldUntil).map((entry) => ({ ...entry, heldUntil: 0 })),
  }))).catch(() => {
    // Without room on the phone what waits already is still sent; without a database nothing waits.
  }).then(() => store.list(table)).then(async () => {
    // A copy of the page that is opened twice brings the same key twice.
    const key = getForm()?.querySelector("[name=key]");
    if (key) key.value = forms.makeKey();
    queue.dataset.ready = "";
    await refresh();
    showKept();
    await sender.send({ isForced: true });
  }).catch(() => { canKeep = false; showKept(); });
})();
