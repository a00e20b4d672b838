// Measures the time in which somebody works: the page is visible, and the last sign of life is not too long ago.

import { every, listen } from "./judging-life.js";

const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "scroll", "touchstart"];
const MODIFIERS = ["Alt", "AltGraph", "Control", "Meta", "Shift"];
const TICK = 1000;

/**
 * `start` are milliseconds of earlier visits; `words` is how much there is to read. `paused()` is called when the
 * count stops for want of a sign of life, `resumed(seconds)` with the first sign after it. The key or touch that is
 * this sign does nothing else: it was not meant for what happened to have the focus.
 */
export function startClock({ start, words, paused, resumed }) {
  const idleLimit = 1000 * Math.max(180, (60 * words) / 100);
  let leftOut = 0; // seconds of the latest pause, until it is claimed
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
    const { kind } = pause;
    pause = null;
    last = performance.now();
    if (kind !== "idle") return;
    leftOut = seconds;
    resumed(seconds);
  };
  const alive = (event) => {
    // Browsers report a move when the page moves under a pointer that rests.
    if (event.type === "pointermove") {
      const here = `${event.screenX},${event.screenY}`;
      const moved = place !== null && here !== place;
      place = here;
      if (!moved) return;
    }
    const wasTold = pause?.kind === "idle";
    count();
    // The page scrolls by itself when the strip of the pause comes.
    if (pause && event.type === "scroll") return;
    sign = performance.now();
    if (pause?.kind === "idle") end();
    spend(event, wasTold);
  };
  for (const type of SIGNS) listen(document, type, alive, { passive: true, capture: true });
  const spend = swallowSpent();
  listen(document, "visibilitychange", () => {
    count();
    end();
    if (document.visibilityState === "hidden") begin("hidden", performance.now());
    sign = performance.now();
    last = sign;
  });
  every(TICK, count);

  return {
    active() {
      count();
      return Math.round(active);
    },
    /** Count the latest pause as time of reading. */
    claim() {
      active += 1000 * leftOut;
      leftOut = 0;
    },
  };
}

/** Returns what takes the event that ended a pause: its key, as long as it is held, or the click that it begins. */
function swallowSpent() {
  let key = null;
  let isPointerSpent = false;
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen(document, "keydown", (event) => {
    // With Control held since the pause, Control+Z belongs to it as well.
    if (key && (event.code === key.code || MODIFIERS.includes(key.key))) swallow(event);
  }, { capture: true });
  listen(document, "keyup", (event) => {
    if (!key || event.code !== key.code) return;
    key = null;
    // Space presses a button when it is let go.
    swallow(event);
  }, { capture: true });
  listen(document, "click", (event) => {
    // A key that presses a button comes as a click too, without a pointer.
    if (!isPointerSpent || event.detail === 0) return;
    isPointerSpent = false;
    swallow(event);
  }, { capture: true });
  // A key that is let go in another window is never heard of here.
  listen(window, "blur", () => { key = null; });
  return (event, hasEndedPause) => {
    if (event.type === "pointerdown") isPointerSpent = hasEndedPause;
    else if (event.type === "keydown" && hasEndedPause) key = { key: event.key, code: event.code };
  };
}
