// What this site keeps on the device. Every reader lives with storage that is forbidden, full or damaged.

const PREFIX = "appraise-gec.";
const KEEP_DAYS = 30;

export function readStored(name) {
  return parse(storage()?.getItem(PREFIX + name));
}

/** Returns whether the device kept it. */
export function store(name, value) {
  try {
    storage().setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name) {
  storage()?.removeItem(PREFIX + name);
}

/** Names, without their common start, of what is stored under names that begin with `start`. */
export function storedNames(start) {
  const held = storage();
  return held ? Object.keys(held).filter((name) => name.startsWith(PREFIX + start)).map((name) => name.slice(PREFIX.length)) : [];
}

/** Forget what has its `at` (milliseconds) long ago. */
export function forgetOld(start) {
  for (const name of storedNames(start)) {
    if (Date.now() - (readStored(name)?.at ?? 0) > KEEP_DAYS * 86_400_000) forget(name);
  }
}

// Reading localStorage itself fails where a person has forbidden it.
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

function parse(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
