"""`judges`: how far the scores that follow from single judges agree (2015 paper, Tables 6 and 7)."""

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation import numbers
from appraise_gec.presentation.numbers import TERMINAL, count
from appraise_gec.presentation.writers.terminal import MISSING, aligned, matrix_labels, prose
from rankings.analysis.comparison_graph import linked_groups
from rankings.analysis.judge_comparison import (
    JudgeComparison,
    JudgeRanking,
    Selection,
    compare_judges,
    rank_by_judge,
)
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.scoring import scoring_method
from rankings.commands.judgment_files import Evaluation
from rankings.commands.system_ranks import RankSettings, ranking_result, ranking_table

fraction = partial(numbers.fraction, style=TERMINAL)
SELECTIONS: tuple[tuple[str, Selection, str], ...] = (
    ("rankings", "only", "Judge {} alone"),
    ("rankings_without", "without", "Without judge {}"),
)


def correlate_judges(
    evaluation: Evaluation,
    settings: RankSettings,
    seed: int,
    *,
    rankings: bool,
    without: bool,
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Correlate the judges, and if asked rank systems by each judge alone or without each judge."""
    wanted = {"only": rankings, "without": without}
    parts = [(name, selection) for name, selection, _ in SELECTIONS if wanted[selection]]
    with refused_values(evaluation.place):
        result = _correlations(compare_judges(evaluation.table, settings.method))
        result["without_correlations"] = _without_correlations(evaluation.table)
        for number, (name, selection) in enumerate(parts):
            part = partial(_part, progress, number, len(parts))
            found = rank_by_judge(evaluation.table, selection, **asdict(settings), seed=seed, progress=part)
            result[name] = [_ranking(one) for one in found]
    drawn = rankings or without
    shown = asdict(settings) if drawn else {"method": settings.method}
    asked = {"rankings": rankings, "without": without, **shown}
    text = partial(judge_tables, result)
    return evaluation.answer("judges", asked, result, text, seed if drawn else None)


def judge_tables(result: dict[str, Any]) -> str:
    """Correlations, and rankings if there are any, for people."""
    judges = result["judges"]
    others = {one["judge"]: one for one in result["against_others"]}
    labels, columns = matrix_labels(judges)
    rows = [("", *columns, "others", "comparisons")]
    for k, a in enumerate(judges):
        cells = [
            MISSING if a == b else fraction(result["spearman" if k < m else "pearson"][a][b])
            for m, b in enumerate(judges)
        ]
        rows.append(
            (
                labels[k],
                *cells,
                fraction(others[a]["spearman"]),
                count(others[a]["comparisons"]),
            )
        )
    pearson = [fraction(others[judge]["pearson"]) for judge in judges]
    rows.append(("others", *pearson, MISSING, ""))
    average = result["average"]
    parts = [
        prose(
            f"Correlation of system scores ({result['title']}) between judges: Spearman above the diagonal, "
            "Pearson below"
        ),
        aligned(rows, rules=(1, len(rows) - 1)),
        f"Each judge against all others, weighted by comparisons: Spearman {fraction(average['spearman'])}, "
        f"Pearson {fraction(average['pearson'])}",
    ]
    if result["without_correlations"]:
        parts.append(prose(result["without_correlations"]))
    for name, _, heading in SELECTIONS:
        for one in result.get(name, ()):
            title = heading.format(one["judge"])
            parts.append(f"== {title}\n\n{ranking_table(one) if one['systems'] else prose(one['reason'])}")
    return "\n\n".join(parts)


def _without_correlations(table: JudgmentTable) -> str:
    groups = linked_groups(count_pairs(table))
    if len(groups) < 2:
        return ""
    listed = "; ".join(", ".join(table.systems[index] for index in group) for group in groups)
    return f"No comparison links these groups of systems, so their scores cannot be correlated: {listed}."


def _part(progress: Callable[[float], None] | None, number: int, parts: int, share: float) -> None:
    if progress is not None:
        progress((number + share) / parts)


def _correlations(found: JudgeComparison) -> dict[str, Any]:
    def by_judge(matrix: tuple[tuple[float | None, ...], ...]) -> dict[str, dict[str, float | None]]:
        return {
            judge: dict(zip(found.judges, row, strict=True))
            for judge, row in zip(found.judges, matrix, strict=True)
        }

    against = zip(found.judges, found.spearman_rest, found.pearson_rest, found.comparisons, strict=True)
    return {
        "judges": list(found.judges),
        "spearman": by_judge(found.spearman),
        "pearson": by_judge(found.pearson),
        "against_others": [
            {"judge": judge, "spearman": spearman, "pearson": pearson, "comparisons": comparisons}
            for judge, spearman, pearson, comparisons in against
        ],
        "average": {"spearman": found.spearman_average, "pearson": found.pearson_average},
        "scores": {
            judge: dict(zip(found.systems, row, strict=True))
            for judge, row in zip(found.judges, found.scores, strict=True)
        },
        "method": found.method,
        "title": scoring_method(found.method).title,
    }


def _ranking(one: JudgeRanking) -> dict[str, Any]:
    if one.ranking is None:
        return {"judge": one.judge, "systems": [], "reason": f"No ranking: {one.reason}."}
    return {"judge": one.judge, **ranking_result(one.ranking)}
