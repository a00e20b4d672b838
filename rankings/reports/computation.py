"""From judgments to everything that a report shows: plain data in, plain data out, no database."""

import hashlib
import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import scipy

import appraise_gec
from rankings.analysis.agreement import agreement
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.judge_statistics import judge_statistics, total_statistics
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.scoring import Method, scoring_method
from rankings.analysis.system_ranking import rank_systems
from rankings.formats.json_values import json_values
from rankings.formats.records import Judgment
from rankings.reports.options import ReportOptions

METHOD: Method = "expected-wins"
PAPER_UNIT: BootstrapUnit = "pairs"
HONEST_UNIT: BootstrapUnit = "sentences"

Progress = Callable[[float, str], None]
Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ComputedReport:
    """The same recipe gives the same result to the last byte of its JSON.

    Attributes:
        recipe: program and versions, options, number and SHA-256 of the rankings that went in.
        result: the report, as JSON values.
    """

    recipe: Document
    result: Document


def compute_report(
    judgments: Sequence[Judgment],
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
    progress: Progress = lambda fraction, message: None,
) -> ComputedReport:
    """Everything that a report shows.

    Args:
        judgments: of all judges; those whom the options exclude are left out here.
        distinct_outputs: element k - 1 counts the sentences of the campaign with k distinct outputs.
        systems: names of the campaign's systems.
        options: what was asked for.
        progress: called with the finished share of the work (0 to 1) and what is being done.

    Raises:
        ValueError: no ranking is left, or a ranking cannot be used; the message says which.
    """
    progress(0.0, "Reading rankings")
    used = sorted(
        (one for one in judgments if one.judge not in options.excluded_judges),
        key=_canonical,
    )
    if not used:
        raise ValueError("No ranking is left: there are none yet, or all of their judges are left out.")
    table = JudgmentTable.from_judgments(used)
    recipe = _recipe(used, distinct_outputs, systems, options)
    progress(0.05, "Counting comparisons")
    judges = judge_statistics(table)
    progress(0.1, "Computing agreement")
    agreed = agreement(table, replicates=options.replicates, confidence=options.confidence, seed=options.seed)
    progress(0.4, "Ranking systems")
    other = PAPER_UNIT if options.unit != PAPER_UNIT else HONEST_UNIT
    result = {
        "judges": [asdict(one) for one in judges],
        "total": asdict(total_statistics(judges)),
        "sentences": len(table.sentences),
        "agreement": asdict(agreed),
        "ranking": _ranking(table, options.unit, options, _part(progress, 0.4, 0.7)),
        "comparison": _ranking(table, other, options, _part(progress, 0.7, 1.0)),
        "systems": sorted(systems),
        "unjudged_systems": sorted(set(systems) - set(table.systems)),
        "distinct_outputs": [
            {"distinct": number, "sentences": int(count)} for number, count in enumerate(distinct_outputs, 1)
        ],
    }
    return ComputedReport(json_values(recipe), json_values(result))


def rankings_digest(judgments: Sequence[Judgment]) -> str:
    """SHA-256 over what statistics depend on: judge, sentence, and which systems shared which rank."""
    digest = hashlib.sha256()
    for line in sorted(_canonical(one) for one in judgments):
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()


def _ranking(
    table: JudgmentTable, unit: BootstrapUnit, options: ReportOptions, progress: Callable[[float], None]
) -> Document:
    """The ranking of systems, or `{"unit": ..., "reason": ...}` where the data do not allow one."""
    try:
        ranking = rank_systems(
            table,
            METHOD,
            replicates=options.replicates,
            unit=unit,
            confidence=options.confidence,
            seed=options.seed,
            progress=progress,
        )
    except ValueError as error:
        reason = str(error)
        return {"unit": unit, "systems": [], "reason": reason[:1].upper() + reason[1:] + "."}
    return {
        "title": scoring_method(ranking.method).title,
        "clusters": len(ranking.clusters),
        **asdict(ranking),
    }


def _recipe(
    judgments: Sequence[Judgment],
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
) -> Document:
    corpus = json.dumps([list(distinct_outputs), sorted(systems)]).encode()
    return {
        "program": "Appraise GEC",
        "version": appraise_gec.__version__,
        "software": {
            "python": platform.python_version(),
            "numpy": np.__version__,
            "scipy": scipy.__version__,
        },
        "method": METHOD,
        **options.as_json(),
        "rankings": {"number": len(judgments), "sha256": rankings_digest(judgments)},
        "outputs": {"sha256": hashlib.sha256(corpus).hexdigest()},
    }


def _canonical(judgment: Judgment) -> str:
    outputs = sorted([sorted(output.systems), output.rank] for output in judgment.outputs)
    return json.dumps([judgment.judge, judgment.sentence, judgment.skipped, outputs], ensure_ascii=False)


def _part(progress: Progress, start: float, end: float) -> Callable[[float], None]:
    return lambda share: progress(start + share * (end - start), "Ranking systems")
