"""Who is first, where several may be, and whether anything was decided at all."""

from typing import Any

from appraise_gec.presentation.numbers import counted, listed
from rankings.analysis.results.judge_statistics import JudgeStatistics
from rankings.formats.json_form import from_json

Document = dict[str, Any]


def leaders(ranking: Document) -> list[str]:
    """The systems with the highest score: several where scores are equal, none where groups have no link."""
    systems = ranking["systems"]
    if len(linked_groups(ranking)) > 1:
        return []
    return [one["system"] for place, one in enumerate(systems, 1) if one.get("rank", place) == 1]


def linked_groups(ranking: Document) -> list[list[Document]]:
    """The ranked systems in groups that comparisons link; systems that were never compared are in none."""
    groups: dict[int, list[Document]] = {}
    for one in ranking["systems"]:
        number = one.get("group", 1)
        if number is not None:
            groups.setdefault(number, []).append(one)
    return list(groups.values())


def tells_nothing(ranking: Document) -> bool:
    """Whether all systems have the same score."""
    return 1 < sum(map(len, linked_groups(ranking))) == len(leaders(ranking))


def share_first_place(names: list[str]) -> str:
    """`A comes first`, or `A and B share the first place`."""
    return f"{names[0]} comes first" if len(names) == 1 else f"{listed(names)} share the first place"


def nothing_decided(result: Document) -> bool:
    """Whether judges compared systems and never preferred one."""
    return "total" in result and from_json(JudgeStatistics, result["total"]).nothing_decided


def undecided_sentence(total: JudgeStatistics) -> str:
    """Says that every comparison was a tie."""
    tied = "the only one is a tie"
    if total.expanded > 1:
        tied = f"all {counted(total.expanded, 'pair')} of systems are ties"
    return f"No comparison was decided: {tied}. So no system can be put before another."
