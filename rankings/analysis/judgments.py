"""Judgments as arrays: the one table from which every statistic is computed."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from numpy.typing import ArrayLike

from rankings.analysis.arrays import BoolArray, IndexArray, SmallIntArray
from rankings.formats.records import Judgment

NOT_COVERED_RANK = 0
NOT_COVERED_GROUP = -1
JUDGMENTS_PER_BLOCK = 1 << 16
LARGEST_RANK = int(np.iinfo(np.int16).max)


@dataclass(frozen=True, slots=True, eq=False)
class JudgmentTable:
    """All judgments of an evaluation, one row per answered or skipped item.

    R is the number of rows, N the number of systems. Rows keep the order of the input. Names are sorted by
    their bytes, so that nothing computed from the table depends on the order in which names first appear.

    Attributes:
        systems: N names.
        judges: names of the judges of the rows.
        sentences: identifiers of the source sentences of the rows.
        judge: (R,) index into `judges`.
        sentence: (R,) index into `sentences`.
        ranks: (R, N) rank given to the system's output, from 1 (best); 0 where the system is not covered.
        groups: (R, N) number of the distinct output within the ranking, in file order from 0; -1 where the
            system is not covered. Systems with the same number had identical outputs.
        skipped: (R,) whether the judge gave no ranking. A skipped row covers no system.
    """

    systems: tuple[str, ...]
    judges: tuple[str, ...]
    sentences: tuple[str, ...]
    judge: IndexArray
    sentence: IndexArray
    ranks: SmallIntArray
    groups: SmallIntArray
    skipped: BoolArray

    @classmethod
    def from_judgments(cls, judgments: Iterable[Judgment], systems: Sequence[str] = ()) -> "JudgmentTable":
        """Turn judgments, of one file or of several, into a table.

        Args:
            judgments: records of any number of judges, sentences and sets of systems.
            systems: names that take part even if no judgment covers them.

        Raises:
            ValueError: a ranking names a system twice or gives a rank below 1 or above 32767; the message
                names the judge and the sentence.
        """
        return _build(judgments, systems)

    def judges_who_prefer(self) -> int:
        """How many judges ranked one output above another at least once."""
        covered = self.ranks > 0
        worst = self.ranks.max(axis=1, keepdims=True, initial=0)
        prefers = (covered & (self.ranks < worst)).any(axis=1)
        return int(np.unique(self.judge[prefers]).size)

    def __len__(self) -> int:
        return len(self.judge)

    @property
    def covered(self) -> BoolArray:
        """(R, N) whether the ranking covers the system."""
        return self.ranks > NOT_COVERED_RANK

    def select_rows(self, rows: ArrayLike) -> "JudgmentTable":
        """The table of some rows, by boolean mask (R,) or by indices; repeated indices repeat rows.

        Systems stay as they are; judges and sentences without a row go.
        """
        index = np.asarray(rows)
        if index.dtype == np.bool_:
            if index.shape != (len(self),):
                raise ValueError(f"a mask over rows has to have the shape ({len(self)},), not {index.shape}")
            index = np.flatnonzero(index)
        index = index.astype(np.int64)
        judges, judge = _compact(self.judges, self.judge[index])
        sentences, sentence = _compact(self.sentences, self.sentence[index])
        return JudgmentTable(
            systems=self.systems,
            judges=judges,
            sentences=sentences,
            judge=judge,
            sentence=sentence,
            ranks=self.ranks[index],
            groups=self.groups[index],
            skipped=self.skipped[index],
        )

    def select_judges(self, names: Iterable[str]) -> "JudgmentTable":
        """The rows of these judges.

        Raises:
            ValueError: a name that is no judge of this table.
        """
        return self.select_rows(np.isin(self.judge, self._judge_indices(names)))

    def exclude_judges(self, names: Iterable[str], *, missing_ok: bool = False) -> "JudgmentTable":
        """The rows of all other judges.

        Args:
            names: judges to leave out.
            missing_ok: pass over names that are no judge of this table.

        Raises:
            ValueError: a name that is no judge of this table, unless `missing_ok`.
        """
        if missing_ok:
            names = [name for name in names if name in self.judges]
        return self.select_rows(~np.isin(self.judge, self._judge_indices(names)))

    def select_systems(self, names: Iterable[str]) -> "JudgmentTable":
        """The same rows, restricted to these systems.

        Raises:
            ValueError: a name that is no system of this table.
        """
        wanted = set(names)
        unknown = sorted(wanted - set(self.systems))
        if unknown:
            raise ValueError(f"no system is called {_listed(unknown)}; systems are {_listed(self.systems)}")
        columns = [index for index, name in enumerate(self.systems) if name in wanted]
        return replace(
            self,
            systems=tuple(self.systems[index] for index in columns),
            ranks=self.ranks[:, columns],
            groups=self.groups[:, columns],
        )

    def without_uncovered_systems(self) -> "JudgmentTable":
        """The same rows without the systems that no ranking covers."""
        seen = np.flatnonzero(self.covered.any(axis=0))
        return self.select_systems(self.systems[column] for column in seen)

    def _judge_indices(self, names: Iterable[str]) -> list[int]:
        position = {name: index for index, name in enumerate(self.judges)}
        wanted = list(names)
        unknown = sorted(name for name in wanted if name not in position)
        if unknown:
            raise ValueError(f"no judge is called {_listed(unknown)}; judges are {_listed(self.judges)}")
        return [position[name] for name in wanted]


class _Codes(dict[str, int]):
    """Numbers of names, in the order in which they first appear."""

    def __missing__(self, name: str) -> int:
        number = self[name] = len(self)
        return number

    def sorted(self) -> tuple[tuple[str, ...], IndexArray]:
        """The names in the order of their bytes, and the place there of each number."""
        names = _sorted_names(self)
        places = np.empty(len(names), dtype=np.int32)
        for place, name in enumerate(names):
            places[self[name]] = place
        return names, places


@dataclass(frozen=True, slots=True)
class _Block:
    """The cells of some rows: row, number of the system, rank and number of the output."""

    rows: IndexArray
    systems: IndexArray
    ranks: SmallIntArray
    groups: SmallIntArray


def _build(judgments: Iterable[Judgment], extra_systems: Sequence[str]) -> JudgmentTable:
    """Goes over the judgments once, and keeps none of them."""
    systems, judges, sentences = _Codes(), _Codes(), _Codes()
    judge, sentence, skipped = array("i"), array("i"), array("b")
    blocks: list[_Block] = []
    waiting = iter(judgments)
    while block := list(islice(waiting, JUDGMENTS_PER_BLOCK)):
        blocks.append(_block(block, len(skipped), systems))
        judge.extend([judges[one.judge] for one in block])
        sentence.extend([sentences[one.sentence] for one in block])
        skipped.extend([one.skipped for one in block])
    for name in extra_systems:
        systems[name]
    names, columns = systems.sorted()
    judge_names, judge_places = judges.sorted()
    sentence_names, sentence_places = sentences.sorted()
    shape = (len(skipped), len(names))
    rank_matrix = np.full(shape, NOT_COVERED_RANK, dtype=np.int16)
    group_matrix = np.full(shape, NOT_COVERED_GROUP, dtype=np.int16)
    while blocks:
        cells = blocks.pop()
        rank_matrix[cells.rows, columns[cells.systems]] = cells.ranks
        group_matrix[cells.rows, columns[cells.systems]] = cells.groups
    return JudgmentTable(
        systems=names,
        judges=judge_names,
        sentences=sentence_names,
        judge=judge_places[np.array(judge, dtype=np.int32)],
        sentence=sentence_places[np.array(sentence, dtype=np.int32)],
        ranks=rank_matrix,
        groups=group_matrix,
        skipped=np.array(skipped, dtype=np.bool_),
    )


def _block(judgments: Sequence[Judgment], start: int, systems: _Codes) -> _Block:
    rows: list[int] = []
    numbers: list[int] = []
    ranks: list[int] = []
    groups: list[int] = []
    # Outputs come again and again.
    numbers_of: dict[tuple[str, ...], list[int]] = {}
    for row, judgment in enumerate(judgments, start):
        if judgment.skipped:
            continue
        begin = len(numbers)
        for number, output in enumerate(judgment.outputs):
            own = numbers_of.get(output.systems)
            if own is None:
                own = numbers_of[output.systems] = [systems[name] for name in output.systems]
            numbers += own
            ranks += [_checked_rank(output.rank, judgment)] * len(own)
            groups += [number] * len(own)
        covered = len(numbers) - begin
        rows += [row] * covered
        if len(set(numbers[begin:])) != covered:
            raise ValueError(_named_twice(judgment))
    return _Block(
        np.array(rows, dtype=np.int32),
        np.array(numbers, dtype=np.int32),
        np.array(ranks, dtype=np.int16),
        np.array(groups, dtype=np.int16),
    )


def _checked_rank(rank: int, judgment: Judgment) -> int:
    if 1 <= rank <= LARGEST_RANK:
        return rank
    place = f"judge {judgment.judge}, sentence {judgment.sentence}"
    raise ValueError(f"{place}: rank {rank} is not between 1 and {LARGEST_RANK}")


def _named_twice(judgment: Judgment) -> str:
    names = [name for output in judgment.outputs for name in output.systems]
    repeated = sorted({name for name in names if names.count(name) > 1})
    return (
        f"judge {judgment.judge}, sentence {judgment.sentence}: {_listed(repeated)} is named twice in one "
        "ranking; every system has one output and one rank there"
    )


def _compact(names: tuple[str, ...], index: IndexArray) -> tuple[tuple[str, ...], IndexArray]:
    used, position = np.unique(index, return_inverse=True)
    return tuple(names[number] for number in used), position.astype(np.int32)


def _sorted_names(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: name.encode("utf-8", "surrogatepass")))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "(none)"
