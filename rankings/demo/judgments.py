"""Rankings by SIMULATED judges for the demo campaign. No person made them; they are not data.

Three invented judges ranked items by what is wrong with each made-up output, with tastes of their own: a
careful one, a lenient one, and one who dislikes changes. Their names begin with `demo-` so that nobody takes
them for people in an export either.
"""

from dataclasses import dataclass
from functools import cache

from rankings.demo.corpus import read_lines


@dataclass(frozen=True, slots=True)
class DemoRanking:
    """An invented answer to an item.

    Attributes:
        judge: who gave it.
        item: number of the item, as the demo's plan draws it.
        sentence: zero-based line of the demo's source.
        seconds: invented time spent on the item.
        ranks: of each output, by the systems behind it; 1 is best.
    """

    judge: str
    item: int
    sentence: int
    seconds: float
    ranks: dict[tuple[str, ...], int]


@cache
def load_rankings() -> tuple[DemoRanking, ...]:
    """All of them, judge by judge."""
    rankings = []
    for line in read_lines("rankings.tsv")[1:]:
        judge, item, sentence, seconds, answer = line.split("\t")
        pairs = (output.split("=") for output in answer.split(" "))
        ranks = {tuple(systems.split("+")): int(rank) for systems, rank in pairs}
        rankings.append(DemoRanking(judge, int(item), int(sentence), float(seconds), ranks))
    return tuple(rankings)
