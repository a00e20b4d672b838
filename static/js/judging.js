// The item page: everything here makes quicker what the plain form can do as well.

import { startClock } from "./judging-clock.js";
import { dropOldDrafts, openDraft, preference } from "./judging-draft.js";
import { listenToKeys } from "./judging-keys.js";
import { letterOf, missingRows, nextMissing, ranksInWords } from "./judging-ranks.js";

const EDIT_VIEWS = ["marked", "old", "plain"];
const form = document.getElementById("ranking");
const sheet = document.getElementById("sheet");
const saved = document.getElementById("saved");
const guidance = document.getElementById("guidance");
const submitButton = document.getElementById("submit");
const outputs = [...form.querySelectorAll(".output")];
const radios = outputs.map((output) => [...output.querySelectorAll("input[type=radio]")]);

setUpViews();
if (submitButton) setUpRanking();

function setUpRanking() {
  const shown = readRanks();
  const draft = openDraft(form.dataset.key, defaultRanks());
  const kept = draft.read();
  const clock = startClock(kept?.active ?? Number(form.elements.active.value), Number(form.dataset.words));
  const history = [];
  let ranks = shown;
  let row = 0;
  let sending = false;

  dropOldDrafts();
  // Messages stand in place of the browser's own, and in the words of this page.
  form.noValidate = true;
  if (kept && kept.ranks.some((rank) => rank !== null) && kept.ranks.join() !== shown.join()) {
    write(kept.ranks);
    say("Your ranks were kept on this device.");
  }
  // On touch screens a focus that nobody set is only a puzzling ring, and it may scroll the input away.
  if (matchMedia("(hover: hover)").matches && !document.activeElement?.closest(".output, .notice")) {
    goTo(missingRows(ranks)[0] ?? 0);
  }

  form.addEventListener("change", () => changed(readRanks()));
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    change(ranks.map(() => null));
    guidance.textContent = "";
    markMissing([]);
    goTo(0);
  });
  form.addEventListener("focusin", (event) => {
    const output = event.target.closest(".output");
    if (output) row = outputs.indexOf(output);
  });
  form.addEventListener("submit", (event) => {
    const missing = missingRows(ranks);
    if (sending || missing.length) event.preventDefault();
    if (sending) return;
    if (missing.length) {
      markMissing(missing);
      goTo(missing[0]);
      guidance.textContent = missingInWords(missing);
      return;
    }
    send(event, form);
  });
  const skipping = document.getElementById("skipping");
  skipping?.addEventListener("submit", (event) => {
    if (sending) event.preventDefault();
    else send(event, skipping);
  });
  // Coming back with the browser's Back button revives the page as it was left.
  window.addEventListener("pageshow", () => { setSending(false); });
  window.addEventListener("pagehide", () => { if (!sending) keep(); });
  window.addEventListener("online", () => say("Back online."));

  listenToKeys({
    rank(number) {
      if (number > outputs.length) return;
      change(ranks.with(row, number));
      const next = nextMissing(ranks, row);
      goTo(next === -1 ? row : next);
    },
    clear() {
      change(ranks.with(row, null));
      goTo(row);
    },
    copyAbove() {
      if (row === 0 || ranks[row - 1] === null) return;
      change(ranks.with(row, ranks[row - 1]));
      goTo(Math.min(row + 1, outputs.length - 1));
    },
    undo() {
      if (!history.length) return;
      write(history.pop());
      keep();
    },
    move(step) {
      const here = document.activeElement?.closest(".output");
      goTo(here ? Math.max(0, Math.min(outputs.length - 1, row + step)) : row);
    },
    submit: () => form.requestSubmit(submitButton),
    open: openWindow,
    atOutput: () => Boolean(document.activeElement?.closest(".output")),
    lettersOn: () => preference("letter-keys") !== "off",
    toggleContext,
    nextEditView,
  });

  function change(next) {
    writeRadios(next);
    changed(next);
  }

  function changed(next) {
    if (next.join() === ranks.join()) return;
    history.push(ranks);
    write(next);
    keep();
  }

  function write(next) {
    ranks = next;
    writeRadios(next);
    document.getElementById("words").textContent = ranksInWords(next);
    const missing = missingRows(next);
    document.getElementById("no-first").hidden = missing.length > 0 || next.includes(1);
    if (outputs.some((output) => output.classList.contains("needs-rank"))) {
      const marked = missing.filter((other) => outputs[other].classList.contains("needs-rank"));
      markMissing(marked);
      guidance.textContent = missing.length ? missingInWords(missing) : "";
    }
  }

  function keep() {
    const kept = draft.keep(ranks, clock());
    if (!kept) say("Not kept: this device stores nothing for this site");
    else say(navigator.onLine ? "Kept on this device" : "Offline: kept on this device");
  }

  function goTo(target) {
    row = target;
    (radios[row].find((radio) => radio.checked) ?? radios[row][0]).focus();
  }

  function send(event, sent) {
    keep();
    if (!navigator.onLine) {
      event.preventDefault();
      say("You are offline. Your ranks are kept on this device: submit again when you are back.");
      return;
    }
    sent.elements.active.value = clock();
    setSending(true);
    say("Saving…");
  }

  function setSending(now) {
    sending = now;
    submitButton.setAttribute("aria-disabled", String(now));
  }
}

function setUpViews() {
  document.getElementById("edit-views").hidden = false;
  for (const radio of document.querySelectorAll("input[name=edit-view]")) {
    radio.addEventListener("change", () => showEdits(radio.value));
  }
  const context = document.getElementById("context-shown");
  context.addEventListener("change", () => showContext(context.checked));
  const letters = document.getElementById("letter-keys");
  letters.checked = preference("letter-keys") !== "off";
  letters.addEventListener("change", () => preference("letter-keys", letters.checked ? "on" : "off"));
  showEdits(preference("edit-view") ?? "marked");
  showContext(preference("context") !== "hidden");
  // What has the focus must never lie under the parts that stay in view.
  const source = document.getElementById("source");
  const bar = document.querySelector(".judge-bar");
  const room = new ResizeObserver(() => {
    const stays = getComputedStyle(source).position === "sticky";
    document.documentElement.style.scrollPaddingTop = `${stays ? source.offsetHeight + 24 : 16}px`;
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 16}px`;
  });
  room.observe(source);
  room.observe(bar);
}

function readRanks() {
  return radios.map((group) => {
    const chosen = group.find((radio) => radio.checked);
    return chosen ? Number(chosen.value) : null;
  });
}

function defaultRanks() {
  return radios.map((group) => {
    const chosen = group.find((radio) => radio.defaultChecked);
    return chosen ? Number(chosen.value) : null;
  });
}

function writeRadios(ranks) {
  radios.forEach((group, row) => group.forEach((radio) => { radio.checked = Number(radio.value) === ranks[row]; }));
}

function markMissing(rows) {
  outputs.forEach((output, row) => output.classList.toggle("needs-rank", rows.includes(row)));
}

function missingInWords(rows) {
  return `${rows.length} output${rows.length === 1 ? "" : "s"} left: ${rows.map(letterOf).join(", ")}`;
}

function say(words) {
  saved.textContent = words;
}

function openWindow(name) {
  const shown = document.getElementById(name);
  shown?.showPopover();
  shown?.querySelector("input:not([type=hidden]), button")?.focus();
}

function nextEditView() {
  showEdits(EDIT_VIEWS[(EDIT_VIEWS.indexOf(sheet.dataset.edits) + 1) % EDIT_VIEWS.length]);
  say({ marked: "Edits are marked", old: "Edits are marked, with the old words", plain: "Plain text" }[sheet.dataset.edits]);
}

function showEdits(view) {
  sheet.dataset.edits = EDIT_VIEWS.includes(view) ? view : "marked";
  preference("edit-view", sheet.dataset.edits);
  document.querySelector(`input[name=edit-view][value=${sheet.dataset.edits}]`).checked = true;
}

function toggleContext() {
  showContext(sheet.dataset.context === "hidden");
}

function showContext(shown) {
  sheet.dataset.context = shown ? "shown" : "hidden";
  preference("context", sheet.dataset.context);
  document.getElementById("context-shown").checked = shown;
}
