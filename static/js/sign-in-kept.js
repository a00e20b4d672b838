// A session ended while somebody judged: say what this device keeps of the item that signing in leads back to.

import { waitingKeys, waitsFor } from "./judging-outbox.js";
import { holdsUnsaved } from "./judging-draft.js";

const next = document.querySelector("input[name=next]")?.value ?? "";
const show = (id) => { document.getElementById(id).hidden = false; };
const key = /\/item\/([0-9a-f-]{36})\//.exec(next)?.[1];
if (key && waitsFor(key)) show("kept-answer");
else if (key && holdsUnsaved(key)) show("kept-ranks");
// By a detour, such as a forgotten password: it is sent from any page of judging.
else if (!key && waitingKeys().length) show("kept-some");
