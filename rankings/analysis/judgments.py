"""Judgments as arrays: the one table from which every statistic is computed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
        return _build(list(judgments), systems)

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


def _build(judgments: list[Judgment], extra_systems: Sequence[str]) -> JudgmentTable:
    groups = {output.systems for judgment in judgments if not judgment.skipped for output in judgment.outputs}
    systems = _sorted_names({name for names in groups for name in names} | set(extra_systems))
    column_of = {name: index for index, name in enumerate(systems)}
    columns_of = {names: [column_of[name] for name in names] for names in groups}
    judges = _sorted_names({judgment.judge for judgment in judgments})
    sentences = _sorted_names({judgment.sentence for judgment in judgments})
    judge_of = {name: index for index, name in enumerate(judges)}
    sentence_of = {name: index for index, name in enumerate(sentences)}

    shape = (len(judgments), len(systems))
    rank_matrix = np.full(shape, NOT_COVERED_RANK, dtype=np.int16)
    group_matrix = np.full(shape, NOT_COVERED_GROUP, dtype=np.int16)
    # Lists of all cells would take several times the memory of the table.
    for start in range(0, len(judgments), JUDGMENTS_PER_BLOCK):
        rows: list[int] = []
        columns: list[int] = []
        ranks: list[int] = []
        group: list[int] = []
        for row, judgment in enumerate(judgments[start : start + JUDGMENTS_PER_BLOCK], start):
            if judgment.skipped:
                continue
            begin = len(columns)
            for number, output in enumerate(judgment.outputs):
                own = columns_of[output.systems]
                columns += own
                ranks += [_checked_rank(output.rank, judgment)] * len(own)
                group += [number] * len(own)
            covered = len(columns) - begin
            rows += [row] * covered
            if len(set(columns[begin:])) != covered:
                raise ValueError(_named_twice(judgment))
        rank_matrix[rows, columns] = ranks
        group_matrix[rows, columns] = group
    return JudgmentTable(
        systems=systems,
        judges=judges,
        sentences=sentences,
        judge=np.array([judge_of[judgment.judge] for judgment in judgments], dtype=np.int32),
        sentence=np.array([sentence_of[judgment.sentence] for judgment in judgments], dtype=np.int32),
        ranks=rank_matrix,
        groups=group_matrix,
        skipped=np.array([judgment.skipped for judgment in judgments], dtype=np.bool_),
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
