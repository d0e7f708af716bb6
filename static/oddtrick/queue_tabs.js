/* Two tabs of one phone at one table: which hands came from another tab while something was pressed in this one's form. */
"use strict";
window.oddtrick = window.oddtrick ?? {};

oddtrick.makeTabs = ({ movesPlace }) => {
  /* Keys of entries that this tab entered, and of those that it showed before its form was begun. */
  const own = new Set();
  const seen = new Set();

  return {
    own: (entry) => own.add(entry.key),
    see: (entries) => { for (const entry of entries) seen.add(entry.key); },

    /* The first entry of another tab that took the place for which this tab's form was begun. */
    findStranger: (entries) => entries.find((entry) => movesPlace(entry) && !own.has(entry.key) && !seen.has(entry.key)),
  };
};
