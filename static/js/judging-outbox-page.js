// On pages beside the item page: send what waits on this device, and say so.

import { sendWaiting, waitingKeys } from "./judging-outbox.js";
import { persist } from "./judging-server.js";

const waiting = waitingKeys();
if (waiting.length) {
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  document.querySelector("main h1").after(notice);
  notice.textContent = "Sending answers kept on this device…";
  persist(async () => {
    const results = await Promise.all(waitingKeys().map(sendWaiting));
    const left = waitingKeys().length;
    const sent = results.filter(({ kind }) => kind === "ok").length;
    if (results.some(({ kind }) => kind === "unreachable")) {
      notice.textContent = "Offline: an answer of yours is kept on this device. It is sent when you are online again.";
      return false;
    }
    if (sent) notice.textContent = sent === 1 ? "An answer kept on this device has been sent." : `${sent} answers kept on this device have been sent.`;
    else notice.textContent = `${left} answer${left === 1 ? " is" : "s are"} kept on this device and could not be sent${reason(results)}`;
    return true;
  });
}

function reason(results) {
  if (results.some(({ reply }) => reply?.closed)) return ", because the campaign is closed.";
  if (results.some(({ reply }) => reply?.onHold)) return ", because you have been put on hold in the campaign.";
  return ": open the campaign again, signed in as the same judge.";
}
