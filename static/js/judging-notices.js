// What the page tells by the way: that an answer was saved, that the clock stands still, how long one has worked.

import { every, shownAt } from "./judging-life.js";
import { keys, lettersOn } from "./judging-preferences.js";
import { forgetVisit, readVisit, storeVisit } from "./judging-store.js";
import { gettext, inSequence, ngettext } from "./language.js";

export const ON_HOLD = gettext("You have been put on hold in this campaign, so nothing can be saved now. Your ranks are kept on this device.");
export const LOST_AT_SIGN_IN = gettext("You are signed out, and this device cannot keep your answer. Sign in in another window, then submit here again.");
/** By state, how ranks are kept that this device has. */
export const KEPT = {
  saving: gettext("Saving…"),
  saved: gettext("Saved"),
  offline: gettext("Offline, kept on this device"),
  "signed-out": gettext("Signed out: kept on this device"),
  closed: gettext("Not saved: the campaign is closed. Your ranks are kept on this device."),
  "on-hold": ON_HOLD,
  refused: gettext("Rejected by the server, kept on this device: reload the page"),
};
/** The same where this device stores nothing for the site. */
export const NOT_KEPT = {
  saving: gettext("Saving…"),
  offline: gettext("Not saved: you are offline, and this device stores nothing for this site"),
  "signed-out": LOST_AT_SIGN_IN,
  closed: gettext("Not saved: the campaign is closed."),
  "on-hold": gettext("You have been put on hold in this campaign, so nothing can be saved now."),
  refused: gettext("Rejected by the server: reload the page and rank again"),
};
const TOAST_SECONDS = 8;
const TOAST = "toast";

/** How the ranks are kept. */
export function say(words) {
  document.getElementById("saved").textContent = words;
}

/** Say what is not to be seen. */
export function announce(words) {
  document.getElementById("announce").textContent = words;
}

/** "Saved. Undo" for a while, also after a reload. Returns what undoes the submission as long as it is offered. */
export function setUpToast() {
  const toast = document.getElementById("toast");
  if (toast) beginToast(toast);
  else if (performance.getEntriesByType("navigation")[0]?.type === "reload" && !shownAt()) {
    const earlier = readVisit(TOAST);
    if (earlier?.path === location.pathname) showToast(earlier.words, earlier.address);
  }
  return () => {
    const shown = document.getElementById("toast");
    if (shown && !shown.hidden) document.getElementById("undo-submit")?.click();
  };
}

/** The toast for an item whose answer was sent while this one was in view; `address` leads back to it. */
export function showToast(words, address) {
  const form = document.getElementById("toast-form");
  if (!form) return;
  document.getElementById("toast")?.remove();
  const toast = form.content.firstElementChild.cloneNode(true);
  toast.querySelector("#toast-words").textContent = words;
  toast.querySelector("#undo-submit").href = address;
  const key = toast.querySelector("kbd");
  if (key) {
    key.textContent = keys().undo.toUpperCase();
    key.hidden = !lettersOn() || !keys().undo;
  }
  form.before(toast);
  beginToast(toast);
}

function beginToast(toast) {
  const undo = document.getElementById("undo-submit");
  const words = document.getElementById("toast-words").textContent;
  // A region that was there from the start is not heard; a change to it is.
  announce(words);
  if (undo) storeVisit(TOAST, { words, address: undo.getAttribute("href"), path: location.pathname });
  let timer = null;
  const start = () => { timer = setTimeout(() => { toast.hidden = true; }, 1000 * TOAST_SECONDS); };
  for (const type of ["pointerenter", "focusin"]) toast.addEventListener(type, () => clearTimeout(timer));
  for (const type of ["pointerleave", "focusout"]) toast.addEventListener(type, start);
  undo?.addEventListener("click", () => forgetVisit(TOAST));
  if (!toast.matches(":hover, :focus-within")) start();
}

/** Below a training item's explanation: say what it comes to, and let Enter go on from it. */
export function setUpTraining() {
  const goOn = document.getElementById("training-go-on");
  if (!goOn) return;
  const heading = document.getElementById("training-heading").textContent;
  announce(inSequence(document.getElementById("announce").textContent, heading));
  if (takesFocus()) goOn.focus();
}

/** On touch screens a focus that nobody set is only a puzzling ring, and it may scroll the input away. */
export function takesFocus() {
  return matchMedia("(hover: hover)").matches && !document.activeElement?.closest(".output, .notice, .training-answer");
}

/**
 * The strip of a paused clock. `claim()` counts the pause as reading; `goBack()` focuses where the judge was in the
 * item, for those who came to the strip from nowhere. Returns what the clock calls.
 */
export function showPause(claim, goBack) {
  const strip = document.getElementById("paused");
  const words = document.getElementById("paused-words");
  const how = document.getElementById("paused-how");
  const button = document.getElementById("claim");
  let left = null;
  button.addEventListener("focus", (event) => { left = event.relatedTarget; });
  button.addEventListener("click", () => {
    claim();
    strip.hidden = true;
    announce(gettext("Counted as reading."));
    // The button is gone; the judge goes on at the same place.
    if (left?.isConnected && !left.closest(".output")) left.focus();
    else goBack();
  });
  return {
    paused() {
      words.textContent = gettext("Paused. Still reading?");
      how.hidden = false;
      button.hidden = true;
      strip.dataset.paused = "";
      strip.hidden = false;
      announce(gettext("Paused. Still reading? Press any key to continue."));
    },
    resumed(seconds) {
      const minutes = Math.max(1, Math.round(seconds / 60));
      words.textContent = ngettext("Resumed. %(count)s min was not counted.", "Resumed. %(count)s min were not counted.", minutes);
      how.hidden = true;
      button.hidden = false;
      delete strip.dataset.paused;
      announce(inSequence(words.textContent, gettext("If you were reading, press the button “%(button)s” before the input.", { button: button.textContent })));
    },
  };
}

/** Active minutes, where the campaign shows them. */
export function showClock(clock) {
  const shown = document.getElementById("active-minutes");
  if (!shown) return;
  const write = () => {
    const minutes = Math.round((Number(shown.dataset.seconds) + clock.active() / 1000) / 60);
    shown.textContent = gettext("%(minutes)s min active", { minutes });
  };
  write();
  every(15_000, write);
}
