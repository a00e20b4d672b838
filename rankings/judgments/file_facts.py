"""What a file of judgments names and how often, gathered in one go: the judgments themselves are not kept."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rankings.formats.records import Judgment

ResultSetKey = tuple[str, str, str]


@dataclass(slots=True)
class JudgeFacts:
    """One judge of a file.

    Attributes:
        first: the number of the first judgment, from 0.
        item: of that judgment.
        rankings, skipped: how many; skipped ones are among the rankings.
    """

    first: int
    item: str
    rankings: int = 0
    skipped: int = 0


@dataclass(slots=True)
class FileFacts:
    """What a file names.

    Attributes:
        count: judgments.
        skipped: of them.
        judges: by name, in the order of the file.
        sentences, systems: their names.
        result_sets: in the order of the file.
        largest_rank: that anybody gave; 1 where nobody gave one.
        version: the highest of the guidelines; 0 where none is named.
        version_at: the judgment that has it first, and its number.
    """

    count: int = 0
    skipped: int = 0
    judges: dict[str, JudgeFacts] = field(default_factory=dict)
    sentences: set[str] = field(default_factory=set)
    systems: set[str] = field(default_factory=set)
    result_sets: dict[ResultSetKey, None] = field(default_factory=dict)
    largest_rank: int = 1
    version: int = 0
    version_at: tuple[int, Judgment] | None = None

    @classmethod
    def of(cls, judgments: Iterable[Judgment]) -> "FileFacts":
        facts = cls()
        groups: set[tuple[str, ...]] = set()
        for number, one in enumerate(judgments):
            judge = facts.judges.setdefault(one.judge, JudgeFacts(number, one.item))
            judge.rankings += 1
            judge.skipped += one.skipped
            facts.count += 1
            facts.skipped += one.skipped
            facts.sentences.add(one.sentence)
            facts.result_sets[result_set_of(one)] = None
            for output in one.outputs:
                groups.add(output.systems)
                facts.largest_rank = max(facts.largest_rank, output.rank)
            if (one.guidelines_version or 0) > facts.version:
                facts.version, facts.version_at = one.guidelines_version or 0, (number, one)
        facts.systems = {name for group in groups for name in group}
        return facts


def result_set_of(judgment: Judgment) -> ResultSetKey:
    """What tells result sets of a campaign apart: name and languages."""
    return judgment.result_set, judgment.source_language, judgment.target_language
