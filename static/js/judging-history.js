// Earlier ranks of an item, for undoing. They are kept for this window, so that a reload does not end them.

import { forgetOld, readVisit, storeVisit } from "./judging-store.js";

const PREFIX = "history.";
const MOST = 100;

/** The changes to the assignment `key`, made on an answer of revision `base`. */
export function openHistory(key, base) {
  let earlier = [];
  const kept = readVisit(PREFIX + key);
  const keep = (now) => storeVisit(PREFIX + key, { base, earlier, now, at: Date.now() });
  forgetOld(PREFIX, "sessionStorage");
  return {
    /** Go on where this window was, if `now`, the ranks in view, are those that it left. */
    resume(now) {
      if (kept?.base === base && kept.now?.join() === now.join() && Array.isArray(kept.earlier)) earlier = [...kept.earlier, ...earlier];
    },
    push(ranks) {
      earlier = [...earlier, ranks].slice(-MOST);
    },
    pop: () => earlier.pop(),
    isEmpty: () => earlier.length === 0,
    /** `now` are the ranks that stand. */
    stand: keep,
  };
}
