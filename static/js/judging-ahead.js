// The next item's page, fetched while this one is being ranked, and shown the moment this one is submitted.

import { beginLife } from "./judging-life.js";
import { ask } from "./judging-server.js";

const MARGIN = 15; // seconds before the server gives the item to others
let held = null;
let asking = null;
// The address may be put right after this script has come.
let shownPath = new URL(document.getElementById("ranking").getAttribute("action"), location.href).pathname;

// A step back or forward between items that shared a page: the server says what they are now.
window.addEventListener("popstate", () => {
  if (location.pathname !== shownPath) location.reload();
});
window.addEventListener("pagehide", giveBack);

/** Fetch the next item, once, if this one (its `form`) may be followed by another. */
export async function wantAhead(form) {
  const address = form.dataset.ahead;
  if (!address || asking || (held && !isOld(held)) || !navigator.onLine) return;
  const own = new AbortController();
  asking = own;
  held = null;
  const { kind, reply } = await ask(address, "{}", { stopper: own.signal });
  if (asking !== own) return;
  asking = null;
  if (kind === "ok" && reply.next) {
    // Read now, while the judge is ranking: at Enter every millisecond is waited for.
    const page = new DOMParser().parseFromString(reply.page, "text/html");
    held = { ...reply, page, until: performance.now() + 1000 * (reply.seconds - MARGIN) };
  }
  // There is nothing to fetch for this item.
  else if (kind === "ok") delete form.dataset.ahead;
}

/** Whether the next item has been asked for and is not there yet. The server may lend it all the same. */
export function isAsking() {
  return asking !== null;
}

/** The page that was fetched, {next, key, page} with a document; null where none is there in time. It is the caller's now. */
export function takeAhead() {
  asking?.abort();
  asking = null;
  const taken = held && !isOld(held) && navigator.onLine ? held : null;
  if (taken) held = null;
  return taken;
}

/** Put `body` in place of the page's, as if it had been loaded from `address`. */
export function showBody(body, title, address, { replaces = false } = {}) {
  beginLife();
  history[replaces ? "replaceState" : "pushState"](null, "", address);
  shownPath = location.pathname;
  document.title = title;
  document.body.replaceWith(document.adoptNode(body));
  window.scrollTo(0, 0);
}

function isOld(page) {
  return performance.now() > page.until;
}

// What was fetched and not shown goes to others at once.
function giveBack() {
  asking?.abort();
  asking = null;
  if (!held) return;
  ask(held.next + "give-back/", "{}", { keepalive: true });
  held = null;
}
