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
export function storedNames(start, kind) {
  const held = storage(kind);
  return held ? Object.keys(held).filter((name) => name.startsWith(PREFIX + start)).map((name) => name.slice(PREFIX.length)) : [];
}

/** Forget what has its `at` (milliseconds) long ago. */
export function forgetOld(start, kind) {
  for (const name of storedNames(start, kind)) {
    const held = parse(storage(kind)?.getItem(PREFIX + name));
    if (Date.now() - (held?.at ?? 0) > KEEP_DAYS * 86_400_000) storage(kind)?.removeItem(PREFIX + name);
  }
}

/** The same, for this window alone and as long as it is open. */
export function readVisit(name) {
  return parse(storage("sessionStorage")?.getItem(PREFIX + name));
}

export function storeVisit(name, value) {
  try {
    storage("sessionStorage").setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It is a convenience, and missed by nobody who cannot have it.
  }
}

export function forgetVisit(name) {
  storage("sessionStorage")?.removeItem(PREFIX + name);
}

// Reading localStorage itself fails where a person has forbidden it.
function storage(kind = "localStorage") {
  try {
    return window[kind];
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
