// What a list of ranks means. A list has one entry per row: a rank from 1, or null.

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
  if (!groups.length) return "No ranks yet.";
  if (missing.length) return `So far: ${groups.join(", then ")}. Without a rank: ${missing.map(letterOf).join(", ")}.`;
  if (groups.length === 1) return `All equal: ${groups[0]}.`;
  return `Best: ${groups.slice(0, -1).join("; then ")}; worst: ${groups.at(-1)}.`;
}

function listed(letters) {
  return letters.length > 1 ? `${letters.slice(0, -1).join(", ")} and ${letters.at(-1)}` : letters[0];
}
