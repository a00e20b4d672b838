"""What several rankings of one table have in common, computed once: counts, groups, variances, replicates."""

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import Resampler, resampler
from rankings.analysis.choices import BootstrapUnit
from rankings.analysis.comparison_graph import linked_groups
from rankings.analysis.judge_variance import JudgeVariance, variance_of_scores
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import (
    ClusterUnit,
    PairCounts,
    UnitCounts,
    count_pairs,
    count_pairs_by_row,
    count_pairs_by_unit,
    unit_of_row,
)
from rankings.analysis.remembering import digest_of_table, recalled

# Up to so many counts of single rankings are kept, to be added up by any unit.
MOST_KEPT = 1 << 22


class PreparedTable:
    """A table of judgments with what rankings and tests of it need, each computed when it is first asked for.

    Counts by unit are kept only where the counts of all single rankings are few. Else they are counted anew
    for every ranking, so that a large table needs no more memory than without.
    """

    def __init__(self, table: JudgmentTable) -> None:
        self.table = table
        self._by_unit: dict[ClusterUnit, UnitCounts] = {}
        self._variances: dict[tuple[int, ...], JudgeVariance] = {}
        self._replicates: dict[Hashable, list[FloatArray]] = {}

    @classmethod
    def of(cls, table: "JudgmentTable | PreparedTable") -> "PreparedTable":
        """The same again, or of the table."""
        return table if isinstance(table, PreparedTable) else cls(table)

    @cached_property
    def counts(self) -> PairCounts:
        """Wins and ties of every pair of systems."""
        return count_pairs(self.table)

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Systems that comparisons link, as in `linked_groups`."""
        return linked_groups(self.counts)

    def by_unit(self, unit: ClusterUnit) -> UnitCounts:
        """As `count_pairs_by_unit`."""
        if not self._keeps:
            return count_pairs_by_unit(self.table, unit)
        if unit not in self._by_unit:
            self._by_unit[unit] = self._added_up(unit)
        return self._by_unit[unit]

    def kept(self, unit: ClusterUnit) -> UnitCounts | None:
        """The same where it is kept; None where whoever counts anew can let the counts go earlier."""
        return self.by_unit(unit) if self._keeps else None

    def resampler(self, unit: BootstrapUnit) -> Resampler:
        """As `rankings.analysis.bootstrap.resampler`."""
        return resampler(self.table, unit, self.by_unit)

    def variance_of_scores(self, systems: Sequence[int]) -> JudgeVariance:
        """As `rankings.analysis.judge_variance.variance_of_scores`."""
        key = tuple(systems)
        if key not in self._variances:
            self._variances[key] = variance_of_scores(self.table, key, self.kept("judge-sentences"))
        return self._variances[key]

    def replicates(self, key: Hashable, draw: Callable[[], list[FloatArray]]) -> list[FloatArray]:
        """Scores of replicates, drawn once for every key. Callers must not change them."""
        if key in self._replicates:
            return list(self._replicates[key])
        drawn = recalled(lambda: ("replicates", self.digest, key), draw)
        if self._keeps:
            self._replicates[key] = drawn
        return list(drawn)

    @cached_property
    def digest(self) -> bytes:
        """As `rankings.analysis.remembering.digest_of_table`."""
        return digest_of_table(self.table)

    @cached_property
    def _keeps(self) -> bool:
        systems = len(self.table.systems)
        return len(self.table) * (systems * (systems - 1) // 2) * 3 <= MOST_KEPT

    @cached_property
    def _rows(self) -> FloatArray:
        return count_pairs_by_row(self.table)

    def _added_up(self, unit: ClusterUnit) -> UnitCounts:
        of_row, units = unit_of_row(self.table, unit)
        rows = len(of_row)
        member: Any = sparse.csr_array((np.ones(rows), (of_row, np.arange(rows))), shape=(units, rows))
        counts: FloatArray = member @ self._rows
        return UnitCounts(self.table.systems, unit, counts)
