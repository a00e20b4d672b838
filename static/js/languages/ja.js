// Made from the catalog of this language by `manage.py translations`.
import { useCatalog } from "../language.js";

useCatalog({
  "marked": "マークつき",
  "marked, with the original words": "マークと元の語句を表示",
  "plain text": "テキストのみ",
  "Paused. Still reading?": "一時停止中です。まだお読みですか？",
}, (n) => 0);
