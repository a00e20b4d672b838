// The form of a new campaign: drop files onto the native inputs, see what was chosen, and get an early warning about files that are too big.

import { gettext, ngettext } from "./language.js";

const form = document.getElementById("campaign-form");
const tooBig = document.getElementById("too-big");
const mostBytes = Number(form.dataset.mostMegabytes) * 1024 * 1024;
const inputs = [...form.querySelectorAll('input[type="file"]')];

for (const zone of form.querySelectorAll("[data-dropzone]")) {
  const input = zone.querySelector('input[type="file"]');
  for (const kind of ["dragenter", "dragover"]) {
    zone.addEventListener(kind, (event) => {
      if (![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      zone.classList.add("over");
    });
  }
  zone.addEventListener("dragleave", (event) => {
    if (!zone.contains(event.relatedTarget)) zone.classList.remove("over");
  });
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer.files.length) setFiles(input, merged(input, event.dataTransfer.files));
  });
  input.addEventListener("change", () => show(input));
  show(input);
}
// A file dropped beside the fields would make the browser leave the page and lose the form.
for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());

form.addEventListener("submit", (event) => {
  if (!checkSize()) {
    event.preventDefault();
    tooBig.scrollIntoView({ block: "center" });
  }
});

function merged(input, dropped) {
  const byName = new Map((input.multiple ? [...input.files] : []).map((file) => [file.name, file]));
  for (const file of dropped) byName.set(file.name, file);
  const files = [...byName.values()];
  return input.multiple ? files : files.slice(-1);
}

function setFiles(input, files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  show(input);
}

function show(input) {
  const place = form.querySelector(`[data-chosen="${input.id}"]`);
  place.replaceChildren();
  const files = [...input.files];
  if (input.multiple && files.length) {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const summary = document.createElement("p");
    summary.className = "small muted";
    summary.textContent = ngettext("%(count)s file chosen, %(size)s", "%(count)s files chosen, %(size)s", files.length, { size: readable(total) });
    const list = document.createElement("ul");
    for (const file of files) list.append(entry(input, file));
    place.append(summary, list);
  }
  checkSize();
}

function entry(input, file) {
  const item = document.createElement("li");
  const name = document.createElement("bdi");
  name.className = "file-name";
  name.textContent = file.name;
  const size = document.createElement("span");
  size.className = "muted small";
  size.textContent = readable(file.size);
  const remove = document.createElement("button");
  remove.type = "button";
  remove.className = "link-button small";
  remove.textContent = gettext("remove");
  remove.setAttribute("aria-label", gettext("Remove %(name)s", { name: file.name }));
  remove.addEventListener("click", () => {
    setFiles(input, [...input.files].filter((other) => other !== file));
    input.focus();
  });
  item.append(name, " ", size, " ", remove);
  return item;
}

function checkSize() {
  const files = inputs.flatMap((input) => [...input.files]);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const most = Number(inputs[0].dataset.mostFiles);
  let message = "";
  if (total > mostBytes) {
    message = gettext("The files have %(size)s together; at most %(most)s MB are accepted at once. Put them into a zip archive, or leave some out.", { size: readable(total), most: form.dataset.mostMegabytes });
  } else if (files.length > most) {
    message = gettext("These are %(number)s files; at most %(most)s are accepted at once. Put them into one zip archive.", { number: files.length, most });
  }
  tooBig.textContent = message;
  tooBig.hidden = !message;
  return !message;
}

function readable(bytes) {
  if (bytes < 1024) return gettext("%(number)s bytes", { number: bytes });
  const units = ["KB", "MB", "GB"];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const number = value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false });
  return `${number} ${units[unit]}`;
}

// The address follows the title until somebody types an address.
const title = form.elements.title;
const slug = form.elements.slug;
let slugIsOurs = slug.value === "" || slug.value === slugOf(title.value);
title.addEventListener("input", followTitle);
// A title may have been typed before this script came.
followTitle();
slug.addEventListener("input", () => {
  slugIsOurs = slug.value === "";
});

function followTitle() {
  if (slugIsOurs) slug.value = slugOf(title.value);
}

// As the server does it: Latin letters lose their accents, letters of other scripts stay as they are.
function slugOf(text) {
  const whole = text.split(/\s+/).map(partOf).filter(Boolean).join("-");
  return [...whole].slice(0, 60).join("").replace(/^[-_]+|[-_]+$/g, "");
}

function partOf(word) {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = /^[\x00-\x7f]*$/.test(plain) ? plain : word.normalize("NFKC");
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]/gu, "")
    .replace(/-+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");
}

// The field for document ids appears with the choice that needs it.
for (const part of form.querySelectorAll("[data-only-with]")) {
  const [name, value] = part.dataset.onlyWith.split("=");
  const update = () => {
    part.hidden = form.elements[name].value !== value;
  };
  form.addEventListener("change", update);
  update();
}

await import("./corpus-busy.js");
