// The keyboard of the item page. Native keys (Tab, arrows, Space, Escape, Enter) are left to the browser.

import { listen } from "./judging-life.js";

/**
 * `actions`: rank(number), clear(), undo(), submit(), atOutput(), and one function for each name in `keys()`, which
 * returns the character of every action, "" where it has none. `lettersOn()` tells whether they act at all.
 */
export function listenToKeys(actions, keys, lettersOn) {
  listen(document, "keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector(":popover-open")) return;
    const target = event.target;
    if (target.closest("textarea, select, input:not([type=radio]), [contenteditable]")) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
      event.preventDefault();
      actions.undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter") {
      if (target.closest("button, a, summary")) return;
      event.preventDefault();
      // Held down, the key would submit one item after the other.
      if (!event.repeat) actions.submit();
      return;
    }
    const action = find(event, actions, keys(), lettersOn());
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

function find(event, actions, keys, lettersOn) {
  if (event.key === "Delete" || event.key === "Backspace") return actions.atOutput() ? actions.clear : null;
  const key = event.key.toLowerCase();
  const named = (wanted) => wanted && Object.keys(keys).find((one) => keys[one] === wanted);
  const name = named(key) ?? named(letterOf(event));
  if (name) return lettersOn ? actions[name] : null;
  // Digits act where an output has the focus, or anywhere unless the person has switched keys off.
  const digit = digitOf(event);
  if (digit === null || !(lettersOn || actions.atOutput())) return null;
  return digit === 0 ? actions.clear : () => actions.rank(digit);
}

// On keyboards of other scripts the letters of this page stand for the keys at their places.
function letterOf(event) {
  const place = /^Key([A-Z])$/.exec(event.code);
  return place && /^\p{L}$/u.test(event.key) && !/\p{Script=Latin}/u.test(event.key) ? place[1].toLowerCase() : null;
}

// By the key's place where its character is no digit: other scripts have digits of their own, and on French
// keyboards the top row gives digits only with Shift.
function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const place = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  return place && !event.shiftKey && event.key.length === 1 ? Number(place[1]) : null;
}
