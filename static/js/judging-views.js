// What the page shows: edits in three ways, the context, the input in two lines while one scrolls, windows.

import { listen } from "./judging-life.js";
import { prefer, preference } from "./judging-preferences.js";
import { readStored, store } from "./judging-store.js";
import { gettext } from "./language.js";

const EDIT_VIEWS = ["marked", "old", "plain"];
const WORDS = { marked: gettext("marked"), old: gettext("marked, with the original words"), plain: gettext("plain text") };
const GAP = 16; // pixels between what stays in view and what is brought there
let sheet;
let outputs;
let source;
let makeRoom = () => {};

export function setUpViews() {
  sheet = document.getElementById("sheet");
  outputs = [...document.querySelectorAll(".output")];
  source = document.getElementById("source");
  document.getElementById("settings").hidden = false;
  for (const radio of document.querySelectorAll("input[name=edit-view]")) {
    radio.addEventListener("change", () => showEdits(radio.value));
  }
  // Not offered where the sentence stands alone.
  const context = document.getElementById("context-shown");
  context?.addEventListener("change", () => showContext(context.checked));
  const button = document.getElementById("edits-button");
  button.hidden = false;
  button.addEventListener("click", nextEditView);
  if (preference("edits")) showEdits(preference("edits"));
  if (context && preference("context")) showContext(preference("context") !== "hidden");
  // A hint belongs to the first item that has it.
  const { key } = document.getElementById("ranking").dataset;
  for (const hint of document.querySelectorAll("[data-once]")) {
    const name = `hint.${hint.dataset.once}`;
    const first = readStored(name) ?? key;
    if (first === key) store(name, key);
    else hint.hidden = true;
  }
  const menu = document.getElementById("more");
  menu.addEventListener("click", (event) => {
    if (event.target.closest("a, button")) menu.hidePopover();
  });
  setUpSource();
}

export function nextEditView() {
  showEdits(EDIT_VIEWS[(EDIT_VIEWS.indexOf(sheet.dataset.edits) + 1) % EDIT_VIEWS.length]);
  return gettext("Edits: %(view)s", { view: WORDS[sheet.dataset.edits] });
}

export function toggleContext() {
  if (!document.querySelector(".context")) return gettext("There are no sentences around this input.");
  showContext(sheet.dataset.context === "hidden");
  return sheet.dataset.context === "hidden" ? gettext("The sentences around the input are hidden.") : gettext("The sentences around the input are shown.");
}

export function openWindow(name) {
  const shown = document.getElementById(name);
  shown?.showPopover();
  shown?.querySelector("input:not([type=hidden]), button")?.focus();
}

function showEdits(view) {
  sheet.dataset.edits = EDIT_VIEWS.includes(view) ? view : "marked";
  document.getElementById("edits-words").textContent = WORDS[sheet.dataset.edits];
  document.querySelector(`input[name=edit-view][value=${sheet.dataset.edits}]`).checked = true;
  prefer("edits", sheet.dataset.edits);
}

function showContext(shown) {
  sheet.dataset.context = shown ? "shown" : "hidden";
  document.getElementById("context-shown").checked = shown;
  prefer("context", sheet.dataset.context);
}

// Where the input does not stay in view, two lines of it do, as long as the whole is out of sight.
function setUpSource() {
  const again = document.getElementById("source-again");
  const words = document.getElementById("source-again-words");
  const bar = document.querySelector(".judge-bar");
  const pause = document.getElementById("paused");
  const input = source.querySelector(".input");
  words.textContent = input.textContent;
  // In a very low window the sentence before may fill what is left of it.
  if (source.getBoundingClientRect().top < innerHeight && input.getBoundingClientRect().top > innerHeight - 24) input.scrollIntoView({ block: "center" });
  again.addEventListener("click", () => {
    source.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  });
  // An observer of elements that are gone is gone with them.
  new IntersectionObserver(([entry]) => {
    again.hidden = stays() || entry.isIntersecting || entry.boundingClientRect.top > 0;
  }).observe(source);
  // The current row must never lie under the parts that stay in view, however high they are.
  let taken = null;
  makeRoom = () => {
    const root = document.documentElement.style;
    const strip = getComputedStyle(pause).position === "sticky" ? pause.offsetHeight : 0;
    const below = getComputedStyle(bar).position === "sticky" ? bar.offsetHeight : 0;
    root.setProperty("--pause-strip", `${strip}px`);
    // The card leaves room for the highest row, and is scrolled itself then; two lines of it stay at least.
    const highest = Math.max(0, ...outputs.map((output) => output.offsetHeight));
    root.setProperty("--source-room", `max(5.5rem, ${innerHeight - below - strip - highest - 3 * GAP}px)`);
    // A card with more than it shows can be scrolled by keyboard, and fades out below.
    if (source.scrollHeight > source.clientHeight + 1) source.tabIndex = 0;
    else source.removeAttribute("tabindex");
    const above = strip + (stays() ? source.offsetHeight + GAP : heightOf(again));
    root.scrollPaddingTop = `${above + GAP / 2}px`;
    root.scrollPaddingBottom = `${below + GAP / 2}px`;
    // What was in view stays in view; where the judge has scrolled elsewhere, the page stays there.
    const grown = taken ? Math.max(0, above - taken.above) + Math.max(0, below - taken.below) : 0;
    taken = { above, below };
    const row = document.activeElement?.closest(".output")?.getBoundingClientRect();
    if (!grown || !row) return;
    const hidden = Math.max(above - row.top, row.bottom - (innerHeight - below));
    if (hidden > 0 && hidden <= grown + GAP) scrollToRow(document.activeElement.closest(".output"));
  };
  const room = new ResizeObserver(() => makeRoom());
  for (const one of [source, bar, pause, ...outputs]) room.observe(one);
  listen(window, "resize", () => makeRoom());
  makeRoom();
}

/** Whether the input stays in view while one scrolls. */
export function stays() {
  return getComputedStyle(source).position === "sticky";
}

/** Bring an output into view, whole where there is room for it, and in any case with its ranks. */
export function showRow(output) {
  makeRoom(); // words that were written just now may have made the bar higher
  scrollToRow(output);
}

function scrollToRow(output) {
  output.scrollIntoView({ block: "nearest" });
  const focused = output.contains(document.activeElement) ? document.activeElement.closest(".rank") : null;
  (focused ?? output.querySelector(".scale")).scrollIntoView({ block: "nearest" });
}

// Shown only while the input is out of sight, but its height counts before.
function heightOf(hidden) {
  const was = hidden.hidden;
  hidden.hidden = false;
  const height = hidden.offsetHeight;
  hidden.hidden = was;
  return height;
}
