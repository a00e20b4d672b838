"""Compile the inner loops of metrics and statistics ahead of time: `python -m metrics.warm_up`.

The first computation after an installation compiles for most of a minute. An image that people start many
times does that once, when it is built. What is compiled goes to the folder that NUMBA_CACHE_DIR names; it is
of use where version, path of the modules and kind of processor are the same, and is made anew elsewhere.
"""

from dataclasses import replace

import numpy as np

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.scorers.i_measure.metric import IMeasure
from metrics.scorers.m2.metric import M2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from rankings.analysis.trueskill import trueskill_runs

COMPILED = ("m2", "i-measure", "levenshtein-reference", "levenshtein-source")
# Every kind of edit: a replacement, an insertion, a deletion, and alternatives.
SOURCE = "They was go to home ."
OUTPUT = "They were going home now ."
EDITS = (
    Edit(1, 2, "SVA", ("were",)),
    Edit(2, 3, "Vform", ("going",)),
    Edit(3, 4, "Prep", ("",)),
    Edit(5, 5, "Others", ("now", "today")),
)
# Some loops begin where there are more mixtures of references than can be looked at one by one.
CLAUSES = 8


def main() -> None:
    """Compute every metric that compiles anything, and TrueSkill, on next to nothing."""
    material, outputs = _material()
    for metric in COMPILED:
        make_scorer(metric).score(outputs, material)
    M2(ignore_whitespace_casing=True).score(outputs, material)
    IMeasure(mix=False).score(outputs, material)
    wins = np.array([[[0.0, 2.0], [1.0, 0.0]]])
    trueskill_runs(wins, np.zeros_like(wins), np.random.SeedSequence(1))


def _material() -> tuple[Material, list[str]]:
    step = len(SOURCE.split())
    many = tuple(
        replace(edit, start=edit.start + step * clause, end=edit.end + step * clause)
        for clause in range(CLAUSES)
        for edit in EDITS
    )
    long = GoldSentence(
        " ".join([SOURCE] * CLAUSES), (Annotation(0, many), Annotation(1, many[:: len(EDITS)]))
    )
    short = GoldSentence(SOURCE, (Annotation(0, EDITS), Annotation(1, EDITS[:1])))
    gold = Gold("warm-up", (long, short))
    return Material(gold.sources, gold), [" ".join([OUTPUT] * CLAUSES), OUTPUT]


if __name__ == "__main__":
    main()
