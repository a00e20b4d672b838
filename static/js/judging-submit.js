// Sends the form without leaving the page, so that an answer is never lost between two pages.

import { changeAnswer, dropAnswer, keepAnswer, sendAnswer, sendWaiting, waitingAnswer, waitingKeys, waitsFor } from "./judging-outbox.js";
import { listen } from "./judging-life.js";
import { LOST_AT_SIGN_IN, ON_HOLD } from "./judging-notices.js";
import { persist } from "./judging-server.js";
import { gettext } from "./language.js";

/**
 * `before()` fills in what the form tells about time; `missing()` are the rows without a rank; `lacksFirst()` tells
 * whether a rank 1 is still asked for; `showMissing(rows)`, `showNoFirst()` and `say(words)` tell the judge.
 *
 * While an answer is being sent, `isSending()`, the ranks must not change: they would be shown and not stored. While
 * one waits for the server, `changed()` reports each change. `begin()` sends what waits from an earlier visit;
 * `waitingFields()` is what it says.
 *
 * `showNext(page, address)` shows the next item, whose page came with the server's answer.
 */
export function startSubmitting({ form, key, draft, before, missing, lacksFirst, showMissing, showNoFirst, say, showNext }) {
  const announce = document.getElementById("announce");
  const guidance = document.getElementById("guidance");
  const buttons = ["submit", "flag-only", "flag-and-keep"].map((id) => document.getElementById(id));
  let busy = false;
  let waiting = waitsFor(key);
  let resending = false;

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (busy) {
      tellSending();
      return;
    }
    const flagging = event.submitter?.closest("#flag");
    const needsRanks = event.submitter?.id !== "flag-only";
    if (flagging && !form.elements.reason.value) {
      askForReason();
    } else if (needsRanks && missing().length) showMissing(missing());
    else if (needsRanks && lacksFirst()) showNoFirst();
    else submit(event.submitter);
  });
  // Inside of the flag window, Enter flags.
  document.getElementById("flag").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.closest("button, textarea")) return;
    event.preventDefault();
    form.requestSubmit(document.getElementById("flag-only"));
  });
  document.getElementById("flag").addEventListener("change", () => { document.getElementById("reason-wanted").textContent = ""; });
  // Coming back with the browser's Back button revives the page as it was left.
  listen(window, "pageshow", (event) => { if (event.persisted) setBusy(false); });
  sendOthers();
  return {
    begin,
    changed,
    tellSending,
    waitingFields: () => (waiting ? waitingAnswer(key)?.fields : null),
    isSending: () => busy,
    isBusy: () => busy || waiting,
  };

  async function begin() {
    if (!waiting) return;
    draft.hold(true);
    setBusy(true);
    hear(gettext("Sending your answer…"));
    finish(await sendWaiting(key), true);
  }

  /** What the judge sees is what waits; an answer that would be refused waits no longer. */
  function changed() {
    if (!waiting) return;
    before();
    const held = waitingAnswer(key);
    const keepsRanks = held && (held.address === form.getAttribute("action") || "keep" in held.fields);
    if (keepsRanks && !missing().length && !lacksFirst() && changeAnswer(key, changedFields())) {
      hear(gettext("Offline: your changed answer is kept on this device and is sent when you are online again."));
    } else takeBack();
  }

  function changedFields() {
    const fields = Object.entries(Object.fromEntries(new FormData(form)));
    return Object.fromEntries(fields.filter(([name]) =>
      name.startsWith("rank-") || name === "marks" || name === "active"));
  }

  function takeBack() {
    dropAnswer(key);
    waiting = false;
    draft.hold(false);
    guidance.textContent = gettext("Your answer is no longer waiting to be sent, because you changed it. Submit it again.");
  }

  async function submit(submitter) {
    before();
    const address = new URL(submitter?.getAttribute("formaction") ?? form.getAttribute("action"), location.href).pathname;
    const fields = Object.fromEntries(new FormData(form, submitter));
    delete fields.csrfmiddlewaretoken;
    setBusy(true);
    say(gettext("Saving…"));
    // Kept before it is sent: whatever happens in between, the answer is there.
    const kept = keepAnswer(key, address, fields);
    finish(await sendAnswer(address, { ...fields, here: "" }), kept);
  }

  function finish({ kind, reply }, kept) {
    if (kind === "ok") {
      dropAnswer(key);
      draft.submitted();
      if (reply.page) showNext(reply.page, reply.next);
      else location.assign(reply.next);
      return;
    }
    if (kind === "gone") {
      location.reload();
      return;
    }
    setBusy(false);
    if (kind === "unreachable" && kept) {
      waiting = true;
      tellWaiting();
      resend();
      return;
    }
    if (kind === "signed-out" && !kept) {
      hear(LOST_AT_SIGN_IN);
      return;
    }
    if (kind === "signed-out") {
      hear(gettext("You are signed out. Your answer is kept on this device, and is sent when you sign in."));
      location.assign(location.href);
      return;
    }
    dropAnswer(key);
    waiting = false;
    draft.hold(false);
    if (kind === "refused" && reply.closed) {
      say(gettext("Not saved"));
      document.getElementById("flag")?.hidePopover();
      document.getElementById("refused").hidden = false;
    } else if (kind === "refused" && reply.onHold) {
      say(gettext("Not saved"));
      document.getElementById("flag")?.hidePopover();
      guidance.textContent = ON_HOLD;
    } else if (kind === "refused" && reply.noReason) askForReason();
    else if (kind === "refused" && reply.noFirst) showNoFirst();
    else if (kind === "refused" && reply.missing) showMissing(reply.missing);
    else if (kind === "unreachable") hear(gettext("The server cannot be reached. Stay on this page and submit again."));
    else hear(gettext("The server rejected the answer. Reload the page; your ranks are kept."));
  }

  function resend() {
    if (resending) return;
    resending = true;
    persist(async () => {
      // The judge has pressed the button meanwhile.
      if (busy) return false;
      const result = waiting ? await sendWaiting(key) : null;
      if (waiting && (busy || result?.kind === "unreachable")) return false;
      resending = false;
      if (waiting) finish(result, true);
      return true;
    });
  }

  function tellWaiting() {
    draft.hold(true);
    document.getElementById("flag")?.hidePopover();
    hear(gettext("Offline: your answer is kept on this device and is sent when you are online again."));
  }

  function setBusy(now) {
    busy = now;
    if (now) draft.hold(true);
    else if (!waiting) draft.hold(false);
    form.setAttribute("aria-busy", String(now));
    for (const button of buttons) button?.setAttribute("aria-disabled", String(now));
  }

  function tellSending() {
    announce.textContent = gettext("Your answer is being sent.");
  }

  function askForReason() {
    const wanted = document.getElementById("reason-wanted");
    wanted.textContent = gettext("Choose what is wrong with the item.");
    document.querySelector("#flag input[name=reason]").focus();
  }

  function hear(words) {
    say(words);
    announce.textContent = words;
  }

  // Answers to other items that wait on this device.
  function sendOthers() {
    if (!waitingKeys().some((other) => other !== key)) return;
    persist(async () => {
      const results = await Promise.all(waitingKeys().filter((other) => other !== key).map(sendWaiting));
      return !results.some(({ kind }) => kind === "unreachable");
    });
  }
}
