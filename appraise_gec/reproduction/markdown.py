"""A reproduction as Markdown: docs/reproduction.md."""

from collections.abc import Iterator

from appraise_gec.present.markdown import escape
from appraise_gec.present.numbers import counted, listed
from appraise_gec.reproduction.papers import PAPERS
from appraise_gec.reproduction.results import ExhibitResult, Number, Reproduction, Verdict

HEAD = """\
# How our numbers compare with the published ones

Written by `appraise-gec reproduce FOLDER -o OUTPUT`; [reproduction-data.md](reproduction-data.md) says
what lies in the folder. Every printed number of a table is compared with ours. *Equal* means to the printed
precision. *By chance*: drawn at random, and within two standard errors. *Explained*: the cause is known, and
stands below. *Unexplained*: it is not. *Missing*: what it takes is not in the folder.
"""
ORDER: tuple[Verdict, ...] = ("differs", "explained", "chance", "missing")
HEADINGS: dict[Verdict, str] = {
    "equal": "equal",
    "chance": "by chance",
    "explained": "explained",
    "differs": "unexplained",
    "missing": "missing",
}
MOST_LISTED = 40
"""Numbers of one reason that are listed with their values."""


def markdown(reproduction: Reproduction) -> str:
    """The whole document."""
    parts = [HEAD, summary(reproduction)]
    for paper in PAPERS:
        exhibits = [one for one in reproduction.exhibits if one.paper == paper.short]
        if exhibits:
            parts += [f"## {paper.citation}\n", *(section(exhibit) for exhibit in exhibits)]
    return "\n".join(parts)


def summary(reproduction: Reproduction) -> str:
    """The table of all exhibits."""
    lines = [
        "| paper | table | what | numbers | equal | by chance | explained | unexplained | missing |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|",
        *map(summary_row, reproduction.exhibits),
    ]
    counts = reproduction.counts
    cells = [sum(counts.values()), *(counts[verdict] for verdict in HEADINGS)]
    lines.append(f"| | | **all** | {' | '.join(f'{count:,}' for count in cells)} |")
    return "\n".join([*lines, ""])


def summary_row(exhibit: ExhibitResult) -> str:
    """The line of an exhibit in that table."""
    counts = exhibit.counts
    cells = [sum(counts.values()), *(counts[verdict] for verdict in HEADINGS)]
    what = [exhibit.paper, exhibit.name, exhibit.title]
    return f"| {' | '.join([*map(escape, what), *(f'{count:,}' for count in cells)])} |"


def section(exhibit: ExhibitResult) -> str:
    """An exhibit: how ours is computed, and everything that differs, with its reason."""
    parts = [f"### {exhibit.name}: {exhibit.title}\n", f"{exhibit.how}\n"]
    if exhibit.reason:
        parts.append(f"Not reproduced: {_sentence(exhibit.reason)}\n")
    elif any(exhibit.counts.values()):
        parts.append(f"{_outcome(exhibit)}\n")
    parts += _differences(exhibit)
    if ours := [number for number in exhibit.numbers if not number.printed]:
        parts.append(f"Not in print: {'; '.join(map(_unprinted, ours))}.\n")
    parts += [f"{note}\n" for note in exhibit.notes]
    return "\n".join(parts)


def by_reason(exhibit: ExhibitResult) -> dict[tuple[Verdict, str], list[Number]]:
    """The printed numbers that are not equal, with those of one reason together."""
    groups: dict[tuple[Verdict, str], list[Number]] = {}
    for number in exhibit.numbers:
        if number.printed and number.verdict != "equal":
            groups.setdefault((number.verdict, number.reason), []).append(number)
    return dict(sorted(groups.items(), key=lambda group: ORDER.index(group[0][0])))


def _outcome(exhibit: ExhibitResult) -> str:
    counts = exhibit.counts
    total = sum(counts.values())
    if counts["equal"] == total:
        return f"Equal to the printed precision: {'all ' if total > 1 else ''}{counted(total, 'number')}."
    return f"Equal to the printed precision: {counts['equal']:,} of {counted(total, 'number')}."


def _differences(exhibit: ExhibitResult) -> Iterator[str]:
    if exhibit.reason:
        return
    for (verdict, reason), numbers in by_reason(exhibit).items():
        if verdict == "missing":
            yield f"Missing ({counted(len(numbers), 'number')}): {_sentence(reason)}\n"
            continue
        if reason:
            yield f"{_sentence(reason)}\n"
        yield f"| {HEADINGS[verdict]} | print | ours |\n|---|--:|--:|"
        for number in numbers[:MOST_LISTED]:
            place = f"{escape(number.row)}: {escape(number.column)}"
            yield f"| {place} | {escape(number.printed)} | {escape(number.ours)} |"
        if len(numbers) > MOST_LISTED:
            yield f"| and {len(numbers) - MOST_LISTED:,} more | | |"
        yield ""


def _unprinted(number: Number) -> str:
    value = number.ours or f"missing ({number.reason})"
    return f"{escape(number.row)}, {escape(number.column)}: {escape(value)}"


def _sentence(reason: str) -> str:
    """A reason as it stands in the document; messages of programs may have several lines."""
    return listed([" ".join(reason.split())])
