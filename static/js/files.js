// Forms with files: drop files onto the native inputs, see what was chosen, and get an early warning about files that are too big.


// The warning is where a form has data-most-megabytes and a place for it.
for (const form of document.querySelectorAll('form[enctype="multipart/form-data"]')) {
  const inputs = [...form.querySelectorAll('input[type="file"]')];
  for (const input of inputs) acceptDrops(form, input);
  form.addEventListener("submit", (event) => {
    if (checkSize(form)) return;
    event.preventDefault();
    warningOf(form).scrollIntoView({ block: "center" });
  });
}
// A file dropped beside the fields would make the browser leave the page and lose the form.
for (const kind of ["dragover", "drop"]) window.addEventListener(kind, (event) => event.preventDefault());

function acceptDrops(form, input) {
  const zone = input.closest("[data-dropzone]") ?? input.closest(".field");
  zone.classList.add("dropzone");
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
    if (event.dataTransfer.files.length) setFiles(form, input, merged(input, event.dataTransfer.files));
  });
  input.addEventListener("change", () => show(form, input));
  show(form, input);
}

/** Where the chosen files are listed: a place of the page, or one after the field. */
function listOf(form, input) {
  const place = form.querySelector(`[data-chosen="${input.id}"]`);
  if (place) return place;
  const made = document.createElement("div");
  made.className = "chosen";
  made.dataset.chosen = input.id;
  made.setAttribute("aria-live", "polite");
  input.closest(".field").after(made);
  return made;
}

function warningOf(form) {
  return form.querySelector("[data-too-big]");
}

function merged(input, dropped) {
  const byName = new Map((input.multiple ? [...input.files] : []).map((file) => [file.name, file]));
  for (const file of dropped) byName.set(file.name, file);
  const files = [...byName.values()];
  return input.multiple ? files : files.slice(-1);
}

function setFiles(form, input, files) {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  show(form, input);
}

function show(form, input) {
  const place = listOf(form, input);
  place.replaceChildren();
  const files = [...input.files];
  if (input.multiple && files.length) {
    const total = files.reduce((sum, file) => sum + file.size, 0);
    const summary = document.createElement("p");
    summary.className = "small muted";
    summary.textContent = `${files.length} ${files.length === 1 ? "file" : "files"} chosen, ${readable(total)}`;
    const list = document.createElement("ul");
    for (const file of files) list.append(entry(form, input, file));
    place.append(summary, list);
  }
  checkSize(form);
}

function entry(form, input, file) {
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
  remove.textContent = "remove";
  remove.setAttribute("aria-label", `Remove ${file.name}`);
  remove.addEventListener("click", () => {
    setFiles(form, input, [...input.files].filter((other) => other !== file));
    input.focus();
  });
  item.append(name, " ", size, " ", remove);
  return item;
}

function checkSize(form) {
  const tooBig = warningOf(form);
  if (!tooBig) return true;
  const inputs = [...form.querySelectorAll('input[type="file"]')];
  const mostBytes = Number(form.dataset.mostMegabytes) * 1024 * 1024;
  const files = inputs.flatMap((input) => [...input.files]);
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const most = Number(inputs[0].dataset.mostFiles);
  let message = "";
  if (total > mostBytes) {
    message = `The files have ${readable(total)} together; at most ${form.dataset.mostMegabytes} MB are accepted at once. Put them into a zip archive, or leave some out.`;
  } else if (files.length > most) {
    message = `These are ${files.length} files; at most ${most} are accepted at once. Put them into one zip archive.`;
  }
  tooBig.textContent = message;
  tooBig.hidden = !message;
  return !message;
}

function readable(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
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
