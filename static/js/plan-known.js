// The known answer of an item: digits rank the output that has the focus, as on the judging page.

import { listenToKeys } from "./judging-keys.js";
import { nextMissing, ranksInWords } from "./judging-ranks.js";

const form = document.getElementById("known");
const outputs = [...form.querySelectorAll(".output")];
const radios = outputs.map((output) => [...output.querySelectorAll("input[type=radio]")]);
const history = [];
let ranks = chosen();

form.addEventListener("change", (event) => {
  if (!event.target.closest(".output")) return;
  history.push(ranks);
  tell();
});
// The fields are back as they were only after the event.
form.addEventListener("reset", () => setTimeout(tell));

listenToKeys({
  rank(number) {
    if (number > outputs.length) return;
    const row = here();
    change(row, number);
    const next = nextMissing(ranks, row);
    goTo(next === -1 ? row : next);
  },
  clear() {
    const row = here();
    change(row, null);
    goTo(row);
  },
  undo() {
    if (history.length) write(history.pop());
  },
  submit: () => form.requestSubmit(),
  atOutput: () => here() !== -1,
}, () => ({}), () => false);
tell();

function here() {
  return outputs.indexOf(document.activeElement?.closest(".output"));
}

function chosen() {
  return radios.map((row) => Number(row.find((radio) => radio.checked)?.value) || null);
}

function change(row, rank) {
  history.push(ranks);
  write(ranks.with(row, rank));
}

function write(next) {
  radios.forEach((row, at) => row.forEach((radio) => { radio.checked = Number(radio.value) === next[at]; }));
  tell();
}

function tell() {
  ranks = chosen();
  document.getElementById("words").textContent = ranksInWords(ranks);
}

function goTo(row) {
  (radios[row].find((radio) => radio.checked) ?? radios[row][0]).focus();
}
