"""How long Expected Wins takes on the published 2015 judgments, and how much memory.

    python -m benchmarks.statistics_expected_wins

Prints seconds (best of five, in one process) and the peak memory of the process. The goals: pair expansion
and Expected Wins with 1,000 replicates together under 1 s and 300 MB; by pairs 0.05 s; by rankings and by
sentences 0.15 s each; reading the file into arrays 0.1 s.
"""

import resource

from benchmarks.statistics_all import best_of, published_table, read_published
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import rank_systems

UNITS: tuple[BootstrapUnit, ...] = ("pairs", "rankings", "sentences", "judges")


def main() -> None:
    judgments = read_published()
    table = published_table()
    print(
        f"judgments to arrays          {best_of(5, lambda: JudgmentTable.from_judgments(judgments)):8.4f} s"
    )
    expansion = best_of(5, lambda: count_pairs(table))
    print(f"pair expansion and counts    {expansion:8.4f} s")
    for unit in UNITS:
        seconds = best_of(5, lambda unit=unit: rank_systems(table, unit=unit))  # type: ignore[misc]
        print(f"1,000 replicates by {unit:9}{seconds:8.4f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the process   {peak:8.0f} MB")


if __name__ == "__main__":
    main()
