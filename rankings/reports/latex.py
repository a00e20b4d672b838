"""LaTeX of the tables of a report that have no description in `rankings.tables` yet."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from appraise_gec.presentation.writers.latex import Raw, cell_text, tabular
from rankings.reports.sections.wording import unit_label

Cell = Any
Row = Sequence[Cell]


def from_rows(rows: Iterable[Row], notes: Sequence[str] = ()) -> bytes:
    """A table of a CSV file as LaTeX; shares of single ranks, which fill no page of paper, are left out."""
    header, *body = [list(row) for row in rows]
    kept = [place for place, name in enumerate(header) if not str(name).startswith("share_rank_")]
    names = [str(header[place]).replace("_", " ").capitalize() for place in kept]
    shown = [[row[place] for place in kept] for row in body]
    return tabular(names, shown, notes, _alignment(len(names), shown))


def correlations(version: str) -> Callable[[dict[str, Any], Sequence[str]], bytes]:
    """Table 6: Spearman's above the diagonal, Pearson's below, and both against all other judges."""

    def write(result: dict[str, Any], notes: Sequence[str]) -> bytes:
        found = result["judge_correlations"][version]
        judges = found["judges"]
        rows = []
        for a, judge in enumerate(judges):
            cells: list[Cell] = [judge]
            for b in range(len(judges)):
                kind = "spearman" if b > a else "pearson"
                cells.append(Raw("--") if a == b else found[kind][a][b])
            rows.append([*cells, found["spearman_rest"][a], found["pearson_rest"][a]])
        average = [Raw("Weighted average"), *[""] * len(judges)]
        rows.append([*average, found["spearman_average"], found["pearson_average"]])
        header = ["", *judges, Raw(r"$\rho$"), Raw("$r$")]
        return tabular(header, rows, notes, "l" + "r" * (len(judges) + 2))

    return write


def notes_on(document: dict[str, Any] | None) -> list[str]:
    """How the numbers of a ranking came about, for a comment above its table."""
    if not document or "replicates" not in document:
        return []
    unit = unit_label(document.get("unit", "sentences"))
    confidence, seed = document["confidence"], document["seed"]
    replicates = f"{document['replicates']:,} replicates"
    notes = [f"{unit} resampled, {replicates}, confidence {confidence:g}, seed {seed}"]
    if document.get("without_ranges"):
        notes.append(document["without_ranges"])
    if "systems" in document:
        notes.append(
            "At best, at worst: share of replicates at that end of the rank range or beyond it; cut at "
            f"{(1 - confidence) / 2:.3g}"
        )
    return notes


def _alignment(columns: int, rows: Sequence[Row]) -> str:
    """Numbers to the right: a column is one of numbers when every cell of it begins like one."""

    def is_number(cell: Cell) -> bool:
        text = cell_text(cell)
        return text == "--" or text.removeprefix("$-$")[:1].isdigit()

    return "".join(
        "r" if rows and all(is_number(row[place]) for row in rows) else "l" for place in range(columns)
    )
