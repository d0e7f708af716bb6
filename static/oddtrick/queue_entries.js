/* What waits, as a row of entries: how each moves the place of those that follow it, and what dropping or changing one does
   to them. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.entries = (() => {
  /* What may wait, and by how much each moves the place on the sheet of what follows it. */
  const EFFECTS = { save: 1, misdeal: 1, "passed-out": 1, ruling: 1, undo: -1, time: 0, "go-on": 0 };

  const findEffect = (entry) => EFFECTS[entry.action] ?? 0;
  const isTaken = (entry) => Boolean(entry.told?.isTaken);

  /* The place of the next one, where `base` is the one that the site says. */
  function countNext(waiting, base) {
    const last = waiting.filter((entry) => findEffect(entry) !== 0).at(-1);
    if (!last) return base;
    if (last.action === "undo") return last.position;
    return waiting.some((entry) => entry.action === "undo") ? last.position + 1 : Math.max(last.position + 1, base);
  }

  const countDealt = (waiting) => waiting.reduce((count, entry) => count + (entry.action === "save" ? 1 : entry.action === "undo" ? -1 : 0), 0);

  const moveAfter = (present, entry, by) => present.filter((other) => other.id > entry.id).map((other) => ({ ...other, position: other.position + by }));

  /* The change of a table's entries by which one is dropped. */
  function drop(present, entry) {
    // What was to stand in a place that another hand has taken leaves no gap, nor does the change of a stored one.
    const by = isTaken(entry) || entry.told?.stored ? 0 : -findEffect(entry);
    return { remove: [entry.id], put: moveAfter(present, entry, by) };
  }

  const readTime = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

  return { EFFECTS, findEffect, isTaken, countNext, countDealt, moveAfter, drop, readTime };
})();
