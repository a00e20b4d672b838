"""The figures of the program of Choshen and Abend (2018), whose random choices are repeated.

The references of the published runs are not among the data. Held are all figures that do not depend on them:
of the distance to the source, and of BLEU with the source, which is what iBLEU with a plus and with a minus
differ by.
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from metrics.scorers.bleu import IBleu
from metrics.scorers.levenshtein import LevenshteinToSource
from metrics.scorers.results import Score, SentenceScore
from metrics.scorers.scorer import Material, Scorer
from metrics.validation.maege.analyses import correlation_p_value
from metrics.validation.maege.experiment import MaegeSettings, validate_without_people

GOLD = "official-2014.combined-withalt"
RUNS = [("chain", "rand", seed) for seed in range(1, 6)] + [("original", "source", 1)]
DISTANCE, TO_SOURCE = "LD_S->O", "BLEU with the source"
WEIGHT = 0.2
"""Of BLEU with the source in iBLEU."""

pytestmark = pytest.mark.filterwarnings("error")


@dataclass(frozen=True)
class UntrimmedDistance(Scorer[tuple[str, ...]]):
    """1 - distance(source, output) / length(source), blanks at the ends of texts being characters.

    The published program leaves such blanks where it deletes the first or last words. The registered metric
    trims texts.
    """

    metric: ClassVar[str] = "untrimmed"
    title: ClassVar[str] = "untrimmed"

    def _prepare(self, material):
        return material.sources

    def _score(self, hypotheses, prepared):
        # Another character for the blank keeps distances and is not trimmed.
        sources, texts = ([one.replace(" ", "\0") for one in side] for side in (prepared, hypotheses))
        found = LevenshteinToSource().score(texts, Material(tuple(sources))).sentences
        return Score("", 0.0, {}, sentences=tuple(SentenceScore(one.score) for one in found))


@pytest.fixture(scope="session", params=RUNS, ids=lambda run: f"{run[1]}{run[2]}")
def run(request, gold, expected):
    """A repeated run: the original's figures, and ours by metric."""
    source_kind, name, seed = request.param
    settings = MaegeSettings(source_kind=source_kind, runs=1, as_published=True)
    scorers: dict[str, Scorer[Any]] = {
        DISTANCE: UntrimmedDistance(),
        TO_SOURCE: IBleu(alpha=0.0, sign="plus"),
    }
    # With alpha = 0 references count nothing, but there have to be some.
    references = [(source,) for source in gold[GOLD].sources]
    found = validate_without_people(gold[GOLD], scorers, settings, seed=seed, references=references)
    return expected["maege"][f"maege.{name}.seed{seed}"], found


def close(value):
    return pytest.approx(value, abs=1e-9)


def of_metric(levels, metric):
    return [level for level in levels if level.metric == metric]


def test_what_is_drawn_from(run):
    _, found = run
    assert (found.sentences, found.corpus_sentences) == (764, 831)
    assert (found.chains, found.edits, found.texts) == (1809, 6127, 7936)
    left_out = found.left_out
    assert (left_out.noop, left_out.without_edits, left_out.overlapping_edits) == (364, 117, 0)


def test_sentences_corpora_and_error_types(run):
    theirs, found = run
    theirs = theirs[DISTANCE]
    (level,) = of_metric(found.sentence, DISTANCE)
    (own,) = level.runs
    assert (level.pairs, own.ties) == (theirs["pairs"], theirs["ties"]) == (19822, theirs["ties"])
    assert own.tau == close(theirs["tau_direct"])
    assert (own.r, own.r_tokens) == (close(theirs["r"]), close(theirs["r_tokens"]))
    assert correlation_p_value(own.r, 7936) == level.r_p == close(theirs["r_p"])
    (level,) = of_metric(found.corpus, DISTANCE)
    assert level.scores == close(theirs["corpus"])
    assert (level.rho, level.rho_p) == (close(theirs["rho"]), close(theirs["rho_p"]))
    types = {one.type: [one.mean, one.count] for one in of_metric(found.types, DISTANCE)}
    assert types == {name: [close(mean), count] for name, (mean, count) in theirs["delta"].items()}


def test_bleu_with_the_source(run):
    theirs, found = run
    plus, minus = theirs["iBLEU(+)"], theirs["iBLEU(-)"]
    (level,) = of_metric(found.corpus, TO_SOURCE)
    difference = (np.array(plus["corpus"]) - minus["corpus"]) / (2 * WEIGHT)
    assert level.scores == close(difference.tolist())
    for one in of_metric(found.types, TO_SOURCE):
        mean = (plus["delta"][one.type][0] - minus["delta"][one.type][0]) / (2 * WEIGHT)
        assert one.mean == close(mean)
