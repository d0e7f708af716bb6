/* A hand that was stored although its answer was lost, and then changed on the phone: the stored one is corrected the way
   in which whoever entered it corrects hands. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.makeCorrector = ({ table, sender, say, tell }) => {
  const { store, forms } = oddtrick;
  const KINDS = { save: "hand", misdeal: "misdeal", "passed-out": "passed-out" };

  /* By the page on which it is corrected, with the change filled in. An account sees there what it changes before it is
     saved; the phone of a side says it anew by that. What was changed stays here until the site has it. */
  async function openPage(entry) {
    const { way, correct } = entry.told;
    const page = await fetchPage(correct);
    const asked = page?.querySelector(way === "say" ? "form#entry" : "form.correction");
    if (!asked) return tell(say("not-sent"));
    const form = document.createElement("form");
    form.method = "post";
    form.action = correct;
    form.hidden = true;
    const add = (name, value) => form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    for (const input of asked.querySelectorAll("input[type=hidden]")) add(input.name, input.value);
    for (const [name, value] of entry.fields) add(name, value);
    if (way === "correction") {
      add("kind", KINDS[entry.action]);
      add("reason", say("stored-reason"));
    }
    add("action", way === "correction" ? "preview" : entry.action);
    document.body.append(form);
    HTMLFormElement.prototype.submit.call(form);
  }

  async function fetchPage(address) {
    try {
      const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
      return answer.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    } catch {
      return null;
    }
  }

  /* A phone without an account takes the stored one off, and sends this in its place. */
  async function takeOff(entry) {
    const change = (changes) => store.change(table, (present) => {
      const own = present.find((other) => other.id === entry.id);
      return own && { put: [{ ...own, ...changes }] };
    });
    const undoKey = entry.undoKey ?? forms.makeKey();
    await change({ undoKey });
    const position = Number(entry.told.stored);
    const answer = await sender.post({ ...entry, action: "undo", key: undoKey, position, fields: [["reason", say("stored-reason")]] });
    if (answer?.status === 200) await change({ key: forms.makeKey(), position, undoKey: undefined, state: "waiting", told: null });
    else if (answer?.play) await change({ told: { ...sender.readTold(answer), way: "" } });
    else return tell(say("not-sent"));
    sender.send({ isForced: true });
  }

  return (entry) => (entry.told.way === "undo" ? takeOff(entry) : openPage(entry));
};
