// Measures the time in which somebody works: the page is visible, and the last sign of life is not too long ago.

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"];
const TICK = 1000;

/**
 * `start` are milliseconds of earlier visits; `words` is how much there is to read. `paused()` is called when the
 * count stops for want of a sign of life, `resumed(seconds)` with the first sign after it.
 */
export function startClock({ start, words, paused, resumed }) {
  const idleLimit = 1000 * Math.max(180, (60 * words) / 100);
  const pauses = [];
  let active = start;
  let last = performance.now();
  let sign = last;
  let pause = null;
  let place = null;

  const count = () => {
    const now = performance.now();
    // A tick that comes much too late means that the device slept.
    const passed = Math.min(now - last, 5 * TICK);
    last = now;
    if (pause) return;
    if (now - sign < idleLimit) active += passed;
    else begin("idle", now);
  };
  const begin = (kind, at) => {
    pause = { kind, at };
    if (kind === "idle") paused();
  };
  const end = () => {
    if (!pause) return;
    const seconds = (performance.now() - pause.at) / 1000;
    const { kind, at } = pause;
    pause = null;
    last = performance.now();
    if (seconds >= 1) pauses.push({ at, seconds, kind, claimed: false });
    if (kind === "idle") resumed(seconds);
  };
  const alive = (event) => {
    // Browsers report a move when the page moves under a pointer that rests.
    if (event.type === "pointermove") {
      const here = `${event.screenX},${event.screenY}`;
      const moved = place !== null && here !== place;
      place = here;
      if (!moved) return;
    }
    count();
    sign = performance.now();
    if (pause?.kind === "idle") end();
  };
  for (const type of SIGNS) document.addEventListener(type, alive, { passive: true, capture: true });
  document.addEventListener("visibilitychange", () => {
    count();
    end();
    if (document.visibilityState === "hidden") begin("hidden", performance.now());
    sign = performance.now();
    last = sign;
  });
  setInterval(count, TICK);

  return {
    active() {
      count();
      return Math.round(active);
    },
    /** As the server reads them: [seconds from the display, seconds, kind, claimed]. */
    pauses: () => pauses.map(({ at, seconds, kind, claimed }) => [at / 1000, seconds, kind, claimed]),
    /** Count the latest pause as time of reading. */
    claim() {
      const latest = pauses.findLast(({ kind, claimed }) => kind === "idle" && !claimed);
      if (!latest) return;
      latest.claimed = true;
      active += 1000 * latest.seconds;
    },
  };
}
