// From one item to the next without waiting for the server: what was fetched is shown, and the answer is sent meanwhile.

import { showBody } from "./judging-ahead.js";
import { announce, say, showToast } from "./judging-notices.js";
import { dropAnswer, sendWaiting } from "./judging-outbox.js";
import { PATIENCE, persist } from "./judging-server.js";
import { gettext, inSequence } from "./language.js";

/**
 * Show the page `ahead` and send `answer` ({key, draft, send()}) for the item before it. `setUpItem()` begins with the
 * item in view. The server decides: it may lead elsewhere, and an answer that it refuses brings its item back.
 */
export async function goAhead(ahead, answer, setUpItem) {
  const left = { address: location.pathname, title: document.title, body: document.body };
  const page = ahead.page;
  showBody(page.body, page.title, ahead.next);
  setUpItem();
  const form = document.getElementById("ranking");
  let saved = "";
  // A region that was there from the start is not heard; a change to it is. What the judge did meanwhile goes before.
  setTimeout(() => {
    const said = document.getElementById("announce").textContent;
    if (said === saved) announce(inSequence(said, page.title.split(" · ")[0]));
  }, 100);
  form.dataset.sending = "";
  // Whether these words fit is measured, which would hold up the sentence.
  requestAnimationFrame(() => setTimeout(() => {
    if (form.isConnected && "sending" in form.dataset) say(gettext("Saving…"));
  }));
  const result = await answer.send(AbortSignal.timeout(PATIENCE));
  delete form.dataset.sending;
  const { kind, reply } = result;
  if (kind === "ok") {
    dropAnswer(answer.key);
    answer.draft.submitted();
  }
  if (!form.isConnected) {
    // The judge has gone on meanwhile; what was not taken is kept, and sent with the next.
    if (kind === "unreachable") resend(answer);
  } else if (kind === "ok" && reply.next === ahead.next) {
    say("");
    saved = reply.said;
    showToast(saved, left.address);
  } else if (kind === "ok") location.assign(reply.next);
  else if (kind === "unreachable") {
    say(gettext("Offline: your answer is kept on this device and is sent when you are online again."));
    announce(document.getElementById("saved").textContent);
    resend(answer, () => {
      if (!form.isConnected) return;
      say("");
      showToast(gettext("Saved."), left.address);
    });
  } else if (kind === "signed-out") location.assign(left.address);
  else if (kind !== "gone") {
    // Refused as it is, it must not be sent again by the page that comes back.
    dropAnswer(answer.key);
    // Set up anew, so without the listeners that it had.
    showBody(left.body.cloneNode(true), left.title, left.address, { replaces: true });
    setUpItem().finish(result);
  }
}

function resend(answer, sent = () => {}) {
  persist(async () => {
    const { kind } = await sendWaiting(answer.key);
    if (kind === "ok") {
      answer.draft.submitted();
      sent();
    }
    return kind !== "unreachable";
  });
}
