// The item of the start page by keyboard: a digit ranks the output that has the focus, or the first without a rank
// while nothing has it, and goes on to the next.

const form = document.getElementById("tryout");
const outputs = [...form.querySelectorAll(".output")];
const ranked = (output) => output.querySelector("input:checked");

document.addEventListener("keydown", (event) => {
  const nowhere = event.target === document.body;
  const output = nowhere ? outputs.find((one) => !ranked(one)) : event.target.closest("#tryout .output");
  if (!output || event.ctrlKey || event.altKey || event.metaKey) return;
  const radio = output.querySelector(`input[value="${CSS.escape(event.key)}"]`);
  if (!radio) return;
  event.preventDefault();
  radio.checked = true;
  const at = outputs.indexOf(output);
  const next = [...outputs.slice(at + 1), ...outputs.slice(0, at)].find((other) => !ranked(other));
  (next ? next.querySelector("input") : radio).focus();
});
for (const hint of form.querySelectorAll(".only-with-keyboard")) hint.hidden = false;
