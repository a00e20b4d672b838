// How this judge likes the page. The server keeps it for every device; what it has not got yet waits on this one.

import { forget, readStored, store } from "./judging-store.js";
import { ask } from "./judging-server.js";
import { gettext } from "./language.js";

const NAME = "preferences";
const help = document.getElementById("help");
const usual = { next_output: "j", previous_output: "k", copy_above: "=", undo: "u", previous_item: "p", next_unfinished: "n", flag: "f", later: "l", context: "c", edits: "d", guidelines: "g", help: "?" };
let waiting = readStored(NAME);
let sending = false;
const preferences = { ...JSON.parse(help.dataset.preferences), ...waiting };
preferences.keys = { ...usual, ...preferences.keys };
send();

export function preference(name) {
  return preferences[name];
}

export function prefer(name, value) {
  if (preferences[name] === value) return;
  preferences[name] = value;
  waiting = { ...readStored(NAME), ...waiting, [name]: value };
  store(NAME, waiting);
  send();
}

export function keys() {
  return preferences.keys;
}

export function lettersOn() {
  return preferences.letters !== "off";
}

/** The controls in the help window: keys on or off, and other keys. */
export function setUpKeySettings() {
  const letters = document.getElementById("letter-keys");
  const fields = [...document.querySelectorAll("#own-keys input")];
  const said = document.getElementById("keys-said");
  letters.checked = lettersOn();
  letters.addEventListener("change", () => {
    prefer("letters", letters.checked ? "on" : "off");
    printKeys();
  });
  for (const field of fields) {
    field.addEventListener("change", () => {
      const wanted = field.value.trim().toLowerCase();
      const holder = Object.keys(keys()).find((action) => wanted && action !== field.dataset.action && keys()[action] === wanted);
      if (/\p{Nd}/u.test(wanted)) said.textContent = gettext("Digits are ranks.");
      else if (holder) said.textContent = gettext("“%(key)s” is the key for “%(action)s” already.", { key: wanted, action: labelOf(holder) });
      else {
        prefer("keys", { ...keys(), [field.dataset.action]: wanted });
        const action = labelOf(field.dataset.action);
        said.textContent = wanted
          ? gettext("“%(key)s” is the key for “%(action)s” now.", { key: wanted, action })
          : gettext("“%(action)s” has no key now.", { action });
      }
      printKeys();
    });
  }
  document.getElementById("usual-keys").addEventListener("click", () => {
    prefer("keys", { ...usual });
    said.textContent = gettext("The default keys are restored.");
    printKeys();
  });
  printKeys();

  function printKeys() {
    for (const field of fields) field.value = keys()[field.dataset.action];
    for (const hint of document.querySelectorAll("kbd[data-key]")) {
      const key = lettersOn() ? keys()[hint.dataset.key] : "";
      hint.textContent = key.toUpperCase();
      hint.hidden = !key;
    }
    for (const hint of document.querySelectorAll("[data-hint]")) {
      hint.hidden = [...hint.querySelectorAll("kbd[data-key]")].some((one) => one.hidden);
    }
    for (const row of document.querySelectorAll(".keys > div")) {
      const all = [...row.querySelectorAll("dt kbd")];
      row.hidden = all.every((one) => one.hidden);
    }
  }
}

function labelOf(action) {
  return document.querySelector(`label[for=key-${action}]`).textContent;
}

// One after the other: of two requests at once, the server may take the earlier one last.
async function send() {
  if (sending) return;
  sending = true;
  while (waiting) {
    const sent = waiting;
    const { kind } = await ask(help.dataset.address, JSON.stringify(sent), { keepalive: true });
    if (kind !== "ok" && kind !== "refused") break; // it stays on this device for the next page
    // What the server refuses would be refused for ever.
    if (waiting === sent) {
      waiting = null;
      forget(NAME);
    }
  }
  sending = false;
}
