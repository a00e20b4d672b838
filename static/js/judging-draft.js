// Ranks that have not been submitted, kept on this device so that a reload or a crash loses nothing.

const PREFIX = "appraise-gec.draft.";
const KEEP_DAYS = 30;

/**
 * The draft of one assignment. `base` are the ranks that the server showed: a draft made on other ranks is out of
 * date, because the answer was submitted since.
 */
export function openDraft(key, base) {
  const name = PREFIX + key;
  const basis = base.join();
  return {
    read() {
      const draft = parse(storage()?.getItem(name));
      const usable = draft?.base === basis && Array.isArray(draft.ranks) && draft.ranks.length === base.length;
      return usable ? draft : null;
    },
    /** Returns whether the device kept it. */
    keep(ranks, active) {
      try {
        storage().setItem(name, JSON.stringify({ base: basis, ranks, active, at: Date.now() }));
        return true;
      } catch {
        return false;
      }
    },
  };
}

export function dropOldDrafts() {
  const store = storage();
  if (!store) return;
  for (const name of Object.keys(store).filter((one) => one.startsWith(PREFIX))) {
    const at = parse(store.getItem(name))?.at ?? 0;
    if (Date.now() - at > KEEP_DAYS * 86_400_000) store.removeItem(name);
  }
}

/** A setting of this person on this device; `value` writes it. */
export function preference(name, value) {
  try {
    if (value !== undefined) storage().setItem(`appraise-gec.${name}`, value);
    return storage().getItem(`appraise-gec.${name}`);
  } catch {
    return null;
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
