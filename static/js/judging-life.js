// An item stays on the page until the next one takes its place. What listens to the window, or ticks, ends with it.

let life = new AbortController();
let begun = 0;

/** Another item is in view from now on. */
export function beginLife() {
  life.abort();
  life = new AbortController();
  begun = performance.now();
}

/** When the item came into view, as `performance.now()` tells time; 0 for the one that the page was loaded with. */
export function shownAt() {
  return begun;
}

/** Listen as long as this item is in view. */
export function listen(target, type, act, options = {}) {
  target.addEventListener(type, act, { ...options, signal: life.signal });
}

/** Act every so many milliseconds as long as this item is in view. */
export function every(milliseconds, act) {
  const timer = setInterval(act, milliseconds);
  life.signal.addEventListener("abort", () => clearInterval(timer));
}
