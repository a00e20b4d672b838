// Answers that could not be sent yet. They wait on this device and are sent, once, when the server can be reached.

import { forget, forgetOld, readStored, store, storedNames } from "./judging-store.js";
import { ask } from "./judging-server.js";

const PREFIX = "outbox.";

/** Returns whether the device keeps the answer. `fields` are the form's, `key` names the assignment. */
export function keepAnswer(key, address, fields) {
  return store(PREFIX + key, { address, fields, at: Date.now() });
}

export function waitsFor(key) {
  return readStored(PREFIX + key) !== null;
}

/** The answer that waits for `key`, {address, fields}; null where none does. */
export function waitingAnswer(key) {
  return readStored(PREFIX + key);
}

/** The answer that waits for `key` says `fields` from now on. Returns whether the device keeps that. */
export function changeAnswer(key, fields) {
  const held = readStored(PREFIX + key);
  return held !== null && store(PREFIX + key, { ...held, fields: { ...held.fields, ...fields }, at: Date.now() });
}

export function dropAnswer(key) {
  forget(PREFIX + key);
}

export function waitingKeys() {
  forgetOld(PREFIX);
  return storedNames(PREFIX).map((name) => name.slice(PREFIX.length));
}

/**
 * Send the answer that waits for `key`; see `ask` for the result. It is forgotten once the server has it. "gone" is
 * the kind where none waits any more, because another window has sent it.
 */
export async function sendWaiting(key) {
  const held = readStored(PREFIX + key);
  if (held === null) return { kind: "gone" };
  if (!held.address?.startsWith("/")) return { kind: "failed" };
  const result = await sendAnswer(held.address, { ...held.fields, waited: String(Date.now() - held.at) });
  const now = readStored(PREFIX + key);
  if (now && now.at !== held.at) {
    // Changed on its way. The server must not take the change for older than what it has just got.
    store(PREFIX + key, { ...now, at: Date.now() });
    return result.kind === "ok" ? sendWaiting(key) : result;
  }
  if (result.kind === "ok") forget(PREFIX + key);
  return result;
}

export function sendAnswer(address, fields, options) {
  return ask(address, new URLSearchParams(fields), options);
}
