"""`head-to-head`: every two systems against each other (2015 paper, Table 3d)."""

from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation import numbers
from appraise_gec.presentation.numbers import TERMINAL, count, decimal
from appraise_gec.presentation.writers.terminal import MISSING, aligned, matrix_labels, prose
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import MARKS, head_to_head
from rankings.analysis.pair_counts import count_pairs
from rankings.commands.judgment_files import Evaluation

fraction = partial(numbers.fraction, style=TERMINAL)
HEADING = (
    "Share of decided comparisons that the column's system wins against the row's; systems by Expected Wins"
)
LEVEL = 0.05
TESTS = (
    ("p_value", "sign test, as published: takes all comparisons for independent"),
    ("p_holm", "sign test, Holm's correction for all pairs of systems"),
    ("p_sentence", "sign-flip test by sentence: comparisons of one sentence go together"),
    ("p_sentence_holm", "sign-flip test by sentence, Holm's correction"),
)


def compare_systems(evaluation: Evaluation, *, as_published: bool, all_pairs: bool) -> Answer:
    """Wins, shares and tests for every ordered pair of systems."""
    table = evaluation.table
    with refused_values(evaluation.place):
        if len(table.systems) < 2:
            raise ValueError(f"expected at least two systems; the judgments name {len(table.systems)}")
        found = head_to_head(table, as_published=as_published)
    scores = expected_wins(count_pairs(table).wins)
    best_first = sorted(range(len(scores)), key=lambda i: -scores[i])
    result = {
        "pairs": [asdict(one) for one in found],
        "systems": [table.systems[i] for i in best_first],
        "marks": {mark: level for level, mark in MARKS},
    }
    text = partial(pair_tables, result, all_pairs=all_pairs)
    return evaluation.answer("head-to-head", {"as_published": as_published}, result, text)


def pair_tables(result: dict[str, Any], *, all_pairs: bool) -> str:
    """Shares of wins for people, and what the tests find."""
    systems = result["systems"]
    by_names = {(one["system_a"], one["system_b"]): one for one in result["pairs"]}
    cells = {names: fraction(one["share_a"]) + one["mark"].ljust(1) for names, one in by_names.items()}
    labels, columns = matrix_labels(systems)
    rows = [
        ("", *columns),
        *(
            (label, *(cells.get((column, row), MISSING + " ") for column in systems))
            for label, row in zip(labels, systems, strict=True)
        ),
    ]
    marks = ", ".join(f"{mark} p <= {level}" for mark, level in result["marks"].items())
    once = [by_names[a, b] for k, a in enumerate(systems) for b in systems[k + 1 :]]
    found = [
        (title, f"{sum(one[name] <= LEVEL for one in once)} of {count(len(once))}") for name, title in TESTS
    ]
    parts = [
        prose(HEADING),
        aligned(rows, rules=(1,)),
        prose(f"Marks, by the sign test: {marks}. Ties are left out. {MISSING}: no decided comparison."),
        aligned([(f"pairs that differ at p <= {LEVEL}", ""), *found], rules=(1,)),
    ]
    if all_pairs:
        parts.append(_every_pair(once))
    return "\n\n".join(parts)


def _every_pair(pairs: list[dict[str, Any]]) -> str:
    head = ("system", "against", "wins", "losses", "ties", "sentences", "share", "p", "Holm", "p by sentence")
    rows = [
        (
            one["system_a"],
            one["system_b"],
            *(count(one[name]) for name in ("wins_a", "wins_b", "ties", "sentences")),
            decimal(one["share_a"]),
            *(f"{one[name]:.3g}" for name, _ in TESTS),
        )
        for one in pairs
    ]
    return aligned([(*head, "Holm"), *rows], left=(0, 1), rules=(1,))
