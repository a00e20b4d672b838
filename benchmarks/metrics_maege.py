"""How long MAEGE takes on the CoNLL-2014 gold, by metric, for one run and for five.

    python -m benchmarks.metrics_maege

Processor seconds of one process, from gold edits to all three analyses; a run has 7,936 texts of chains and
8,404 of corpora. Texts that several runs share are scored once, so that five runs take less than five times
one. The first run on a machine compiles. For comparison: the published program took 90 s for one run of the
eight metrics above the line, with eight references; here there are one to four.
"""

import os
import resource
import time
from pathlib import Path

from metrics.references.edits import Gold
from metrics.references.m2_file import read_m2
from metrics.validation.maege.experiment import MaegeSettings, validate_without_people
from metrics.validation.maege.usual import DEFAULT_METRICS, maege_metric

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
# Compares with the edits of the gold, which are edits of the original sentences.
WITH_ORIGINAL = "m2"
GOLD = SHARED / "data" / "conll14" / "official-2014.combined-withalt.m2"


def main() -> None:
    """Print seconds for each metric and their sum."""
    gold = read_m2(GOLD.read_bytes(), GOLD.name)
    for metric in ("levenshtein-source", WITH_ORIGINAL):
        validate_without_people(
            gold.part(range(20)), {metric: maege_metric(metric)}, MaegeSettings("original", runs=1)
        )
    totals = [0.0, 0.0]
    for metric in DEFAULT_METRICS:
        seconds = [measure(gold, metric, "chain", runs) for runs in (1, 5)]
        totals = [total + one for total, one in zip(totals, seconds, strict=True)]
        show(metric, seconds)
    show("together", totals)
    show(
        f"{WITH_ORIGINAL}, original as source", [measure(gold, WITH_ORIGINAL, "original", n) for n in (1, 5)]
    )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def measure(gold: Gold, metric: str, source_kind: str, runs: int) -> float:
    started = time.process_time()
    validate_without_people(gold, {metric: maege_metric(metric)}, MaegeSettings(source_kind, runs=runs))
    return time.process_time() - started


def show(name: str, seconds: list[float]) -> None:
    print(f"{name:30}" + "".join(f"{one:8.2f} s" for one in seconds))


if __name__ == "__main__":
    main()
