/* Sends the waiting hands of one table, in order and one at a time, each with the key that it has had from the start: a
   hand that was stored although its answer was lost is stored once. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.makeSender = ({ table, onState, onPage, onSettled, sayBlocked, sayRefused }) => {
  const { store, forms } = oddtrick;
  const me = forms.makeKey();
  const ANSWER_MS = 15_000;
  const LONGEST_PAUSE_MS = 30_000;
  // A tab that is gone must not keep the others waiting; one that sends renews its turn.
  const TURN_MS = 5_000;
  const RENEWAL_MS = 1_500;
  const { HELD_MS } = store;
  let isRunning = false;
  let isAskedAgain = false;
  let failures = 0;
  let timer = 0;

  function readToken() {
    const cookie = document.cookie.split("; ").find((pair) => pair.startsWith("oddtrick_csrf="));
    return cookie ? cookie.split("=")[1] : document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  }

  /* The answer, or null where there was none, or one that is not this site's (a hotel's log-in page, say). */
  async function post(entry) {
    const body = new URLSearchParams(entry.fields);
    body.append("action", entry.action);
    body.append("key", entry.key);
    body.append("position", String(entry.position));
    // Who entered it: the site refuses it to everybody else who is logged in, or on the other side, by now.
    body.append("writer", entry.writer);
    const stop = new AbortController();
    const limit = setTimeout(() => stop.abort(), ANSWER_MS);
    try {
      const headers = { "HX-Request": "true", "X-CSRFToken": readToken() };
      const response = await fetch(table, { method: "POST", headers, body, credentials: "same-origin", cache: "no-store", signal: stop.signal });
      // Led to another page (for logging in, for typing the table's code): as good as being refused.
      if (response.redirected || response.headers.has("HX-Redirect")) return { status: 403, play: null, wait: 0 };
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const play = page.getElementById("play");
      const isWhole = play !== null || ![200, 409, 422].includes(response.status);
      return isWhole ? { status: response.status, play, wait: Number(response.headers.get("Retry-After")) * 1000 } : null;
    } catch {
      return null;
    } finally {
      clearTimeout(limit);
    }
  }

  /* What the site says about a hand that it did not take, in its own words. */
  function readTold({ status, play }) {
    const note = status === 422 ? null : play?.querySelector(".stack > .note[role]");
    if (note) {
      const title = note.querySelector("strong")?.textContent ?? "";
      const { writer, who, stored, way, correct } = note.dataset;
      return { status, title, text: note.textContent.replace(title, "").trim(), isGood: note.classList.contains("note--good"), isTaken: "taken" in note.dataset, writer, who, stored, way, correct };
    }
    const faults = play ? [...play.querySelectorAll("#preview .fault, .errorlist li")].map((fault) => fault.textContent.trim()) : [];
    return { status, title: [...new Set(faults)][0] ?? sayRefused(status), text: "" };
  }

  const mark = (entry, changes) => store.change(table, (entries) => {
    const present = entries.find((other) => other.id === entry.id);
    return present && { put: [{ ...present, ...changes }] };
  }).catch(() => {}); // no room: it stays as it was, and is sent again
  const remove = (entry) => store.change(table, () => ({ remove: [entry.id] }));

  /* What an answer means for the hand. Whether the next one may go. */
  async function settle(entry, answer) {
    if (answer === null || answer.status === 429 || answer.status >= 500) {
      await mark(entry, { state: "waiting" });
      failures += 1;
      later(Math.max(answer?.wait || 0, Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2)));
      onState("offline");
      return false;
    }
    failures = 0;
    if (answer.status < 300) {
      await remove(entry);
      // Stored, but not as simply as that: the other side says another thing, for one.
      const told = readTold(answer);
      if (told.isGood === false) onSettled(entry, told);
      await onPage(answer.play);
      return true;
    }
    if ([401, 403, 404, 410].includes(answer.status)) {
      await mark(entry, { state: "blocked", told: { status: answer.status, title: sayBlocked(answer.status, entry), text: "" } });
      onState("stopped");
      return false;
    }
    const told = readTold(answer);
    if (told.isGood) {
      // Another phone had saved this very hand: said, and nothing is left to do.
      await remove(entry);
      onSettled(entry, told);
    } else {
      await mark(entry, { state: "stopped", told });
      onState("stopped");
    }
    // The page of somebody else is not put in place of the one on which this was entered.
    if (answer.play && !told.writer) await onPage(answer.play);
    return Boolean(told.isGood);
  }

  function later(span) {
    clearTimeout(timer);
    timer = setTimeout(() => send({}), span);
  }

  /* On a phone without room for it nobody takes turns: what two tabs send is stored once all the same, by its key. */
  const takeTurn = () => store.lease(table, me, TURN_MS).catch(() => true);

  async function sendAll(isForced) {
    if (!(await takeTurn())) return later(RENEWAL_MS);
    const renewal = setInterval(takeTurn, RENEWAL_MS);
    try {
      for (;;) {
        const [first] = await store.list(table);
        if (!first) return onState("empty");
        const isFinal = !isForced || (first.state === "stopped" && first.told?.isTaken);
        if (["stopped", "blocked"].includes(first.state) && isFinal) return onState("stopped");
        if (store.isAhead(first.heldUntil, HELD_MS)) return later(2000);
        if (store.isLive(first)) return later(3000);
        onState("sending");
        if (!(await settle(first, await post(first)))) return;
        // A page that was frozen in between may have lost its turn.
        if (!(await takeTurn())) return later(RENEWAL_MS);
      }
    } finally {
      clearInterval(renewal);
      await store.release(table, me).catch(() => {});
    }
  }

  /* `isForced`: somebody asked, or the phone woke up: what the site did not let in before is tried again, but for what
     found another hand in its place. */
  async function send({ isForced = false }) {
    clearTimeout(timer);
    if (isForced) failures = 0;
    if (isRunning) {
      isAskedAgain = true;
      return;
    }
    isRunning = true;
    try {
      do {
        isAskedAgain = false;
        await sendAll(isForced).catch(() => later(LONGEST_PAUSE_MS)); // the phone's database does not answer
      } while (isAskedAgain);
    } finally {
      isRunning = false;
    }
  }

  // Best effort: what does not get through here ends by itself in a few seconds.
  window.addEventListener("pagehide", () => { store.release(table, me).catch(() => {}); });

  return { send, post, readTold };
};
