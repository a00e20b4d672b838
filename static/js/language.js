// Words of the scripts in the language of the page. English stands in the scripts themselves; a page in another
// language loads its catalog (js/languages/) before them.

let messages = {};
let formOf = (count) => Number(count !== 1);

/** Called by a catalog: translations by English message, a list where there are plural forms. */
export function useCatalog(catalog, pluralForm) {
  messages = catalog;
  formOf = (count) => Number(pluralForm(count));
}

/** `values` stand in place of "%(name)s" in the message. */
export function gettext(message, values = {}) {
  return filled(messages[message] ?? message, values);
}

/** The form for this number; "%(count)s" in it is the number. */
export function ngettext(singular, plural, count, values = {}) {
  const forms = messages[singular] ?? [singular, plural];
  return filled(forms[messages[singular] ? formOf(count) : Number(count !== 1)] ?? plural, { count, ...values });
}

/** Sentences one after the other: with a space between them, which Chinese and Japanese do without. */
export function inSequence(...sentences) {
  const space = /^(zh|ja)\b/.test(document.documentElement.lang) ? "" : " ";
  return sentences.map((sentence) => sentence.trim()).filter(Boolean).join(space);
}

function filled(text, values) {
  return text.replace(/%\((\w+)\)s/g, (whole, name) => (name in values ? values[name] : whole));
}
