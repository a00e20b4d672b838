// Ranks that have not been submitted: kept on this device at once, and on the server a moment later.

import { forget, forgetOld, readStored, store } from "./judging-store.js";
import { listen } from "./judging-life.js";
import { ask, persist } from "./judging-server.js";

const PREFIX = "draft.";
const DELAY = 400;

/** Whether the device has ranks for the assignment `key` that the server has not. */
export function holdsUnsaved(key) {
  const held = readStored(PREFIX + key);
  return held !== null && !held.saved;
}

/**
 * The draft of one assignment. `base` is the revision of the answer that the page shows, `revision` the number of
 * the draft that the server has, `writer` names this page.
 *
 * `tell(state, kept)` says how the ranks are kept: "saving", "saved", "offline", "signed-out", "closed", "on-hold" or
 * "refused", and whether this device has them.
 * `adopt(news)` is called with newer ranks of another window: {ranks, marks, lost, finished}; `lost` is what
 * this window had, {ranks, marks}, and the server did not take.
 */
export function openDraft({ key, address, base, revision, writer, tell, adopt }) {
  const name = PREFIX + key;
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(`appraise-gec.${key}`) : null;
  let known = revision;
  // The window whose ranks are shown: until the server has them, each of its changes has the same number.
  let follows = null;
  let latest = null;
  let timer = null;
  let sending = false;
  let retrying = false;
  let over = false;
  let stopper = null;
  let kept = true;

  forgetOld(PREFIX);
  channel?.addEventListener("message", ({ data }) => {
    if (over) return;
    if (data.submitted) adopt({ finished: true });
    else if (data.base === base && (data.revision > known || (data.revision === known && data.writer === follows))) {
      clearTimeout(timer);
      known = data.revision;
      follows = data.writer;
      latest = null;
      adopt({ ranks: data.ranks, marks: data.marks });
    }
  });
  listen(document, "visibilitychange", () => {
    if (document.visibilityState === "visible") look();
    else flush();
  });
  listen(window, "pagehide", flush);

  return {
    /** What the device has and the server has not: {ranks, marks, active, behind}; `behind` if the server has newer ones. */
    waiting() {
      const held = readStored(name);
      if (!held || held.saved || held.base !== base || !Array.isArray(held.ranks)) return null;
      return { ...held, behind: held.revision <= known };
    },
    /** The active time that this device has measured, if it is of the same answer. */
    active: () => {
      const held = readStored(name);
      return held?.base === base ? held.active : 0;
    },
    keep(ranks, active, marks = "") {
      latest = { ranks, marks, active, base, revision: known + 1, at: Date.now(), saved: false };
      channel?.postMessage({ ranks, marks, base, writer, revision: latest.revision });
      kept = store(name, latest);
      tell(navigator.onLine ? "saving" : "offline", kept);
      clearTimeout(timer);
      timer = setTimeout(send, DELAY);
    },
    submitted() {
      over = true;
      clearTimeout(timer);
      forget(name);
      channel?.postMessage({ submitted: true });
      channel?.close();
    },
    /** While a submission is under way, nothing of the draft is sent. */
    hold(held) {
      over = held;
      clearTimeout(timer);
      if (!held && latest) timer = setTimeout(send, DELAY);
      if (!held) return;
      stopper?.abort();
    },
  };

  async function send(options) {
    if (over || !latest || sending) return true;
    sending = true;
    const sent = latest;
    const body = JSON.stringify({ ranks: sent.ranks, marks: sent.marks, active: sent.active, base, revision: sent.revision, writer });
    stopper = new AbortController();
    const { kind, status, reply } = await ask(address, body, { ...options, stopper: stopper.signal });
    sending = false;
    if (over) return true;
    if (kind === "ok") {
      known = Math.max(known, reply.revision);
      if (latest === sent) {
        latest = null;
        store(name, { ...sent, saved: true });
        tell("saved", true);
      } else if (latest) {
        latest.revision = known + 1;
        timer = setTimeout(send, DELAY);
      }
    } else if (kind === "refused" && status === 409) {
      known = Math.max(known, reply.revision);
      latest = null;
      if (reply.closed) tell("closed", kept);
      else adopt({ ...(reply.base === base ? { ranks: reply.ranks, marks: reply.marks } : {}), lost: sent, finished: reply.base !== base });
    } else if (kind === "unreachable") {
      tell("offline", kept);
      retry();
      return false;
    } else if (kind === "signed-out") tell("signed-out", kept);
    else tell(reply?.onHold ? "on-hold" : "refused", kept);
    return true;
  }

  function retry() {
    if (retrying) return;
    retrying = true;
    persist(async () => {
      const done = await send();
      if (done) retrying = false;
      return done;
    });
  }

  // A page on its way out may still send a little.
  function flush() {
    clearTimeout(timer);
    send({ keepalive: true });
  }

  async function look() {
    if (over || latest) return;
    const { kind, reply } = await ask(address, undefined, { method: "GET" });
    if (kind !== "ok" || over || latest) return;
    if (reply.base !== base) adopt({ finished: true });
    else if (reply.revision > known) {
      known = reply.revision;
      adopt({ ranks: reply.ranks, marks: reply.marks });
    }
  }
}
