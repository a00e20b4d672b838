"""How long GLEU, GREEN, BLEU, iBLEU, SARI, MAX-SARI and Levenshtein take for the 13 outputs of CoNLL-2014.

    python -m benchmarks.metrics_ngrams

Processor seconds of one process, one metric after the other, each from the texts to the scores; then peak
memory. The goal is 20 s together on two cores. The first run on a machine compiles.
"""

import os
import resource
import time
from pathlib import Path

from metrics.references.edits import annotator_texts
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material

CHECKOUT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
OUTPUTS = SHARED / "data" / "gjg15" / "outputs"
METRICS = (
    "gleu",
    "green",
    "bleu",
    "ibleu",
    "sari",
    "max-sari",
    "levenshtein-reference",
    "levenshtein-source",
)


def main() -> None:
    """Print seconds for each metric and their sum."""
    outputs = {
        path.name: tuple(path.read_text(encoding="utf-8").split("\n")[:-1])
        for path in sorted(OUTPUTS.iterdir())
    }
    gold = [
        read_m2((SHARED / "data" / "conll14" / f"official-2014.{name}.m2").read_bytes(), name)
        for name in "01"
    ]
    references = zip(*(annotator_texts(one, 0) for one in gold), strict=True)
    material = Material(outputs["INPUT"], references=tuple(references))
    make_scorer("levenshtein-source").score(["a"], Material(("b",)))
    total = 0.0
    for metric in METRICS:
        total += measure(metric, outputs, material)
    print(f"{'together':36} {total:6.2f} s")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def measure(
    metric: str, outputs: dict[str, tuple[str, ...]], material: Material, **settings: object
) -> float:
    started = time.process_time()
    scorer = make_scorer(metric, **settings)
    scorer.score_systems(outputs, material)
    seconds = time.process_time() - started
    print(f"{metric + ''.join(f' {name}={value}' for name, value in settings.items()):36} {seconds:6.2f} s")
    return seconds


if __name__ == "__main__":
    main()
