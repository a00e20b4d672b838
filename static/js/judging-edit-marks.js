// Marks on single edits, where the campaign offers them: each edit becomes a button that opens the choice of its mark.

const VERDICTS = ["", "wrong", "unneeded"];
const GAP = 6; // pixels between an edit and the choice of its mark
const NOTHING = { read: () => "", write() {} };

/**
 * Make the edits of `sheet` buttons. `changed()` is called after each choice, `isLocked()` tells that nothing may
 * change now, `announce(words)` is heard. Everything hangs on `sheet`: another item in its place is set up anew.
 *
 * Returns `read()`, the marks as one text in the order of the page, and `write(marks)`.
 */
export function setUpEditMarks(sheet, { changed, isLocked, announce }) {
  const legend = sheet.querySelector("#marks-legend[data-none]");
  if (!legend) return NOTHING;
  const words = legend.dataset;
  const field = legend.querySelector("input[name=marks]");
  const choice = legend.querySelector("#mark-window");
  const choices = [...choice.querySelectorAll("button")];
  let pressed = null;
  const edits = [...sheet.querySelectorAll(".edit-mark[data-place]")];
  // The list is for pages without scripts. In a page that a script has read it is there, and would be sent.
  for (const list of sheet.querySelectorAll("noscript")) list.remove();
  for (const edit of edits) {
    for (const inner of edit.querySelectorAll("[tabindex]")) inner.removeAttribute("tabindex");
    // An item that comes back, because its answer was refused, has it already.
    if (!edit.querySelector(".edit-state")) edit.append(stateFor());
  }
  offer();
  keep();
  new MutationObserver(offer).observe(sheet, { attributes: true, attributeFilter: ["data-edits"] });
  sheet.addEventListener("click", (event) => press(event.target.closest(".edit-mark[role=button]")));
  choice.addEventListener("click", (event) => choose(event.target.closest("button")));
  choice.addEventListener("beforetoggle", (event) => {
    if (event.newState === "closed") pressed?.removeAttribute("aria-expanded");
  });
  sheet.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const edit = event.target.closest(".edit-mark[role=button]");
    if (!edit || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) press(edit);
  });
  return {
    read: () => field.value,
    write(marks) {
      const given = new Map(marks.split(" ").filter(Boolean).map(divided));
      for (const edit of edits) show(edit, given.get(edit.dataset.place) ?? "");
      keep();
    },
  };

  function press(edit) {
    if (!edit || isLocked()) return;
    pressed = edit;
    choice.querySelector("#mark-words").textContent = edit.dataset.words;
    for (const button of choices) {
      button.hidden = !button.dataset.verdict && !edit.dataset.verdict;
      button.setAttribute("aria-pressed", button.dataset.verdict === edit.dataset.verdict);
    }
    choice.showPopover();
    edit.setAttribute("aria-expanded", "true");
    place(edit.getClientRects());
    choices[0].focus();
  }

  /** Below the edit, or above where there is no room, and within the window. */
  function place(parts) {
    const { offsetWidth: width, offsetHeight: height } = choice;
    const last = parts[parts.length - 1];
    const below = last.bottom + GAP + height <= innerHeight;
    choice.style.left = `${Math.max(GAP, Math.min(last.left, innerWidth - width - GAP))}px`;
    choice.style.top = `${Math.max(GAP, below ? last.bottom + GAP : parts[0].top - GAP - height)}px`;
  }

  function choose(button) {
    if (!button) return;
    const edit = pressed;
    choice.hidePopover();
    edit.focus({ preventScroll: true });
    if (isLocked()) return;
    show(edit, button.dataset.verdict);
    keep();
    announce(words[edit.dataset.verdict ?? "none"]);
    changed();
  }

  function show(edit, verdict) {
    if (VERDICTS.indexOf(verdict) > 0) edit.dataset.verdict = verdict;
    else delete edit.dataset.verdict;
    tell(edit);
  }

  /** The words of an edit are its name; its mark is heard after them. */
  function tell(edit) {
    edit.querySelector(".edit-state").textContent = `, ${words[edit.dataset.verdict ?? "none"]}`;
  }

  /** What is shown as plain text cannot be pressed. */
  function offer() {
    const plain = sheet.dataset.edits === "plain";
    for (const edit of edits) {
      if (plain) {
        for (const name of ["role", "tabindex"]) edit.removeAttribute(name);
        edit.querySelector(".edit-state").textContent = "";
      } else {
        edit.setAttribute("role", "button");
        edit.tabIndex = 0;
        tell(edit);
      }
    }
  }

  function keep() {
    field.value = edits.filter((edit) => edit.dataset.verdict)
      .map((edit) => `${edit.dataset.place}:${edit.dataset.verdict}`).join(" ");
  }
}

function stateFor() {
  const state = document.createElement("bdi");
  state.className = "visually-hidden edit-state";
  state.lang = document.documentElement.lang;
  return state;
}

function divided(mark) {
  const end = mark.lastIndexOf(":");
  return [mark.slice(0, end), mark.slice(end + 1)];
}
