"""How long every statistic takes on the published 2015 judgments, as a table in Markdown.

    python -m benchmarks.statistics

First everything is done once, one after another, as one report would; then short tasks are repeated, and the
best time counts. Compiled code is loaded before. Times are seconds of the clock on the wall, and of all
processors together, which a busy machine moves less; goals are for the wall clock of a quiet machine.
"""

import os
import platform
import resource
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rankings.analysis.agreement import agreement
from rankings.analysis.cross_validation import cross_validate
from rankings.analysis.designing import design_from_judgments
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judge_statistics import judge_statistics
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import rank_systems
from rankings.analysis.trueskill import trueskill_runs
from rankings.analysis.trueskill_mean_field import mean_field_with_noise
from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments

SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")


class Task(NamedTuple):
    """One row: what is done, seconds that it took the published programs, and that it may take at most.

    Attributes:
        times: how often it is repeated after the first time.
    """

    name: str
    original: str
    goal: float | None
    times: int
    run: Callable[[], object]


class Seconds(NamedTuple):
    """Of the clock on the wall, and of all processors together."""

    wall: float
    processors: float


def main() -> None:
    table = published_table()
    tasks = statistics_tasks(table)
    load_compiled_code(table)
    load = os.getloadavg()[0]
    first = [seconds_of(task.run) for task in tasks]
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors, "
        f"load {load:.1f} at the start\n"
    )
    print("| what | published programs | at most | here | processors |\n|---|---|---|---|---|")
    for task, once in zip(tasks, first, strict=True):
        timings = [once, *(seconds_of(task.run) for _ in range(task.times))]
        best = Seconds(*map(min, zip(*timings, strict=True)))
        print(_row(task.name, task.original, task.goal, best), flush=True)
    whole = Seconds(*map(sum, zip(*first, strict=True)))
    print(_row("everything above in one report, once", "days", 60.0, whole))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nPeak memory of the process: {peak:.0f} MB.")


def statistics_tasks(table: Judgments) -> tuple[Task, ...]:
    counts = count_pairs(table)
    one_run = counts.wins[None], counts.ties[None]
    seed = np.random.SeedSequence(1)
    return (
        Task("XML to arrays", "", 0.1, 3, lambda: Judgments.of(read_published())),
        Task("Table 1, statistics per judge", "0.3 s", 0.05, 5, lambda: judge_statistics(table)),
        Task(
            "Table 2, agreement",
            "0.4 s",
            0.05,
            5,
            lambda: agreement(table, replicates=0, every_measure=False),
        ),
        Task("Table 2 with intervals and all measures", "", None, 3, lambda: agreement(table)),
        Task(
            "Expected Wins by pairs",
            "115 s (Perl), 217 s (Python)",
            0.05,
            5,
            lambda: rank_systems(table, unit="pairs"),
        ),
        Task("Expected Wins by rankings", "", 0.15, 5, lambda: rank_systems(table, unit="rankings")),
        Task("Expected Wins by sentences", "", 0.15, 5, lambda: rank_systems(table)),
        Task("Bradley-Terry with ties", "", None, 3, lambda: rank_systems(table, "bradley-terry")),
        Task("TrueSkill, one run", "20 s", 0.01, 20, lambda: trueskill_runs(*one_run, seed)),
        Task("TrueSkill, 1,000 runs", "6 h", 5.0, 2, lambda: rank_systems(table, "trueskill", unit="pairs")),
        Task("TrueSkill, mean field", "", 0.05, 5, lambda: mean_field_with_noise(*one_run)),
        Task("Table 3d, head to head, all tests", "24 s", None, 3, lambda: compare_systems(table)),
        Task(
            "Table 4, 100 x 100, Expected Wins",
            "0.6 h",
            0.5,
            2,
            lambda: cross_validate(table, ["expected-wins"]),
        ),
        Task("Table 4, 100 x 100, TrueSkill", "58 h", 40.0, 0, lambda: cross_validate(table, ["trueskill"])),
        Task("Table 6, judges compared", "", None, 3, lambda: compare_judges(table)),
        Task("Table 7, rankings by judge", "", None, 2, lambda: rank_by_judge(table)),
        Task("rankings without each judge", "", None, 2, lambda: rank_by_judge(table, "without")),
        Task("design that gives the same order again", "", None, 0, lambda: design_from_judgments(table)),
    )


def load_compiled_code(table: Judgments) -> None:
    counts = count_pairs(table)
    trueskill_runs(counts.wins[None], counts.ties[None], np.random.SeedSequence(1))
    rank_systems(table, replicates=2)


def seconds_of(task: Callable[[], object]) -> Seconds:
    start, used = time.perf_counter(), time.process_time()
    task()
    return Seconds(time.perf_counter() - start, time.process_time() - used)


def _row(name: str, original: str, goal: float | None, seconds: Seconds) -> str:
    most = "" if goal is None else f"{goal:g} s"
    missed = " (missed)" if goal is not None and seconds.wall > goal else ""
    return f"| {name} | {original} | {most} | {seconds.wall:.3g} s{missed} | {seconds.processors:.3g} s |"


def read_published() -> Judgments:
    file = SHARED / "data" / "gjg15" / "judgments.xml"
    return read_judgments(file.read_bytes(), file.name)


@cache
def published_table() -> Judgments:
    return Judgments.of(read_published())


if __name__ == "__main__":
    main()
