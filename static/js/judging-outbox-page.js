// On pages beside the item page: send what waits on this device, and say so.

import { sendWaiting, waitingKeys } from "./judging-outbox.js";
import { persist } from "./judging-server.js";
import { gettext, ngettext } from "./language.js";

const waiting = waitingKeys();
if (waiting.length) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  document.querySelector("main h1").after(notice);
  notice.textContent = gettext("Sending answers kept on this device…");
  persist(async () => {
    const results = await Promise.all(waitingKeys().map(sendWaiting));
    const left = waitingKeys().length;
    const sent = results.filter(({ kind }) => kind === "ok").length;
    if (results.some(({ kind }) => kind === "unreachable")) {
      notice.textContent = gettext("Offline: an answer of yours is kept on this device. It is sent when you are online again.");
      return false;
    }
    if (sent) notice.textContent = ngettext("An answer kept on this device has been sent.", "%(count)s answers kept on this device have been sent.", sent);
    else notice.textContent = notSent(left, results);
    return true;
  });
}

function notSent(left, results) {
  if (results.some(({ reply }) => reply?.closed)) {
    return ngettext(
      "%(count)s answer is kept on this device and could not be sent, because the campaign is closed.",
      "%(count)s answers are kept on this device and could not be sent, because the campaign is closed.",
      left,
    );
  }
  if (results.some(({ reply }) => reply?.onHold)) {
    return ngettext(
      "%(count)s answer is kept on this device and could not be sent, because you have been put on hold in the campaign.",
      "%(count)s answers are kept on this device and could not be sent, because you have been put on hold in the campaign.",
      left,
    );
  }
  return ngettext(
    "%(count)s answer is kept on this device and could not be sent: open the campaign again, signed in as the same judge.",
    "%(count)s answers are kept on this device and could not be sent: open the campaign again, signed in as the same judge.",
    left,
  );
}
