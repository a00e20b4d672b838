// The keyboard of the item page. Native keys (Tab, arrows, Space, Escape, Enter) are left to the browser.

/**
 * `actions`: rank(number), clear(), move(step), copyAbove(), undo(), submit(), open(name), toggleContext(),
 * nextEditView(), atOutput() and lettersOn().
 */
export function listenToKeys(actions) {
  document.addEventListener("keydown", (event) => {
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
      if (target.closest("button, a, summary, input")) return;
      event.preventDefault();
      actions.submit();
      return;
    }
    const action = find(event, actions);
    if (action) {
      event.preventDefault();
      action();
    }
  });
}

function find(event, actions) {
  if (event.key === "Delete" || event.key === "Backspace") return actions.atOutput() ? actions.clear : null;
  // Keys of one character act where the output has the focus, or anywhere unless the person has switched them off.
  const letters = actions.lettersOn();
  const byKey = {
    j: () => actions.move(1),
    k: () => actions.move(-1),
    "=": actions.copyAbove,
    u: actions.undo,
    c: actions.toggleContext,
    d: actions.nextEditView,
    f: () => actions.open("skip"),
    g: () => actions.open("guidelines"),
    "?": () => actions.open("help"),
  };
  const key = event.key.toLowerCase();
  if (Object.hasOwn(byKey, key)) return letters ? byKey[key] : null;
  const digit = digitOf(event);
  if (digit === null || !(letters || actions.atOutput())) return null;
  return digit === 0 ? actions.clear : () => actions.rank(digit);
}

// By the key's place where its character is no digit: other scripts have digits of their own, and on French
// keyboards the top row gives digits only with Shift.
function digitOf(event) {
  if (/^[0-9]$/.test(event.key)) return Number(event.key);
  const place = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
  return place && !event.shiftKey && event.key.length === 1 ? Number(place[1]) : null;
}
