"""Judgments as columns: what readers give, and what filters, statistics, writers and the site take."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from functools import cached_property
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rankings.formats.building import (
    AT_ONCE,
    NAMED,
    OF_ROWS,
    Builder,
    Codes,
    Moments,
    NameCodes,
    Places,
    sorted_names,
    starts,
)
from rankings.formats.records import JudgedOutput, Judgment

NOT_COVERED_RANK = 0
NOT_COVERED_GROUP = -1
ROWS_AT_ONCE = 1 << 13

SmallInts = NDArray[np.int16]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Judgments:
    """R judgments, one row each, in the order in which they were read.

    Names of systems, judges and sentences are sorted by their bytes, so that nothing computed from them
    depends on the order in which they first appear. Iterating gives the judgments as records.

    Attributes:
        systems: of the rankings; those of skipped judgments alone are not among them.
        judges, sentences, items, documents: the names that rows have.
        result_sets: name, source language and target language of each.
        judge, sentence, item, document, result_set: (R,) place of each row's name.
        skipped: (R,) whether the judge gave no ranking.
        seconds, active_seconds: (R,) not a number where they are not known.
        opened_at, submitted_at: (R,) in UTC; not a time where they are not known.
        guidelines_version: (R,) 0 where it is not known.
        groups_of_systems: every set of systems that shared an output, in the order of a file.
        start: (R + 1,) where the outputs of each row begin; those of all rows follow each other.
        output: of each output, the place of its systems in `groups_of_systems`.
        rank: of each output, from 1 (best).
    """

    systems: tuple[str, ...]
    judges: tuple[str, ...]
    sentences: tuple[str, ...]
    items: tuple[str, ...]
    documents: tuple[str, ...]
    result_sets: tuple[tuple[str, str, str], ...]
    groups_of_systems: tuple[tuple[str, ...], ...]
    judge: Codes
    sentence: Codes
    item: Codes
    document: Codes
    result_set: Codes
    skipped: Mask
    seconds: Floats
    active_seconds: Floats
    opened_at: Moments
    submitted_at: Moments
    guidelines_version: Codes
    start: Places
    output: Codes
    rank: SmallInts

    @classmethod
    def of(cls, judgments: Iterable[Judgment], systems: Iterable[str] = ()) -> "Judgments":
        """Columns of records, which are gone over once; of columns, the same.

        Args:
            judgments: of any number of judges, sentences and sets of systems.
            systems: names that take part even if no judgment covers them.

        Raises:
            ValueError: a rank below 1 or above 32767; the message names the judge and the sentence.
        """
        further = tuple(systems)
        if isinstance(judgments, Judgments) and set(further) <= set(judgments.systems):
            return judgments
        return cls(**Builder().build(judgments, further))

    def __len__(self) -> int:
        return len(self.judge)

    def __repr__(self) -> str:
        numbers = (
            (len(self), "ranking"),
            (len(self.systems), "system"),
            (len(self.judges), "judge"),
            (len(self.sentences), "sentence"),
        )
        return "Judgments: " + ", ".join(f"{n:,} {noun}{'' if n == 1 else 's'}" for n, noun in numbers)

    def __iter__(self) -> Iterator[Judgment]:
        known: dict[tuple[int, int], JudgedOutput] = {}
        for first in range(0, len(self), AT_ONCE):
            yield from self._records(first, min(first + AT_ONCE, len(self)), known)

    @cached_property
    def ranks(self) -> SmallInts:
        """(R, N) rank given to the system's output, from 1 (best); 0 where the row does not cover the system.

        A skipped row covers none.

        Raises:
            ValueError: a ranking names a system twice.
        """
        ranks, ranked = np.zeros((len(self), len(self.systems)), dtype=np.int16), 0
        for row, system, cell in self._cells(self.systems):
            ranks[row, system] = self.rank[cell]
            ranked += len(cell)
        for twice, name in self.named_twice(1) if ranked > np.count_nonzero(ranks) else ():
            judge, sentence = self.judges[self.judge[twice]], self.sentences[self.sentence[twice]]
            place = f"judge {judge}, sentence {sentence}"
            raise ValueError(
                f"{place}: {name} is named twice in one ranking; a system has one output and one rank there"
            )
        return ranks

    @cached_property
    def groups(self) -> SmallInts:
        """(R, N) number of the distinct output within the ranking, in file order from 0; -1 where the row
        does not cover the system. Systems with the same number had identical outputs.
        """
        groups = np.full((len(self), len(self.systems)), NOT_COVERED_GROUP, dtype=np.int16)
        for row, system, cell in self._cells(self.systems):
            groups[row, system] = cell - self.start[row]
        return groups

    @property
    def covered(self) -> Mask:
        """(R, N) whether the ranking covers the system."""
        return self.ranks > NOT_COVERED_RANK

    @property
    def named_systems(self) -> tuple[str, ...]:
        """All systems that rows name, skipped ones too, in the order of their bytes."""
        used = np.unique(self.output)
        return sorted_names({name for group in used for name in self.groups_of_systems[group]})

    @property
    def number_of_outputs(self) -> Places:
        """(R,) how many distinct outputs each row has."""
        return np.diff(self.start)

    def row_of_outputs(self) -> Places:
        """The row of each output."""
        return np.repeat(np.arange(len(self)), self.number_of_outputs)

    def named_twice(self, most: int) -> list[tuple[int, str]]:
        """The first rows that name a system more than once, each with one such system."""
        names = sorted_names({name for group in self.groups_of_systems for name in group})
        found: list[tuple[int, str]] = []
        for row, system, _ in self._cells(names):
            cells = np.sort(row * len(names) + system)
            twice = np.unique(cells[1:][cells[1:] == cells[:-1]])
            found += [(int(cell // len(names)), names[cell % len(names)]) for cell in twice[:most]]
        return found[:most]

    def where(self, rows: ArrayLike) -> "Judgments":
        """Some rows, by a mask (R,) or by their places, which may repeat.

        Systems stay as they are; judges, sentences and other names without a row go.
        """
        index = np.asarray(rows)
        if index.dtype == np.bool_:
            if index.shape != (len(self),):
                raise ValueError(f"a mask over rows has to have the shape ({len(self)},), not {index.shape}")
            index = np.flatnonzero(index)
        index = index.astype(np.int64)
        names: dict[str, Any] = {}
        for many, one in NAMED:
            names[many], names[one] = _compact(getattr(self, many), getattr(self, one)[index])
        numbers = self.number_of_outputs[index]
        start = starts(numbers)
        cells = np.repeat(self.start[index] - start[:-1], numbers) + np.arange(start[-1])
        return replace(
            self,
            **names,
            **{name: getattr(self, name)[index] for name in OF_ROWS},
            start=start,
            output=self.output[cells],
            rank=self.rank[cells],
        )

    def of_judges(self, names: Iterable[str]) -> "Judgments":
        """The rows of these judges. Raises ValueError for a name that is no judge here."""
        return self.where(np.isin(self.judge, self._places_of_judges(names)))

    def without_judges(self, names: Iterable[str]) -> "Judgments":
        """The rows of all other judges. Raises ValueError for a name that is no judge here."""
        return self.where(~np.isin(self.judge, self._places_of_judges(names)))

    def of_systems(self, names: Iterable[str]) -> "Judgments":
        """The same rows as if they had never named any other system.

        Ranks of other systems go; the others keep theirs, and with them their ties. A row may be left without
        outputs.

        Raises:
            ValueError: a name that is no system here.
        """
        wanted = set(names)
        unknown = sorted(wanted - set(self.systems) - set(self.named_systems))
        if unknown:
            raise ValueError(f"no system is called {_listed(unknown)}; systems are {_listed(self.systems)}")
        codes = NameCodes()
        left = [tuple(name for name in group if name in wanted) for group in self.groups_of_systems]
        places = np.array([codes[group] if group else -1 for group in left], dtype=np.int32)
        output = places[self.output] if len(places) else self.output
        kept = output >= 0
        numbers = np.bincount(self.row_of_outputs()[kept], minlength=len(self))
        return replace(
            self,
            systems=tuple(name for name in self.systems if name in wanted),
            groups_of_systems=tuple(codes),
            start=starts(numbers),
            output=output[kept],
            rank=self.rank[kept],
        )

    def without_systems(self, names: Iterable[str]) -> "Judgments":
        """As if nobody had ever named these systems: outputs of them alone go, and rows of nothing else."""
        named = set(names)
        left = self.of_systems(name for name in self.named_systems if name not in named)
        return left.without_empty_rows(self)

    def without_empty_rows(self, before: "Judgments") -> "Judgments":
        """Without the rows that had outputs `before`, and now are left without any."""
        return self.where((self.number_of_outputs > 0) | self.skipped | (before.number_of_outputs == 0))

    def rename(
        self,
        *,
        judge: Callable[[str], str] | None = None,
        sentence: Callable[[str], str] | None = None,
        system: Callable[[str], str] | None = None,
    ) -> "Judgments":
        """The same rows with other names, which have to stay different."""
        changes: dict[str, Any] = {}
        if system is not None:
            changes["systems"] = sorted_names(map(system, self.systems))
            changes["groups_of_systems"] = tuple(tuple(map(system, one)) for one in self.groups_of_systems)
        for many, one, new in (("judges", "judge", judge), ("sentences", "sentence", sentence)):
            if new is not None:
                codes = NameCodes()
                places = np.array([codes[new(name)] for name in getattr(self, many)], dtype=np.int32)
                names, order = codes.sorted()
                changes[many] = names
                changes[one] = order[places[getattr(self, one)]] if len(places) else getattr(self, one)
        return replace(self, **changes)

    def join(self, *others: "Judgments") -> "Judgments":
        """These rows, and then those of others."""
        if not others:
            return self
        parts = (self, *others)
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(part, name) for part in parts]) for name in (*OF_ROWS, "rank")
        }
        for many, one in (*NAMED, ("groups_of_systems", "output")):
            joined[many], joined[one] = _joined([(getattr(part, many), getattr(part, one)) for part in parts])
        systems = sorted_names({name for part in parts for name in part.systems})
        start = starts(np.concatenate([part.number_of_outputs for part in parts]))
        return Judgments(systems=systems, start=start, **joined)

    def _places_of_judges(self, names: Iterable[str]) -> list[int]:
        position = {name: index for index, name in enumerate(self.judges)}
        wanted = list(names)
        unknown = sorted(name for name in wanted if name not in position)
        if unknown:
            raise ValueError(f"no judge is called {_listed(unknown)}; judges are {_listed(self.judges)}")
        return [position[name] for name in wanted]

    def _cells(self, systems: Sequence[str]) -> Iterator[tuple[Places, Codes, Places]]:
        """Row, system and output of everything that rows rank, some thousand rows at a time."""
        place = {name: index for index, name in enumerate(systems)}
        sizes = np.array([len(group) for group in self.groups_of_systems], dtype=np.int64)
        # Systems that only skipped judgments name have no column, and no row asks for it.
        system_of = np.array(
            [place.get(name, -1) for group in self.groups_of_systems for name in group], dtype=np.int32
        )
        first_of = starts(sizes)[:-1]
        numbers = np.where(self.skipped, 0, self.number_of_outputs)
        for first in range(0, len(self), ROWS_AT_ONCE):
            rows = np.arange(first, min(first + ROWS_AT_ONCE, len(self)))
            outputs = starts(numbers[rows])
            row = np.repeat(rows, numbers[rows])
            cell = np.arange(outputs[-1]) + np.repeat(self.start[rows] - outputs[:-1], numbers[rows])
            group = self.output[cell]
            within = starts(sizes[group])
            system = np.arange(within[-1]) + np.repeat(first_of[group] - within[:-1], sizes[group])
            yield np.repeat(row, sizes[group]), system_of[system], np.repeat(cell, sizes[group])

    def _records(
        self, first: int, end: int, known: dict[tuple[int, int], JudgedOutput]
    ) -> Iterator[Judgment]:
        starts = self.start[first : end + 1]
        keys = list(
            zip(
                self.output[starts[0] : starts[-1]].tolist(),
                self.rank[starts[0] : starts[-1]].tolist(),
                strict=True,
            )
        )
        for key in set(keys) - known.keys():
            known[key] = JudgedOutput(self.groups_of_systems[key[0]], key[1])
        outputs = [known[key] for key in keys]
        places = (starts - starts[0]).tolist()
        columns = (getattr(self, name)[first:end].tolist() for name in (*(one for _, one in NAMED), *OF_ROWS))
        for number, row in enumerate(zip(*columns, strict=True)):
            judge, sentence, item, document, result_set, skipped, seconds, active, opened, sent, version = row
            name, source, target = self.result_sets[result_set]
            yield Judgment(
                self.judges[judge],
                self.sentences[sentence],
                tuple(outputs[places[number] : places[number + 1]]),
                self.items[item],
                self.documents[document],
                name,
                None if isnan(seconds) else seconds,
                skipped,
                source,
                target,
                None if isnan(active) else active,
                opened and opened.replace(tzinfo=UTC),
                sent and sent.replace(tzinfo=UTC),
                version or None,
            )


def _compact(names: tuple[Any, ...], index: Codes) -> tuple[tuple[Any, ...], Codes]:
    """The names that are used, in their order, and their places."""
    used, position = np.unique(index, return_inverse=True)
    return tuple(names[number] for number in used), position.astype(np.int32)


def _joined(parts: Sequence[tuple[tuple[Any, ...], Codes]]) -> tuple[tuple[Any, ...], Codes]:
    """The names of several parts, and the places of all rows; names of one kind are sorted by their bytes."""
    codes = NameCodes()
    rows = [
        np.array([codes[name] for name in names], dtype=np.int32)[index] if len(index) else index
        for names, index in parts
    ]
    whole = np.concatenate(rows)
    if all(isinstance(name, str) for name in codes):
        names, places = codes.sorted()
        return names, places[whole] if len(whole) else whole
    return tuple(codes), whole


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "(none)"
