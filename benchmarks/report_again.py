"""A report of the 2015 judgments, and the same with another confidence, with what the first left in memory.

    python -m benchmarks.report_again [PART ...]

Seconds of the processor, part by part. The second report is computed once more without a memory, and has to
be the same to the last byte.
"""

import json
import sys
import time

from benchmarks.statistics_all import SHARED
from rankings.analysis.memory import Memory
from rankings.formats.judgments import read_judgments
from rankings.formats.records import Judgment
from rankings.reports.computation import compute_report
from rankings.reports.options import ReportOptions

OTHER_CONFIDENCE = 0.9


def report(judgments: list[Judgment], options: ReportOptions, memory: Memory | None, what: str) -> str:
    """Compute a report, print how long each part took, and give it as JSON."""
    parts: dict[str, float] = {}
    start = last = time.process_time()
    present = ""

    def progress(share: float, message: str) -> None:
        nonlocal last, present
        now = time.process_time()
        parts[present] = parts.get(present, 0.0) + now - last
        last, present = now, message

    systems = sorted({name for one in judgments for output in one.outputs for name in output.systems})
    computed = compute_report(judgments, [], systems, options, progress, memory=memory)
    progress(1.0, "")
    print(f"{what}: {time.process_time() - start:.2f} s")
    for name, seconds in parts.items():
        if seconds >= 0.05:
            print(f"    {seconds:6.2f} s  {name or 'reading'}")
    return json.dumps([computed.recipe, computed.result], sort_keys=True)


def main() -> None:
    parts = sys.argv[1:]
    file = SHARED / "data" / "gjg15" / "judgments.xml"
    judgments = list(read_judgments(file.read_bytes(), file.name))
    first = ReportOptions(parts=tuple(parts or ["validation"]))
    other = ReportOptions(parts=first.parts, confidence=OTHER_CONFIDENCE)
    memory = Memory(64 << 20)
    report(judgments, first, memory, "the first report")
    print(f"kept: {memory.bytes / 1e6:.1f} MB, {len(memory)} values")
    again = report(judgments, other, memory, "with another confidence")
    anew = report(judgments, other, None, "the same without a memory")
    if again != anew:
        sys.exit("the two differ")
    print("the same to the last byte")


if __name__ == "__main__":
    main()
