// Measures the time in which somebody works: the page is visible, and the last sign of life is not too long ago.

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"];
const TICK = 1000;

/** `start` are milliseconds of earlier visits; `words` is how much there is to read. Returns a function that tells. */
export function startClock(start, words) {
  const idleLimit = 1000 * Math.max(180, (60 * words) / 100);
  let active = start;
  let last = performance.now();
  let sign = last;
  const count = () => {
    const now = performance.now();
    // A tick that comes much too late means that the device slept.
    const passed = Math.min(now - last, 5 * TICK);
    if (document.visibilityState === "visible" && now - sign < idleLimit) active += passed;
    last = now;
  };
  for (const type of SIGNS) {
    document.addEventListener(type, () => { sign = performance.now(); }, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", () => { last = performance.now(); sign = last; });
  setInterval(count, TICK);
  return () => { count(); return Math.round(active); };
}
