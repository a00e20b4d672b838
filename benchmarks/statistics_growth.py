"""How time and memory of the statistics grow with the data.

    python -m benchmarks.statistics_growth

Made-up judgments of 10^3 to 10^7 expanded pairs and of 5 to 100 systems, each in a process of its own. Prints
a
table as CSV: systems, pairs, rankings, seconds to count pairs, seconds for 1,000 replicates of Expected Wins
by sentences, peak memory in MB.
"""

import resource
import subprocess
import sys
import time

import numpy as np

from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.system_ranking import rank_systems

SIZES = [(13, pairs) for pairs in (10**3, 10**4, 10**5, 10**6, 10**7)]
SIZES += [(systems, 10**6) for systems in (5, 25, 50, 100)]
OUTPUTS = 5


def main() -> None:
    if len(sys.argv) > 1:
        measure(int(sys.argv[1]), int(sys.argv[2]))
        return
    print("systems,pairs,rankings,count seconds,replicate seconds,peak MB", flush=True)
    for systems, pairs in SIZES:
        command = [sys.executable, "-m", "benchmarks.statistics_growth", str(systems), str(pairs)]
        subprocess.run(command, check=True)


def measure(systems: int, pairs: int) -> None:
    table = made_up_table(systems, pairs)
    start = time.perf_counter()
    counts = count_pairs(table)
    counted = time.perf_counter()
    rank_systems(table)
    done = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures = f"{counted - start:.4f},{done - counted:.4f},{peak:.0f}"
    print(f"{systems},{counts.total},{len(table)},{figures}", flush=True)


def made_up_table(systems: int, pairs: int) -> JudgmentTable:
    """Rankings of five distinct outputs, each of about an eighth of the systems, at most all."""
    rng = np.random.default_rng(1)
    covered = min(systems, max(OUTPUTS, 5 * systems // 8))
    rows = max(2, pairs // (covered * (covered - 1) // 2))
    order = np.argsort(rng.random((rows, systems)), axis=1)[:, :covered]
    group = rng.integers(0, OUTPUTS, size=(rows, covered))
    rank_of_group = rng.integers(1, OUTPUTS + 1, size=(rows, OUTPUTS))
    ranks = np.zeros((rows, systems), dtype=np.int16)
    groups = np.full((rows, systems), -1, dtype=np.int16)
    np.put_along_axis(ranks, order, np.take_along_axis(rank_of_group, group, axis=1).astype(np.int16), axis=1)
    np.put_along_axis(groups, order, group.astype(np.int16), axis=1)
    sentences = max(2, rows // 4)
    return JudgmentTable(
        systems=tuple(f"S{number:03d}" for number in range(systems)),
        judges=tuple(f"judge{number}" for number in range(8)),
        sentences=tuple(str(number) for number in range(sentences)),
        judge=rng.integers(0, 8, rows).astype(np.int32),
        sentence=rng.integers(0, sentences, rows).astype(np.int32),
        ranks=ranks,
        groups=groups,
        skipped=np.zeros(rows, dtype=np.bool_),
    )


if __name__ == "__main__":
    main()
