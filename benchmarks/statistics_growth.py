"""How time and memory of the statistics grow with the data.

    python -m benchmarks.statistics_growth
    python -m benchmarks.statistics_growth agreement

Made-up judgments of 10^3 to 10^7 expanded pairs and of 5 to 100 systems, each in a process of its own, with
one thread for products of matrices: others that wait count as CPU time, too.
Writes `docs/images/growth.csv` and plots: `growth-pairs.svg`, `growth-systems.svg`. Columns: systems, pairs,
rankings, CPU seconds to count pairs, CPU seconds for 1,000 replicates of Expected Wins by sentences, peak
memory of the process in MB, and the part of it that was there before the judgments were made.

Agreement and head to head, each in a process of its own too, go to `docs/images/growth-agreement.csv`: what,
systems, pairs, rankings, CPU seconds, and the same two figures of memory.
"""

import csv
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from rankings.analysis.agreement import agreement
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import rank_systems

PAIRS = [10**3, 10**4, 10**5, 10**6, 10**7]
SYSTEMS = [5, 13, 25, 50, 100]
USUAL_SYSTEMS = 13
USUAL_PAIRS = 10**6
OUTPUTS = 5
COLUMNS = ("systems", "pairs", "rankings", "count seconds", "replicate seconds", "peak MB", "MB at the start")
COLUMNS_OF_TASK = ("what", "systems", "pairs", "rankings", "seconds", "peak MB", "MB at the start")
TASKS: dict[str, Callable[[JudgmentTable], object]] = {
    "agreement": agreement,
    "head to head": compare_systems,
}
IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"

Row = dict[str, float]


def main() -> None:
    if len(sys.argv) > 2:
        systems, pairs, *task = sys.argv[1:]
        measured = measure_task(task[0], int(pairs)) if task else measure(int(systems), int(pairs))
        print(*measured, sep=",")
        return
    IMAGES.mkdir(exist_ok=True)
    by_task = [in_own_process(USUAL_SYSTEMS, pairs, task) for task in TASKS for pairs in PAIRS]
    with (IMAGES / "growth-agreement.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS_OF_TASK, *by_task])
    if sys.argv[1:] == ["agreement"]:
        return
    by_pairs = [row_of(in_own_process(USUAL_SYSTEMS, pairs)) for pairs in PAIRS]
    by_systems = [row_of(in_own_process(systems, USUAL_PAIRS)) for systems in SYSTEMS]
    with (IMAGES / "growth.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(by_pairs + by_systems)
    plot(by_pairs, "pairs", f"{USUAL_SYSTEMS} systems", "expanded pairs", IMAGES / "growth-pairs.svg")
    plot(by_systems, "systems", "a million expanded pairs", "systems", IMAGES / "growth-systems.svg")


def in_own_process(systems: int, pairs: int, *task: str) -> list[str]:
    command = [sys.executable, "-m", "benchmarks.statistics_growth", str(systems), str(pairs), *task]
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    line = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    print(line, end="", flush=True)
    return line.strip().split(",")


def row_of(values: list[str]) -> Row:
    return dict(zip(COLUMNS, map(float, values), strict=True))


def measure(systems: int, pairs: int) -> tuple[int | str, ...]:
    rank_systems(made_up_table(4, 50), replicates=2)
    before = peak_megabytes()
    table = made_up_table(systems, pairs)
    start = time.process_time()
    counts = count_pairs(table)
    counted = time.process_time()
    rank_systems(table)
    done = time.process_time()
    seconds = f"{counted - start:.4f}", f"{done - counted:.4f}"
    return systems, counts.total, len(table), *seconds, f"{peak_megabytes():.0f}", f"{before:.0f}"


def measure_task(task: str, pairs: int) -> tuple[int | str, ...]:
    TASKS[task](made_up_table(4, 50))
    before = peak_megabytes()
    table = made_up_table(USUAL_SYSTEMS, pairs)
    total = count_pairs(table).total
    start = time.process_time()
    TASKS[task](table)
    seconds = f"{time.process_time() - start:.4f}"
    return task, USUAL_SYSTEMS, total, len(table), seconds, f"{peak_megabytes():.0f}", f"{before:.0f}"


def peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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


def plot(rows: list[Row], column: str, held: str, label: str, path: Path) -> None:
    """Time and memory over one quantity, on logarithmic scales, with a line of linear growth."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "growth", "svg.fonttype": "none"})
    from matplotlib import pyplot as plt

    at = [row[column] for row in rows]
    figure, (times, memory) = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
    for key, name in (
        ("replicate seconds", "1,000 replicates of Expected Wins, by sentences"),
        ("count seconds", "counting pairs"),
    ):
        values = [row[key] for row in rows]
        times.loglog(at, values, marker="o", label=name)
    if column == "pairs":
        last = rows[-1]["replicate seconds"]
        times.loglog(at, [last * value / at[-1] for value in at], "--", color="0.6", label="linear growth")
    memory.loglog(at, [row["peak MB"] for row in rows], marker="o", label="peak of the process")
    memory.loglog(at, [row["MB at the start"] for row in rows], "--", color="0.6", label="before the data")
    times.set(xlabel=label, ylabel="CPU seconds", title=f"Time, {held}")
    memory.set(xlabel=label, ylabel="megabytes", title=f"Memory, {held}")
    for axes in (times, memory):
        axes.grid(visible=True, which="major", color="0.9")
        axes.legend(fontsize="small", loc="upper center", bbox_to_anchor=(0.5, -0.2), frameon=False)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
