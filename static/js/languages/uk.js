// Made from the catalog of this language by `manage.py translations`.
import { useCatalog } from "../language.js";

useCatalog({
  "marked": "позначено",
  "marked, with the original words": "позначено, з початковими словами",
  "plain text": "простий текст",
  "Paused. Still reading?": "Пауза. Ви ще читаєте?",
}, (n) => (n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2));
