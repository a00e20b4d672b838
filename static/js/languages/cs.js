// Made from the catalog of this language by `manage.py translations`.
import { useCatalog } from "../language.js";

useCatalog({
  "marked": "vyznačené",
  "marked, with the original words": "vyznačené, s původními slovy",
  "plain text": "prostý text",
  "Paused. Still reading?": "Pozastaveno. Čtete ještě?",
}, (n) => (n==1 ? 0 : n>=2 && n<=4 ? 1 : 2));
