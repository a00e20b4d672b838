// Copy links; without this script they can be selected and copied by hand.

import { gettext } from "./language.js";

const status = document.getElementById("copy-status");

for (const button of document.querySelectorAll("[data-copy]")) {
  const link = document.getElementById(button.dataset.copy);
  button.hidden = false;
  const select = () => (link.select ? link.select() : getSelection().selectAllChildren(link));
  button.addEventListener("click", () => copy(button, link.value ?? link.textContent, select));
}

const all = document.querySelector("[data-copy-all]");
if (all) {
  all.hidden = false;
  all.addEventListener("click", () => {
    const lines = [...document.querySelectorAll("[data-link-name]")].map((link) => `${link.dataset.linkName}\t${link.textContent}`);
    copy(all, lines.join("\n"), () => {});
  });
}

async function copy(button, text, otherwise) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    otherwise();
    status.textContent = gettext("The browser does not allow copying. The text is selected; copy it with the keyboard.");
    return;
  }
  // The words that are seen; others beside them are only heard.
  const label = [...button.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const words = (button.dataset.words ??= label.textContent);
  label.textContent = gettext("Copied");
  status.textContent = gettext("Copied.");
  setTimeout(() => {
    label.textContent = words;
  }, 2000);
}
