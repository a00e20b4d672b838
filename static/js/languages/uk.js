// Made from the catalog of this language by `manage.py translations`.
import { useCatalog } from "../language.js";

useCatalog({
  "marked": "позначено",
  "marked, with the original words": "позначено, з початковими словами",
  "plain text": "простий текст",
  "Paused. Still reading?": "Пауза. Ви ще читаєте?",
  "Saved.": "Збережено.",
  "This item has come back twice. Please rank it, or flag it if you cannot.": "Це завдання вже поверталося двічі. Ранжуйте його, будь ласка, або надішліть зауваження, якщо не можете.",
  "No ranks yet.": "Рангів ще немає.",
  "So far: %(groups)s. Without a rank: %(missing)s.": "Поки що: %(groups)s. Без рангу: %(missing)s.",
  "%(groups)s, then %(group)s": "%(groups)s, потім %(group)s",
  "All equal: %(group)s.": "Усі рівні: %(group)s.",
  "Best: %(groups)s; worst: %(worst)s.": "Найкращі: %(groups)s; найгірші: %(worst)s.",
  "%(groups)s; then %(group)s": "%(groups)s; потім %(group)s",
  "%(letters)s and %(letter)s": "%(letters)s і %(letter)s",
}, (n) => (n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2));
