// What a list of ranks means. A list has one entry per row: a rank from 1, or null.

import { gettext } from "./language.js";

export function letterOf(row) {
  return String.fromCharCode(65 + row);
}

export function missingRows(ranks) {
  return ranks.flatMap((rank, row) => (rank === null ? [row] : []));
}

/** The first row without a rank after `row`, then from the top; -1 when every row has one. */
export function nextMissing(ranks, row) {
  const missing = missingRows(ranks);
  return missing.find((other) => other > row) ?? missing[0] ?? -1;
}

/** The same words that the server uses: "Best: B and D; then A; worst: C." */
export function ranksInWords(ranks) {
  const given = [...new Set(ranks.filter((rank) => rank !== null))].sort((a, b) => a - b);
  const groups = given.map((rank) => listed(ranks.flatMap((other, row) => (other === rank ? [letterOf(row)] : []))));
  const missing = missingRows(ranks);
  if (!groups.length) return gettext("No ranks yet.");
  if (missing.length) return gettext("So far: %(groups)s. Without a rank: %(missing)s.", { groups: inTurn(groups, nextSoFar), missing: lettersInTurn(missing.map(letterOf)) });
  if (groups.length === 1) return gettext("All equal: %(group)s.", { group: groups[0] });
  return gettext("Best: %(groups)s; worst: %(worst)s.", { groups: inTurn(groups.slice(0, -1), then), worst: groups.at(-1) });
}

const nextSoFar = (groups, group) => gettext("%(groups)s, then %(group)s", { groups, group });
const then = (groups, group) => gettext("%(groups)s; then %(group)s", { groups, group });

/** "A, B, C", with the comma of the language. */
export function lettersInTurn(letters) {
  return letters.reduce((before, letter) => gettext("%(letters)s, %(letter)s", { letters: before, letter }));
}

function inTurn(groups, joined) {
  return groups.reduce((before, group) => joined(before, group));
}

function listed(letters) {
  if (letters.length === 1) return letters[0];
  return gettext("%(letters)s and %(letter)s", { letters: lettersInTurn(letters.slice(0, -1)), letter: letters.at(-1) });
}
