// Passkeys: asks the browser what the page's form wants to know, and sends the answer with the form.
// The button is off until this has loaded: a form that is sent before holds no answer.
//
// Pages of data-passkey="create" and "get" bring the question along; "alone" asks the site for it when it is needed.

import { gettext } from "./language.js";

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const described = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

for (const form of document.querySelectorAll("form[data-passkey]")) prepare(form);

function prepare(form) {
  const status = form.querySelector("[data-passkey-status]");
  const button = form.querySelector("button[type=submit]");
  const say = (words) => {
    status.textContent = words;
    status.hidden = !words;
  };
  // A passkey belongs to the name of a site, not to the number of a machine.
  const number = /^[\d.]+$|:/.test(location.hostname);
  if (!window.PublicKeyCredential || number) {
    if (form.dataset.passkey === "alone") return; // which stays hidden
    say(gettext("This browser knows no passkeys, or the page was not opened by HTTPS."));
    return;
  }
  form.hidden = false;
  button.disabled = false;
  if (form.dataset.passkey !== "alone" && document.activeElement === document.body) button.focus();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    say("");
    try {
      form.elements.credential.value = JSON.stringify(await answer(form));
      form.submit();
    } catch (error) {
      button.disabled = false;
      say(wording(error));
    }
  });
}

async function answer(form) {
  if (form.dataset.passkey === "alone") {
    const asked = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!asked.ok) throw new Error("away");
    return get((await asked.json()).request_options.publicKey);
  }
  const question = JSON.parse(document.getElementById("passkey-question").textContent).publicKey;
  return form.dataset.passkey === "create" ? create(question) : get(question);
}

async function create(question) {
  const made = await navigator.credentials.create({
    publicKey: {
      ...question,
      // It signs in without a password, too, where the device can hold it and make sure who uses it.
      authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
      challenge: bytes(question.challenge),
      user: { ...question.user, id: bytes(question.user.id) },
      excludeCredentials: described(question.excludeCredentials),
    },
  });
  return {
    ...about(made),
    response: {
      clientDataJSON: text(made.response.clientDataJSON),
      attestationObject: text(made.response.attestationObject),
      transports: made.response.getTransports?.() ?? [],
    },
  };
}

async function get(question) {
  const shown = await navigator.credentials.get({
    publicKey: { ...question, challenge: bytes(question.challenge), allowCredentials: described(question.allowCredentials) },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response;
  return {
    ...about(shown),
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle?.byteLength ? text(userHandle) : null,
    },
  };
}

function about(credential) {
  const id = text(credential.rawId);
  return { id, rawId: id, type: credential.type, clientExtensionResults: {} };
}

function wording(error) {
  if (error.name === "InvalidStateError") return gettext("This device holds a passkey of yours for this site already.");
  if (error.name === "NotAllowedError" || error.name === "AbortError") return gettext("Nothing was done: it was cancelled, took too long, or no passkey fits. Try again.");
  if (error.message === "away") return gettext("The site did not answer. Load the page anew.");
  return gettext("The browser refused: %(reason)s", { reason: error.message || error.name });
}
