// Earlier ranks of an item and marks on its edits, {ranks, marks}, for undoing. They are kept for this window, so that a reload does not end them.

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
    /** Go on where this window was, if `now`, what is in view, is what it left. */
    resume(now) {
      if (kept?.base === base && isSame(kept.now, now) && Array.isArray(kept.earlier)) earlier = [...kept.earlier, ...earlier];
    },
    push(answer) {
      earlier = [...earlier, answer].slice(-MOST);
    },
    pop: () => earlier.pop(),
    isEmpty: () => earlier.length === 0,
    /** `now` is what stands. */
    stand: keep,
  };
}

function isSame(one, other) {
  return one?.ranks?.join() === other.ranks.join() && one.marks === other.marks;
}
