// Requests to the server, with every way in which they can end.

const PATIENCE = 20_000;

/**
 * Returns {kind, reply}: kind is "ok", "refused" (4xx that say why), "signed-out", "unreachable" (no network, no
 * server, or one that is not well) or "failed" (anything else).
 */
export async function ask(address, body, { method = "POST", keepalive = false, stopper = null } = {}) {
  const headers = { Accept: "application/json", "X-CSRFToken": token() };
  if (typeof body === "string") headers["Content-Type"] = "application/json";
  const signals = [stopper, keepalive ? null : AbortSignal.timeout(PATIENCE)].filter(Boolean);
  const signal = signals.length > 1 && AbortSignal.any ? AbortSignal.any(signals) : signals[0];
  let response;
  try {
    response = await fetch(address, { method, body, headers, keepalive, signal });
  } catch {
    return { kind: "unreachable" };
  }
  if (response.status >= 500) return { kind: "unreachable" };
  if (response.redirected) return { kind: "signed-out" };
  const reply = await response.json().catch(() => null);
  if (reply === null) return { kind: "failed" };
  return { kind: response.ok ? "ok" : "refused", status: response.status, reply };
}

// Signing in again in another window ends the token that this page was shown with; the cookie has the new one.
function token() {
  const kept = /(?:^|;\s*)appraise_gec_csrf=([^;]+)/.exec(document.cookie)?.[1];
  return kept ?? document.querySelector("input[name=csrfmiddlewaretoken]")?.value ?? "";
}

/** Calls `attempt` until it returns true: at once when the network is back, else after longer and longer waits. */
export function persist(attempt) {
  let wait = 2000;
  let timer = null;
  let busy = false;
  const run = async () => {
    clearTimeout(timer);
    if (busy) return;
    busy = true;
    const done = await attempt();
    busy = false;
    if (done) window.removeEventListener("online", run);
    else {
      timer = setTimeout(run, wait);
      wait = Math.min(2 * wait, 30_000);
    }
  };
  window.addEventListener("online", run);
  timer = setTimeout(run, wait);
}
