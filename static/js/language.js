// Words of the scripts in the language of the page. English stands in the scripts themselves; a page in another
// language loads Django's catalog before them (templates/language_script.html).

const catalog = globalThis.django ?? {
  gettext: (message) => message,
  ngettext: (singular, plural, count) => (count === 1 ? singular : plural),
};

/** `values` stand in place of "%(name)s" in the message. */
export function gettext(message, values = {}) {
  return filled(catalog.gettext(message), values);
}

/** The form for this number; "%(count)s" in it is the number. */
export function ngettext(singular, plural, count, values = {}) {
  return filled(catalog.ngettext(singular, plural, count), { count, ...values });
}

/** Sentences one after the other: with a space between them, which Chinese and Japanese do without. */
export function inSequence(...sentences) {
  const space = /^(zh|ja)\b/.test(document.documentElement.lang) ? "" : " ";
  return sentences.map((sentence) => sentence.trim()).filter(Boolean).join(space);
}

function filled(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? values[name] : whole));
}
