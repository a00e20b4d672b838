"""What differs between two reports of a campaign: the ranking, and by what."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.presentation.numbers import count
from appraise_gec.presentation.tables import Column, Kind, Row, Table
from appraise_gec.words import joined, words, words_for_count
from rankings.analysis.results.ranking import RankedSystem
from rankings.formats.json_form import to_json
from rankings.reports.options import ReportOptions
from rankings.reports.result import ReportResult
from rankings.reports.sections.joined import joined_campaigns

Recipe = Mapping[str, Any]

OPTIONS: dict[str, str] = {
    "method": words("method"),
    "unit": words("what is resampled"),
    "speaks_for": words("for whom intervals speak"),
    "replicates": words("replicates"),
    "confidence": words("confidence"),
    "seed": words("seed"),
    "parts": words("parts"),
    "excluded_judges": words("judges left out"),
    "without_top_ups": words("top-ups left out"),
    "with_discarded": words("discarded rankings included"),
    "documents": words("documents"),
    "first_day": words("submitted from"),
    "last_day": words("submitted until"),
    "time_zone": words("time zone of the days"),
    "least_active_seconds": words("least active time (s)"),
    "least_checks_passed": words("least share of check items passed"),
    "joined_campaigns": words("campaigns joined"),
    "same_names": words("judges of the same name are the same person"),
}
ASIDE = ("parts",)
"""Options that the leading ranking does not depend on."""
SAME_SCORE = 1e-12
"""Scores closer than this are the same up to rounding."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A setting, a version or a number that differs, as each of the two reports has it."""

    name: str
    first: Any
    second: Any


@dataclass(frozen=True, slots=True)
class Shared:
    """How many rankings went into both reports, and into one of them alone."""

    both: int
    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SystemChange:
    """What becomes of a system: its place in either ranking, None where it has none."""

    system: str
    first: RankedSystem | None
    second: RankedSystem | None

    @property
    def moved(self) -> int | None:
        """By how many ranks it rises; below 0 where it falls."""
        if self.first is None or self.second is None or None in (self.first.rank, self.second.rank):
            return None
        return (self.first.rank or 0) - (self.second.rank or 0)


@dataclass(frozen=True, slots=True)
class ReportComparison:
    """Two reports beside each other.

    Attributes:
        same_rankings: whether the same rankings went in, by their SHA-256.
        shared: rankings of both and of each alone; None where a report did not note its rankings.
        judges: judges with other numbers of rankings.
        sentences: judged sentences, where their number differs.
        outputs: whether systems and distinct outputs are the same.
        settings: options that differ.
        program: versions that differ, of the program and of libraries.
        systems: in the order of the second report, then those of the first alone.
        same_scores, same_ranks, same_ranges, same_clusters: whether all systems have the same.
        first_clusters, second_clusters: names of the systems of each cluster.
    """

    same_rankings: bool
    shared: Shared | None
    judges: tuple[Changed, ...]
    sentences: Changed | None
    outputs: bool
    settings: tuple[Changed, ...]
    program: tuple[Changed, ...]
    systems: tuple[SystemChange, ...]
    same_scores: bool
    same_ranks: bool
    same_ranges: bool
    same_clusters: bool
    first_clusters: tuple[tuple[str, ...], ...]
    second_clusters: tuple[tuple[str, ...], ...]

    @property
    def same_ranking(self) -> bool:
        """Whether nothing of the leading ranking differs."""
        return self.same_scores and self.same_ranks and self.same_ranges and self.same_clusters


def compare_reports(
    first: tuple[Recipe, ReportResult], second: tuple[Recipe, ReportResult], shared: Shared | None = None
) -> ReportComparison:
    """Compare the leading rankings of two finished reports, and what they were computed from."""
    (recipe_a, a), (recipe_b, b) = first, second
    usual = ReportOptions().whole_json() | _joined({})
    rows_a, rows_b = ({one.system: one for one in made.ranking.systems} for made in (a, b))
    names = [*rows_b, *(name for name in rows_a if name not in rows_b)]
    systems = tuple(SystemChange(name, rows_a.get(name), rows_b.get(name)) for name in names)
    both = [(one.first, one.second) for one in systems if one.first is not None and one.second is not None]
    whole = len(both) == len(systems)
    counted_a, counted_b = ({one.judge: one.rankings for one in made.judges} for made in (a, b))
    clusters_a, clusters_b = a.ranking.clusters, b.ranking.clusters
    return ReportComparison(
        same_rankings=recipe_a["rankings"] == recipe_b["rankings"],
        shared=shared,
        judges=_changes(dict.fromkeys({**counted_a, **counted_b}, 0), counted_a, counted_b),
        sentences=None if a.sentences == b.sentences else Changed("sentences", a.sentences, b.sentences),
        outputs=recipe_a["outputs"] == recipe_b["outputs"],
        settings=_changes(
            {name: usual[name] for name in OPTIONS},
            {**recipe_a, **_joined(recipe_a)},
            {**recipe_b, **_joined(recipe_b)},
        ),
        program=(
            *_changes({"version": ""}, recipe_a, recipe_b),
            *_changes(
                dict.fromkeys({**recipe_a["software"], **recipe_b["software"]}, ""),
                recipe_a["software"],
                recipe_b["software"],
            ),
        ),
        systems=systems,
        same_scores=whole and all(_close(one.score, other.score) for one, other in both),
        same_ranks=whole and all(one.rank == other.rank for one, other in both),
        same_ranges=whole
        and all((one.rank_low, one.rank_high) == (other.rank_low, other.rank_high) for one, other in both),
        same_clusters=[set(one) for one in clusters_a] == [set(one) for one in clusters_b],
        first_clusters=clusters_a,
        second_clusters=clusters_b,
    )


def _joined(recipe: Recipe) -> dict[str, Any]:
    """Addresses of the campaigns that went into a report over several, and how their judges were joined."""
    return {
        "joined_campaigns": [one["campaign"] for one in joined_campaigns(recipe)],
        "same_names": bool(recipe.get("joined", {}).get("same_names")),
    }


def _changes(
    usual: Mapping[str, Any], first: Mapping[str, Any], second: Mapping[str, Any]
) -> tuple[Changed, ...]:
    """What differs, in the order of `usual`, or of names where all values are the same kind of thing."""
    pairs = ((name, first.get(name, value), second.get(name, value)) for name, value in usual.items())
    changed = [Changed(*pair) for pair in pairs if pair[1] != pair[2]]
    return tuple(changed if usual.keys() <= OPTIONS.keys() else sorted(changed, key=lambda one: one.name))


def _close(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME_SCORE * max(1.0, abs(one))


def as_sentences(comparison: ReportComparison) -> list[str]:
    """What changed in the ranking, and what it can and cannot be due to, a sentence each."""
    said = [_of_ranking(comparison)]
    reasons = _reasons(comparison)
    if comparison.same_ranking:
        if reasons:
            said.append(words("It is the same although these differ: %(reasons)s.", reasons=reasons))
    elif reasons:
        said.append(words("What differs, and may be why: %(reasons)s.", reasons=reasons))
    if comparison.same_rankings and comparison.same_scores and not comparison.same_ranking:
        said.append(
            words(
                "The rankings and the scores are the same, so the data did not change: what differs is how "
                "sure the places are said to be."
            )
        )
    same_method = all(one.name != "method" for one in comparison.settings)
    if not comparison.same_rankings and not comparison.same_scores and same_method:
        said.append(words("The method is the same, so the scores differ because of the rankings."))
    return said


def _of_ranking(comparison: ReportComparison) -> str:
    if comparison.same_ranking:
        return words("The two rankings of systems are the same: scores, ranks, rank ranges and clusters.")
    parts = [
        (comparison.same_scores, words("scores")),
        (comparison.same_ranks, words("ranks")),
        (comparison.same_ranges, words("rank ranges")),
        (comparison.same_clusters, words("clusters")),
    ]
    differ = joined(", ", [name for same, name in parts if not same])
    alike = joined(", ", [name for same, name in parts if same])
    if not alike:
        return words("These differ: %(differ)s.", differ=differ)
    return words("These differ: %(differ)s. These are the same: %(alike)s.", differ=differ, alike=alike)


def _reasons(comparison: ReportComparison) -> str:
    reasons: list[str] = []
    if not comparison.same_rankings:
        reasons.append(words("the rankings that went in"))
    if not comparison.outputs:
        reasons.append(words("the systems or their outputs"))
    reasons += [OPTIONS[one.name] for one in comparison.settings if one.name not in ASIDE]
    if comparison.program:
        reasons.append(words("versions of the program or its libraries"))
    return joined(", ", reasons) if reasons else ""


def rankings_sentence(comparison: ReportComparison) -> str:
    """How many rankings the two have in common."""
    shared = comparison.shared
    if shared is None:
        return ""
    return words(
        "%(both)s in both, %(first)s in the first alone, %(second)s in the second alone.",
        both=words_for_count("%(n)s ranking", "%(n)s rankings", shared.both),
        first=count(shared.first),
        second=count(shared.second),
    )


def systems_table(comparison: ReportComparison) -> Table:
    """Each system in both rankings."""

    def of(one: RankedSystem | None) -> list[Any]:
        if one is None:
            return [None] * 4
        ranks = None if one.rank_low is None else (one.rank_low, one.rank_high)
        return [one.rank, one.score, ranks, one.cluster]

    def both(key: str, first: str, second: str, kind: Kind) -> list[Column]:
        ends = [(f"rank_low_{one}", f"rank_high_{one}") for one in ("first", "second")]
        parts = ends if kind is Kind.RANK_RANGE else [(), ()]
        return [
            Column(f"{key}_first", first, kind, parts=parts[0]),
            Column(f"{key}_second", second, kind, parts=parts[1]),
        ]

    def beside(one: SystemChange) -> list[Any]:
        return [value for pair in zip(of(one.first), of(one.second), strict=True) for value in pair]

    return Table(
        "systems",
        words("Systems in both rankings"),
        [
            Column("system", words("system"), Kind.NAME),
            *both("rank", words("rank, first"), words("rank, second"), Kind.RANK),
            *both("score", words("score, first"), words("score, second"), Kind.SCORE),
            *both("ranks", words("ranks, first"), words("ranks, second"), Kind.RANK_RANGE),
            *both("cluster", words("cluster, first"), words("cluster, second"), Kind.RANK),
            Column("moved", words("up or down"), Kind.RANK),
        ],
        [Row([one.system, *beside(one), _signed(one.moved)]) for one in comparison.systems],
        reason="" if comparison.systems else words("Neither report ranks systems."),
    )


def _signed(moved: int | None) -> str | None:
    if moved is None:
        return None
    return f"{moved:+}" if moved else "0"


def as_document(comparison: ReportComparison) -> dict[str, Any]:
    """The comparison as JSON values."""
    document: dict[str, Any] = to_json(comparison)
    return {"form": "report-comparison", "version": 1, **document}
