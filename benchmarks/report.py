"""How long the whole report of the published 2015 judgments takes, part by part, as a table in Markdown.

    python -m benchmarks.report [--trueskill]

As `appraise-gec report judgments.xml --outputs outputs --gold official-2014.combined.m2 -o DIR` makes it,
with cross-validation: read, computed, compared with metrics, described, drawn.
Seconds are those of the clock on the wall, and of all processors together, which a busy machine moves less.
The last rows compare intervals "for judges like these" with the bootstrap of sentences that they stand on.
"""

import argparse
import os
import platform
import re
import resource
import time

import numpy as np

from appraise_gec.cli.report_making import ReportRequest, make_report
from appraise_gec.library.metric_inputs import MaterialFiles
from appraise_gec.library.selection import Selection
from appraise_gec.report.options import ReportOptions
from benchmarks.statistics import SHARED, published_table
from rankings.analysis.choices import SpeaksFor
from rankings.analysis.ranking import rank_systems

GOALS = "at most 60 s on the clock and 600 MB"


class Stopwatch:
    """The time of each part of the work, by the message that is shown while it runs."""

    def __init__(self) -> None:
        self.parts: dict[str, tuple[float, float]] = {}
        self._message, self._wall, self._processors = "Loading", time.perf_counter(), time.process_time()

    def progress(self, share: float, message: str | None) -> None:
        wall, processors = time.perf_counter(), time.process_time()
        before = self.parts.get(self._message, (0.0, 0.0))
        self.parts[self._message] = (before[0] + wall - self._wall, before[1] + processors - self._processors)
        # Without the remaining time, which stands behind a comma.
        part = re.sub(r", (about|a few) [^,]*$", "", message or "")
        self._message, self._wall, self._processors = part, wall, processors


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trueskill", action="store_true", help="with TrueSkill by simulation")
    simulated = ("trueskill",) if parser.parse_args().trueskill else ()
    published = SHARED / "data" / "gjg15"
    options = ReportOptions(parts=("validation", *simulated)).as_json()
    settings = {
        name: value for name, value in options.items() if name not in {"excluded_judges", "without_top_ups"}
    }
    print(
        f"Python {platform.python_version()}, numpy {np.__version__}, {os.cpu_count()} processors, "
        f"load {os.getloadavg()[0]:.1f} at the start\n"
    )
    watch = Stopwatch()
    request = ReportRequest(
        Selection((published / "judgments.xml",)),
        settings,
        outputs=(published / "outputs",),
        material=MaterialFiles(gold=(SHARED / "data" / "conll14" / "official-2014.combined.m2",)),
    )
    made = make_report(request, watch.progress)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("| part | clock | processors |\n|---|---|---|")
    for message, (wall, processors) in watch.parts.items():
        print(f"| {message} | {wall:.2f} s | {processors:.2f} s |")
    wall, processors = map(sum, zip(*watch.parts.values(), strict=True))
    print(f"| everything, {len(made.files)} files | {wall:.1f} s | {processors:.1f} s |")
    print(f"\nPeak memory: {peak:.0f} MB. Goals: {GOALS}.\n")
    print("| 10,000 replicates of sentences | processors, best of 5 |\n|---|---|")
    for whom in ("these-judges", "judges-like-these"):
        print(f"| {whom} | {seconds_of_ranking(whom):.3f} s |")


def seconds_of_ranking(whom: SpeaksFor) -> float:
    table = published_table()
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        rank_systems(table, replicates=10_000, speaks_for=whom)
        best = min(best, time.process_time() - begun)
    return best


if __name__ == "__main__":
    main()
