"""How long every statistic takes on the published 2015 judgments.

    python -m benchmarks.statistics_all [--peers]

Prints seconds, the best of several runs in one process after a first run that loads compiled code, beside the
goal. `--peers` adds the packages trueskill, openskill, choix and evalica on the same pairs, if installed.
"""

import argparse
import os
import resource
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np

from rankings.analysis.agreement import agreement
from rankings.analysis.agreement_measures import agreement_measures
from rankings.analysis.head_to_head import head_to_head
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judge_statistics import judge_statistics
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.planning import plan_rankings
from rankings.analysis.system_ranking import rank_systems
from rankings.analysis.trueskill import trueskill_runs
from rankings.analysis.trueskill_mean_field import mean_field_with_noise
from rankings.analysis.validation import validate
from rankings.formats.judgments import read_judgments
from rankings.formats.records import Judgment

SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", action="store_true")
    arguments = parser.parse_args()
    table = published_table()
    counts = count_pairs(table)
    one_run = counts.wins[None], counts.ties[None]
    seed = np.random.SeedSequence(1)
    tasks: list[tuple[str, float | None, int, Callable[[], object]]] = [
        ("XML to arrays", 0.1, 3, lambda: JudgmentTable.from_judgments(read_published())),
        ("Table 1, statistics per judge", 0.05, 5, lambda: judge_statistics(table)),
        ("Table 2, agreement", 0.05, 5, lambda: agreement(table, replicates=0)),
        ("Table 2 with 1,000 resamplings", None, 5, lambda: agreement(table)),
        ("all measures of agreement, 1,000", None, 3, lambda: agreement_measures(table)),
        ("Expected Wins, 1,000 by pairs", 0.05, 5, lambda: rank_systems(table, unit="pairs")),
        ("Expected Wins, 1,000 by rankings", 0.15, 5, lambda: rank_systems(table, unit="rankings")),
        ("Expected Wins, 1,000 by sentences", 0.15, 5, lambda: rank_systems(table)),
        ("Bradley-Terry, 1,000 by sentences", None, 3, lambda: rank_systems(table, "bradley-terry")),
        ("TrueSkill, one run", 0.01, 20, lambda: trueskill_runs(*one_run, seed)),
        ("TrueSkill, 1,000 runs", 5.0, 2, lambda: rank_systems(table, "trueskill", unit="pairs")),
        ("TrueSkill, mean field with noise", 0.05, 5, lambda: mean_field_with_noise(*one_run)),
        ("Table 3d, head to head", None, 3, lambda: head_to_head(table)),
        ("Table 4, 100 x 100, Expected Wins", 0.5, 2, lambda: validate(table, ["expected-wins"])),
        ("Table 4, 100 x 100, TrueSkill", 40.0, 1, lambda: validate(table, ["trueskill"])),
        ("Table 6, judges compared", None, 3, lambda: compare_judges(table)),
        ("Table 7, rankings by judge", None, 2, lambda: rank_by_judge(table)),
        ("planning, 10 sizes", None, 1, lambda: plan_rankings(table)),
    ]
    total = 0.0
    for name, goal, times, task in tasks:
        seconds = best_of(times, task)
        total += seconds
        print(f"{name:36}{seconds:9.4f} s" + ("" if goal is None else f"   goal {goal:g} s"), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'all of it once':36}{total:9.4f} s   goal 60 s; peak memory {peak:.0f} MB")
    if arguments.peers:
        from benchmarks.statistics_peers import compare

        compare(table, counts)


def best_of(times: int, task: Callable[[], object]) -> float:
    """The shortest of several timings, in seconds; once more than asked for if asked for several."""
    if times > 1:
        task()
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        task()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def read_published() -> list[Judgment]:
    file = SHARED / "data" / "gjg15" / "judgments.xml"
    return read_judgments(file.read_bytes(), file.name)


@cache
def published_table() -> JudgmentTable:
    return JudgmentTable.from_judgments(read_published())


if __name__ == "__main__":
    main()
