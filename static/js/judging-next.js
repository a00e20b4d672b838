// From one item to the next without loading a page: the answer to a submission brings the next item along.

import { beginLife } from "./judging-life.js";
import { announce } from "./judging-notices.js";
import { inSequence } from "./language.js";

let shownPath = location.pathname;

// A step back or forward between items that shared a page: the server says what they are now.
window.addEventListener("popstate", () => {
  if (location.pathname !== shownPath) location.reload();
});

/** Show `page`, the HTML of the item at `address`, in place of the item in view. `setUpItem()` begins with it. */
export function showNext(page, address, setUpItem) {
  const { body, title } = new DOMParser().parseFromString(page, "text/html");
  beginLife();
  history.pushState(null, "", address);
  shownPath = location.pathname;
  document.title = title;
  document.body.replaceWith(document.adoptNode(body));
  window.scrollTo(0, 0);
  setUpItem();
  // A region that was there from the start is not heard; a change to it is. What the judge did meanwhile goes before.
  setTimeout(() => {
    announce(inSequence(document.getElementById("announce").textContent, title.split(" · ")[0]));
  }, 100);
}
