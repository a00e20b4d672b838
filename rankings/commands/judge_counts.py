"""`stats`: what each judge did (2015 paper, Table 1)."""

from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.presentation.numbers import count, counted
from appraise_gec.presentation.writers.terminal import MISSING, aligned, prose
from rankings.analysis.judge_statistics import judge_statistics, total_statistics
from rankings.commands.judgment_files import Evaluation

HEAD = ("judge", "rankings", "skipped", "one output", "unexpanded", "ties", "", "expanded", "ties", "")
EXPLANATION = (
    "unexpanded: comparisons between distinct outputs; expanded: between systems, where systems that share "
    "an output are tied. Skipped items and items with one distinct output count as rankings."
)


def count_judgments(evaluation: Evaluation) -> Answer:
    """Rankings and comparisons, per judge and in all."""
    judges = judge_statistics(evaluation.table)
    total = asdict(total_statistics(judges))
    total.pop("judge")
    result = {
        "judges": [asdict(one) for one in judges],
        "total": total,
        "systems": list(evaluation.table.systems),
        "sentences": len(evaluation.table.sentences),
    }
    return evaluation.answer("stats", {}, result, partial(count_tables, result))


def count_tables(result: dict[str, Any]) -> str:
    """The counts for people."""
    rows = [HEAD, *(_row(one) for one in result["judges"]), _row({"judge": "total", **result["total"]})]
    systems = result["systems"]
    heading = ", ".join(
        (
            counted(len(systems), "system"),
            counted(result["sentences"], "sentence"),
            counted(len(result["judges"]), "judge"),
        )
    )
    return f"{heading}\n\n{aligned(rows, rules=(1, len(rows) - 1))}\n\n{prose(EXPLANATION)}"


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    pairs = [
        text
        for kind in ("unexpanded", "expanded")
        for text in (count(one[kind]), count(one[f"{kind}_ties"]), _percent(one[f"{kind}_ties"], one[kind]))
    ]
    return (one["judge"], count(one["rankings"]), count(one["skipped"]), count(one["single_output"]), *pairs)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else MISSING
