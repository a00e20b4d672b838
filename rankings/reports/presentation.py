"""What a report's numbers say, in words and in the shape in which a page shows them."""

from dataclasses import dataclass
from math import sqrt
from typing import Any

from rankings.models import Report
from rankings.reports.figures import CONTENT_TYPES, FREQUENCIES_HEIGHT, WIDTH, ranking_height
from rankings.reports.options import UNITS

NONE = "\u2013"
TOO_FEW = "*"


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One line of Table 3b.

    `starts_cluster` asks for a border above; `doubtful` says that an end of the rank range is so close to the
    cut that another seed may move it by one.
    """

    cluster: int
    starts_cluster: bool
    rank: int
    system: str
    score: str
    interval: str
    ranks: str
    doubtful: bool
    rank_shares: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A ranking of systems as a page shows it; `rows` is empty and `reason` says why if there is none."""

    name: str
    heading: str
    unit: str
    unit_label: str
    units: int
    clusters: int
    confidence: str
    replicates: int
    rows: list[RankedRow]
    notes: list[str]
    reason: str = ""

    @property
    def has_doubtful(self) -> bool:
        return any(row.doubtful for row in self.rows)


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One judge's line of Table 2b."""

    judge: str
    cells: list[dict[str, str]]


def page_of(report: Report) -> dict[str, Any]:
    """Everything that the page of a finished report shows. Raises ValueError for an unfinished one."""
    if report.result is None or report.recipe is None:
        raise ValueError("the report is not finished")
    result, recipe = report.result, report.recipe
    ranking = ranking_table("ranking", result["ranking"])
    comparison = ranking_table("comparison", result["comparison"])
    return {
        "result": result,
        "recipe": recipe,
        "confidence": percent(recipe["confidence"]),
        "tail": percent((1 - recipe["confidence"]) / 2),
        "ranking": ranking,
        "comparison": comparison,
        "summary": summary(result),
        "agreement": [
            agreement_row("Inter-annotator", "between judges", result["agreement"]["inter"]),
            agreement_row("Intra-annotator", "of judges with themselves", result["agreement"]["intra"]),
        ],
        "matrix": agreement_matrix(result["agreement"]),
        "matrix_has_stars": any(not one["enough"] for one in result["agreement"]["pairs"]),
        "frequencies": result["distinct_outputs"],
        "again_confidence": f"{100 * recipe['confidence']:.6g}",
        "figure_extensions": list(CONTENT_TYPES),
        "figure_height": round(720 * ranking_height(len(ranking.rows)) / WIDTH),
        "frequencies_height": round(720 * FREQUENCIES_HEIGHT / WIDTH),
        "ranking_alt": ranking_in_words(ranking),
        "frequencies_alt": frequencies_in_words(result["distinct_outputs"]),
    }


def summary(result: dict[str, Any]) -> list[str]:
    """The result in two or three sentences."""
    ranking = result["ranking"]
    systems = ranking["systems"]
    if not systems:
        return [f"The systems cannot be ranked yet. {ranking['reason']}"]
    first = systems[0]
    peers = [one["system"] for one in systems[1:] if one["cluster"] == first["cluster"]]
    sentences = [
        f"{first['system']} comes first: on average over the other systems, it won {percent(first['score'])} "
        "of the comparisons in which one of the two was preferred."
    ]
    if len(systems) > 1 and len(peers) == len(systems) - 1:
        sentences.append(f"But the rankings do not tell any of the {len(systems)} systems apart reliably.")
    elif peers:
        sentences.append(f"But the rankings do not tell it apart reliably from {_and(peers)}.")
    clusters = ranking["clusters"]
    if clusters == 1:
        sentences.append(f"They form one cluster, with {_resampled(ranking)}.")
    else:
        grouped = f"The {len(systems)} systems fall into {clusters} clusters"
        sentences.append(f"{grouped}, with {_resampled(ranking)}.")
        sentences += [
            f"The line between {above} and {below} is close: another seed or more replicates may remove it."
            for above, below in _close_lines(ranking)
        ]
    return sentences


def ranking_table(name: str, ranking: dict[str, Any]) -> RankingTable:
    """Table 3b."""
    unit = ranking["unit"]
    heading = "As published in 2015: pairs resampled" if unit == "pairs" else f"{unit.capitalize()} resampled"
    if not ranking["systems"]:
        return RankingTable(name, heading, unit, UNITS[unit], 0, 0, "", 0, [], [], ranking["reason"])
    rows = []
    previous = None
    for one in ranking["systems"]:
        starts = previous is not None and one["cluster"] != previous
        rows.append(_ranked_row(one, starts, any(_doubtful_ends(one, ranking))))
        previous = one["cluster"]
    return RankingTable(
        name=name,
        heading=heading,
        unit=unit,
        unit_label=UNITS[unit],
        units=ranking["units"],
        clusters=ranking["clusters"],
        confidence=percent(ranking["confidence"]),
        replicates=ranking["replicates"],
        rows=rows,
        notes=ranking["notes"],
    )


def agreement_row(name: str, explanation: str, overall: dict[str, Any]) -> dict[str, Any]:
    """A line of Table 2a."""
    known = overall["kappa"] is not None
    return {
        "name": name,
        "explanation": explanation,
        "kappa": f"{overall['kappa']:.2f}" if known else NONE,
        "interval": f"{overall['low']:.2f} to {overall['high']:.2f}" if overall["low"] is not None else NONE,
        "degree": overall["degree"].capitalize() if known else "Too few shared comparisons",
        "comparisons": overall["comparisons"],
    }


def agreement_matrix(agreement: dict[str, Any]) -> list[MatrixRow]:
    """Table 2b: pairs of judges above the diagonal, judges with themselves on it."""
    judges = agreement["judges"]
    pairs = {(one["judge_a"], one["judge_b"]): one for one in agreement["pairs"]}
    rows = []
    for a, judge in enumerate(judges):
        cells = [{"text": "", "title": ""} for _ in judges[:a]]
        cells += [_kappa_cell(pairs[judge, other]) for other in judges[a:]]
        rows.append(MatrixRow(judge, cells))
    return rows


def ranking_in_words(table: RankingTable) -> str:
    """What the figure of a ranking shows."""
    if not table.rows:
        return "No ranking."
    listed = "; ".join(f"{row.system} {row.score} ({row.interval})" for row in table.rows)
    return f"Score and {table.confidence} interval of each system, best first: {listed}."


def frequencies_in_words(frequencies: list[dict[str, int]]) -> str:
    """What the figure of distinct outputs shows."""
    listed = ", ".join(f"{one['distinct']}: {one['sentences']:,}" for one in frequencies)
    return f"Bars: number of sentences by number of distinct outputs. {listed}."


def percent(share: float) -> str:
    """`0.95` as `95 %`, with no digit that says nothing."""
    return f"{round(100 * share, 1):g}\u00a0%"


def _doubtful_ends(one: dict[str, Any], ranking: dict[str, Any]) -> tuple[bool, bool]:
    """Whether the first and the last rank of the range lie within the error of the replicates of the cut."""
    tail = (1 - ranking["confidence"]) / 2
    margin = 2 * sqrt(tail * (1 - tail) / ranking["replicates"])
    shares = one["rank_probabilities"]
    before, after = sum(shares[: one["rank_low"] - 1]), sum(shares[one["rank_high"] :])
    return (
        any(abs(end - tail) < margin for end in (one["mass_low"], before)),
        any(abs(end - tail) < margin for end in (one["mass_high"], after)),
    )


def _close_lines(ranking: dict[str, Any]) -> list[tuple[str, str]]:
    """Neighbours whose clusters would be one if a doubtful range reached one rank further."""
    systems = ranking["systems"]
    close = []
    for place in range(1, len(systems)):
        above, below = systems[place - 1], systems[place]
        if above["cluster"] == below["cluster"]:
            continue
        ends = [_doubtful_ends(one, ranking)[1] for one in systems[:place] if one["rank_high"] == place]
        starts = [_doubtful_ends(one, ranking)[0] for one in systems[place:] if one["rank_low"] == place + 1]
        if any(ends) or any(starts):
            close.append((above["system"], below["system"]))
    return close


def _ranked_row(one: dict[str, Any], starts: bool, doubtful: bool) -> RankedRow:
    low, high = one["rank_low"], one["rank_high"]
    shares = one["rank_probabilities"]
    interval = (
        f"{one['score_low']:.3f}\u2013{one['score_high']:.3f}" if one["score_low"] is not None else NONE
    )
    return RankedRow(
        cluster=one["cluster"],
        starts_cluster=starts,
        rank=one["rank"],
        system=one["system"],
        score=f"{one['score']:.3f}",
        interval=interval,
        ranks=str(low) if low == high else f"{low}\u2013{high}",
        doubtful=doubtful,
        rank_shares=[
            {"rank": rank, "share": percent(share)} for rank, share in enumerate(shares, 1) if share >= 0.005
        ],
    )


def _kappa_cell(pair: dict[str, Any]) -> dict[str, str]:
    compared = pair["comparisons"]
    title = f"{compared:,} comparison{'' if compared == 1 else 's'}"
    if not pair["enough"]:
        return {"text": TOO_FEW, "title": title}
    if pair["kappa"] is None:
        return {"text": NONE, "title": title}
    return {"text": f"{pair['kappa']:.2f}", "title": title}


def _resampled(ranking: dict[str, Any]) -> str:
    return (
        f"{ranking['unit']} resampled {ranking['replicates']:,} times and rank ranges at "
        f"{percent(ranking['confidence'])} confidence"
    )


def _and(names: list[str]) -> str:
    if len(names) <= 2:
        return " and ".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"
