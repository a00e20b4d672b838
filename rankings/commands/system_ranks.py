"""`rank`: systems from best to worst, with rank ranges and clusters (2015 paper, Tables 3b, 3c and 7)."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.presentation.numbers import TERMINAL, count, counted, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.scoring import Method, scoring_method
from rankings.analysis.system_ranking import Convention, SystemRanking, rank_systems
from rankings.commands.judgment_files import Evaluation

UNIT_WARNING = (
    "Pairs of one ranking depend on each other, so these ranges are too narrow, and there are too many "
    "clusters; --unit sentences respects that."
)
MEAN_SCORES = (
    "By the rules of cluster.py the score is the mean over the resamplings, not the score of the data: "
    "another seed may move its third decimal."
)
GROUP_HEAD = ("group",)
HEAD = ("rank", "range", "system", "score", "low", "high", "s.e.", "at best", "at worst", "comparisons")


@dataclass(frozen=True, slots=True)
class RankSettings:
    """How systems are ranked; see `rank_systems`."""

    method: Method = "expected-wins"
    replicates: int = 1000
    unit: BootstrapUnit = "sentences"
    confidence: float = 0.95
    convention: Convention = "standard"


def rank(
    evaluation: Evaluation,
    settings: RankSettings,
    seed: int,
    progress: Callable[[float], None] | None = None,
    *,
    probabilities: bool = False,
) -> Answer:
    """Rank all systems that the judgments name; `probabilities` adds the share of every rank for people."""
    with refused_values(evaluation.place):
        found = rank_systems(evaluation.table, **asdict(settings), seed=seed, progress=progress)
    result = ranking_result(found)
    result["rankings"] = len(evaluation.table)
    text = partial(ranking_table, result, probabilities)
    return evaluation.answer("rank", asdict(settings), result, text, seed)


def ranking_result(ranking: SystemRanking) -> dict[str, Any]:
    """A ranking as JSON values, with the titles that a table needs."""
    result = asdict(ranking)
    result.pop("seed")
    result["title"] = scoring_method(ranking.method).title
    result["clusters"] = [[one.system for one in cluster] for cluster in ranking.clusters]
    return result


def ranking_table(ranking: dict[str, Any], probabilities: bool = False) -> str:
    """A ranking for people, with a line between clusters."""
    systems = ranking["systems"]
    clusters = len(ranking["clusters"])
    groups = max((one["group"] or 0 for one in systems), default=0)
    heading = (
        f"{ranking['title']}: {len(systems)} systems in {_grouped(clusters, groups)}\n"
        f"Resampled by {ranking['unit']} ({count(ranking['units'])}), {count(ranking['replicates'])} times; "
        f"ranges at {100 * ranking['confidence']:g} %{_rules(ranking['convention'])}"
    )
    several = groups > 1
    rows = [
        (*GROUP_HEAD, *HEAD) if several else HEAD,
        *((_place(one["group"]), *_row(one)) if several else _row(one) for one in systems),
    ]
    between = [
        number + 1
        for number in range(1, len(systems))
        if systems[number]["cluster"] != systems[number - 1]["cluster"]
    ]
    notes = list(ranking["notes"])
    if ranking["unit"] == "pairs":
        notes.insert(0, UNIT_WARNING)
    if ranking["convention"] == "cluster.py":
        notes.insert(0, MEAN_SCORES)
    tail = (1 - ranking["confidence"]) / 2
    parts = [
        heading,
        aligned(rows, left=(3,) if several else (2,), rules=(1, *between)),
        prose(
            "Lines part clusters. at best, at worst: share of resamplings at that end of the range and "
            f"beyond it together; close to {tail:.3g}, the end is nearly a coin flip. Beyond it alone lies "
            "less; where that comes close, a note says so. s.e.: standard error of the score."
        ),
        *map(prose, notes),
    ]
    if probabilities and not ranking["without_ranges"]:
        parts.insert(2, _probabilities(systems))
    return "\n\n".join(parts)


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    return (
        _place(one["rank"]),
        span(one),
        one["system"],
        *(decimal(one[name]) for name in ("score", "score_low", "score_high")),
        decimal(one["score_sd"], 4),
        decimal(one["mass_low"]),
        decimal(one["mass_high"]),
        count(one["comparisons"]),
    )


def span(one: dict[str, Any]) -> str:
    """A rank range as `2-4`, or `1` where it holds one rank; a dash where there is none."""
    low, high = one["rank_low"], one["rank_high"]
    if low is None:
        return TERMINAL.missing
    return str(low) if low == high else f"{low}-{high}"


def _place(number: int | None) -> str:
    return TERMINAL.missing if number is None else str(number)


def _grouped(clusters: int, groups: int) -> str:
    """`3 clusters`; `2 groups without a link, 3 clusters in all`."""
    told = counted(clusters, "cluster")
    return told if groups == 1 else f"{groups} groups that no comparison links, {told} in all"


def _rules(convention: Convention) -> str:
    return "" if convention == "standard" else f"; rules of {convention}"


def _shares(shares: Sequence[float], ranks: int) -> tuple[str, ...]:
    """Percentages, and nothing for ranks that the system's group does not have."""
    return tuple(f"{100 * share:.1f}" if share else "" for share in (*shares, *[0.0] * (ranks - len(shares))))


def _probabilities(systems: list[dict[str, Any]]) -> str:
    ranks = max(len(one["rank_probabilities"]) for one in systems)
    rows = [
        ("in % at rank", *(str(rank + 1) for rank in range(ranks))),
        *((one["system"], *_shares(one["rank_probabilities"], ranks)) for one in systems),
    ]
    return aligned(rows, rules=(1,))
