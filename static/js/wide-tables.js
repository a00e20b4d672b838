// A table that goes on beyond its box says so, and fades at the edge until its last column has come into view.

const words = document.querySelector("#table-more");
const told = new WeakMap();

function look(box) {
  const hidden = box.scrollWidth - box.clientWidth;
  // From right to left, the place is counted below zero.
  box.classList.toggle("goes-on", hidden > 1 && Math.abs(box.scrollLeft) < hidden - 1);
  if (hidden > 1 && !told.has(box)) {
    told.set(box, words.content.firstElementChild.cloneNode(true));
    box.after(told.get(box));
  }
  if (told.has(box)) told.get(box).hidden = hidden <= 1;
}

const watcher = new ResizeObserver((entries) => entries.forEach((entry) => look(entry.target)));
for (const box of document.querySelectorAll(".table-scroll")) {
  box.addEventListener("scroll", () => look(box), { passive: true });
  watcher.observe(box);
}
