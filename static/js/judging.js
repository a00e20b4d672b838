// The item page: everything here makes quicker what the plain form can do as well.

import { startClock } from "./judging-clock.js";
import { openDraft } from "./judging-draft.js";
import { setUpEditMarks } from "./judging-edit-marks.js";
import { openHistory } from "./judging-history.js";
import { listenToKeys } from "./judging-keys.js";
import { KEPT, NOT_KEPT, say, setUpToast, setUpTraining, showClock, showPause, takesFocus } from "./judging-notices.js";
import { keys, lettersOn, setUpKeySettings } from "./judging-preferences.js";
import { letterOf, lettersInTurn, missingRows, nextMissing, ranksInWords } from "./judging-ranks.js";
import { showNext } from "./judging-next.js";
import { startSubmitting } from "./judging-submit.js";
import { nextEditView, openWindow, setUpViews, showRow, stays, toggleContext } from "./judging-views.js";
import { gettext, ngettext } from "./language.js";

const NO_FIRST = gettext("No output has rank 1. Here the best output gets rank 1, even if it is not good.");
const COME_BACK = gettext("This item has come back twice. Please rank it, or flag it if you cannot.");
let form;
let guidance;
let announce;
let outputs;
let radios;
let undoSubmit;

setUpItem();

/** Begin with the item in view. */
function setUpItem() {
  form = document.getElementById("ranking");
  guidance = document.getElementById("guidance");
  announce = document.getElementById("announce");
  outputs = [...form.querySelectorAll(".output")];
  radios = outputs.map((output) => [...output.querySelectorAll("input[type=radio]")]);
  setUpViews();
  setUpKeySettings();
  undoSubmit = setUpToast();
  setUpTraining();
  if (document.getElementById("submit")) setUpRanking();
  else listenToKeys(shared(), keys, lettersOn);
  // From here on the keys do what is printed.
  document.body.classList.add("scripted");
}

function setUpRanking() {
  const base = Number(form.elements.base.value);
  const draft = openDraft({
    key: form.dataset.key,
    address: form.dataset.draft,
    base,
    revision: Number(form.dataset.revision),
    writer: form.elements.submission.value,
    tell: tellState,
    adopt,
  });
  const clock = startClock({
    start: Math.max(Number(form.elements.active.value), draft.active()),
    words: Number(form.dataset.words),
    ...showPause(() => clock.claim(), () => goTo(row)),
  });
  const history = openHistory(form.dataset.key, base);
  const edits = setUpEditMarks(document.getElementById("sheet"), {
    changed: () => changed(ranks, edits.read()),
    isLocked: () => isLocked(),
    announce: (words) => { announce.textContent = words; },
  });
  // Somebody may have ranked before this script came: such ranks are changes like all others.
  const early = ranksWhere((radio) => radio.checked);
  const shown = ranksWhere((radio) => radio.defaultChecked);
  // After a training item one goes on, unless one changes the answer.
  const goOn = document.getElementById("go-on");
  const answered = (form.dataset.answer ?? "").split(",").map((rank) => Number(rank) || null);
  let ranks = shown;
  let marks = edits.read();
  let row = Math.max(0, outputs.indexOf(document.activeElement?.closest(".output")));
  let mine = null;
  let moves = true;
  let stateHeard = "";

  showClock(clock);
  offerGoingOn();
  // Messages stand in place of the browser's own, and in the words of this page.
  form.noValidate = true;
  const submitting = startSubmitting({
    form,
    key: form.dataset.key,
    draft,
    before: () => { form.elements.active.value = clock.active(); },
    missing: () => missingRows(ranks),
    lacksFirst: () => form.dataset.firstRank === "require" && !ranks.includes(1),
    showMissing,
    showNoFirst,
    say,
    showNext: (page, address) => showNext(page, address, setUpItem),
  });
  takeUpWaiting();
  change(ranks.map((rank, at) => (early[at] === shown[at] ? rank : early[at])));
  history.resume({ ranks, marks });
  submitting.begin();
  // The input is read first: the page moves only where it stays in view.
  if (takesFocus()) goTo(missingRows(ranks)[0] ?? 0, stays());

  // A click of the mouse, a touch, Space and the arrow keys all come as a click on the radio button.
  form.addEventListener("click", (event) => {
    if (!submitting.isSending() || !event.target.closest(".rank")) return;
    event.preventDefault();
    submitting.tellSending();
  });
  form.addEventListener("change", (event) => {
    if (event.target.closest(".output")) changed(ranksWhere((radio) => radio.checked));
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    if (isLocked()) return;
    markMissing([]);
    guidance.textContent = "";
    change(ranks.map(() => null), "");
    goTo(0);
  });
  form.addEventListener("focusin", (event) => {
    const output = event.target.closest(".output");
    if (!output) return;
    row = outputs.indexOf(output);
    // By keyboard. What is clicked or touched must not move under the finger.
    if (moves && event.target.matches(":focus-visible")) showRow(output);
  });
  document.getElementById("elsewhere-mine").addEventListener("click", () => {
    if (mine) change(mine.ranks, mine.marks);
    document.getElementById("elsewhere").hidden = true;
    goTo(row);
  });

  listenToKeys({
    ...shared(),
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
    copy_above() {
      if (row === 0 || ranks[row - 1] === null) return;
      change(ranks.with(row, ranks[row - 1]));
      goTo(Math.min(row + 1, outputs.length - 1));
    },
    undo() {
      if (history.isEmpty()) {
        undoSubmit();
        return;
      }
      if (isLocked()) return;
      const before = history.pop();
      keep(before.ranks, before.marks);
    },
    next_output: () => move(1),
    previous_output: () => move(-1),
    submit: () => {
      if (goOn && !goOn.hidden) goOn.click();
      else form.requestSubmit(document.getElementById("submit"));
    },
    flag: () => openWindow("flag"),
    later,
    atOutput: () => Boolean(document.activeElement?.closest(".output")),
  }, keys, lettersOn);

  /** Show what this device has and the server has not: an answer that waits, or a draft. */
  function takeUpWaiting() {
    const fields = submitting.waitingFields();
    if (fields) write(ranks.map((_, at) => Number(fields[`rank-${at}`]) || null), fields.marks ?? marks);
    else takeUpDraft();
  }

  function later() {
    const postponing = document.getElementById("postponing");
    if (postponing) postponing.requestSubmit();
    else guidance.textContent = base ? gettext("You have answered this item already, so it cannot be skipped.") : COME_BACK;
  }

  function takeUpDraft() {
    const waiting = draft.waiting();
    if (!waiting || waiting.ranks.length !== ranks.length || isShown(waiting)) return;
    if (waiting.behind) {
      tellElsewhere(gettext("Showing newer ranks from another window or device."), waiting);
      return;
    }
    keep(waiting.ranks, waiting.marks ?? marks);
    announce.textContent = gettext("Your ranks were kept on this device.");
  }

  function adopt({ ranks: news, marks: newMarks, lost, finished }) {
    const differs = news && news.length === ranks.length && !isShown({ ranks: news, marks: newMarks });
    if (differs) {
      history.push({ ranks, marks });
      write(news, newMarks ?? marks);
    }
    if (finished) {
      tellElsewhere(gettext("You have submitted this item in another window. What you submit here replaces it."), lost);
    } else if (differs) {
      tellElsewhere(gettext("Changed in another window or on another device: showing the newer ranks."), lost);
    }
    say("");
  }

  function tellElsewhere(words, lost) {
    mine = lost ?? null;
    document.getElementById("elsewhere-words").textContent = words;
    document.getElementById("elsewhere-mine").hidden = !mine;
    document.getElementById("elsewhere").hidden = false;
    announce.textContent = words;
  }

  function isShown(answer) {
    return answer.ranks.join() === ranks.join() && (answer.marks ?? marks) === marks;
  }

  function change(next, nextMarks = marks) {
    writeRadios(next);
    edits.write(nextMarks);
    changed(next, nextMarks);
  }

  function changed(next, nextMarks = marks) {
    if (isShown({ ranks: next, marks: nextMarks })) return;
    if (isLocked()) {
      writeRadios(ranks);
      edits.write(marks);
      return;
    }
    history.push({ ranks, marks });
    keep(next, nextMarks);
  }

  /** While an answer is being sent nothing may be shown that is not in it. */
  function isLocked() {
    if (submitting.isSending()) submitting.tellSending();
    return submitting.isSending();
  }

  function keep(next, nextMarks) {
    write(next, nextMarks);
    history.stand({ ranks, marks });
    submitting.changed();
    draft.keep(ranks, clock.active(), marks);
  }

  function write(next, nextMarks) {
    ranks = next;
    writeRadios(next);
    edits.write(nextMarks);
    marks = edits.read();
    // Heard when it is written: not again for a mark, which is heard by itself.
    const words = document.getElementById("words");
    if (words.textContent !== ranksInWords(next)) words.textContent = ranksInWords(next);
    offerGoingOn();
    const missing = missingRows(next);
    const noFirst = document.getElementById("no-first");
    if (noFirst) noFirst.hidden = missing.length > 0 || next.includes(1);
    if (outputs.some((output) => output.classList.contains("needs-rank"))) {
      markMissing(missing.filter((other) => outputs[other].classList.contains("needs-rank")));
      guidance.textContent = missing.length ? missingInWords(missing) : "";
    } else if (missing.length || next.includes(1) || guidance.textContent !== NO_FIRST) guidance.textContent = "";
  }

  function offerGoingOn() {
    if (!goOn) return;
    const submit = document.getElementById("submit");
    goOn.hidden = ranks.join() !== answered.join();
    submit.hidden = !goOn.hidden;
    submit.classList.toggle("primary", goOn.hidden);
    goOn.classList.toggle("primary", !goOn.hidden);
  }

  function showMissing(rows) {
    document.getElementById("flag")?.hidePopover();
    markMissing(rows);
    guidance.textContent = missingInWords(rows);
    goTo(rows[0]);
  }

  function showNoFirst() {
    document.getElementById("flag")?.hidePopover();
    guidance.textContent = NO_FIRST;
    goTo(ranks.indexOf(Math.min(...ranks)));
  }

  function move(step) {
    const here = document.activeElement?.closest(".output");
    goTo(here ? Math.max(0, Math.min(outputs.length - 1, row + step)) : row);
  }

  function goTo(target, scrolls = true) {
    row = target;
    const radio = radios[row].find((one) => one.checked) ?? radios[row][0];
    moves = false;
    radio.focus({ preventScroll: true });
    moves = true;
    if (scrolls) showRow(outputs[row]);
  }

  function tellState(state, kept) {
    if (submitting.isBusy()) return;
    const words = (kept ? KEPT : NOT_KEPT)[state];
    say(words);
    // Heard once: each rank would be too often.
    const heard = ["saving", "saved"].includes(state) ? "" : words;
    if (heard && announce.textContent !== heard) announce.textContent = heard;
    // Only what this function said is not so any more.
    if (state === "saved" && announce.textContent === stateHeard) announce.textContent = "";
    if (heard) stateHeard = heard;
  }
}

/** What works on every item, also on one that takes no ranks. */
function shared() {
  return {
    rank() {},
    clear() {},
    copy_above() {},
    next_output() {},
    previous_output() {},
    submit() {},
    flag() {},
    later() {},
    atOutput: () => false,
    undo: undoSubmit,
    previous_item: () => document.getElementById("previous")?.click(),
    next_unfinished() {
      const unfinished = document.getElementById("next-unfinished") ?? document.getElementById("going-on");
      if (unfinished) unfinished.requestSubmit();
      else announce.textContent = gettext("This item is not finished.");
    },
    context() { announce.textContent = toggleContext(); },
    edits() { announce.textContent = nextEditView(); },
    guidelines: () => openWindow("guidelines"),
    help: () => openWindow("help"),
  };
}

function ranksWhere(isChosen) {
  return radios.map((group) => {
    const chosen = group.find(isChosen);
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
  return ngettext("%(count)s output left: %(letters)s", "%(count)s outputs left: %(letters)s", rows.length, { letters: lettersInTurn(rows.map(letterOf)) });
}
