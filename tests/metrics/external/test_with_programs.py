"""The real programs, where they are installed: METEOR, ERRANT without a model.

CONTRIBUTING.md says how to install them. Where nothing may skip, a program that is missing is a failure.
"""

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.scorers.errant import BLANK, Errant, align, load_annotator
from metrics.scorers.meteor import Meteor, meteor_jar
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import UnavailableError
from tests.missing import missing_or_skip


@pytest.fixture
def meteor():
    needed("meteor", meteor_jar)
    needed("meteor", Meteor().ensure_available)


@pytest.fixture
def errant():
    if find_spec("errant") is None:
        missing_or_skip("errant", "the package errant is not installed")


def needed(metric: str, find: Callable[[], object]) -> None:
    try:
        find()
    except UnavailableError as error:
        missing_or_skip(metric, str(error))


def test_meteor_of_every_system(meteor, material, outputs, expected):
    scores = make_scorer("meteor").score_systems(outputs, material)
    values = expected["meteor15"]["values"]["default"]
    assert {system: score.score for system, score in scores.items()} == {
        system: pytest.approx(value["score"], abs=1e-11) for system, value in values.items()
    }


def test_errant_without_a_model(errant, monkeypatch, material, outputs, expected):
    """All mergings of the same alignments, which take nearly all of the time."""
    annotator = load_annotator(BLANK)
    annotator.parse = cache(annotator.parse)
    monkeypatch.setattr("metrics.scorers.errant.load_annotator", lambda model: annotator)
    monkeypatch.setattr("metrics.scorers.errant.align", cache(align))
    for merging in ("all-split", "all-merge", "all-equal"):
        scores = Errant(merging=merging, model=BLANK, reference_edits="extracted").score_systems(
            outputs, material
        )
        for system, values in expected["errant_modelfree"]["values"][merging].items():
            parts = scores[system].parts
            found = [parts[name] for name in ("tp", "fp", "fn")]
            assert found == [values[name] for name in ("TP", "FP", "FN")], (merging, system)
            assert [round(parts[name], 4) for name in ("precision", "recall", "f")] == values["PRF"]


def test_texts_are_aligned_as_errant_aligns_them(errant):
    """Few different words, so that many alignments are equally good."""
    annotator = load_annotator(BLANK)
    text = st.lists(st.sampled_from(["a", "A", "b", "c"]), max_size=9).map(" ".join)

    @given(text, text, st.booleans())
    def check(source, output, plain):
        one, other = annotator.parse(source), annotator.parse(output)
        theirs, ours = annotator.align(one, other, plain), align(annotator, one, other, plain=plain)
        assert ours.align_seq == theirs.align_seq
        assert (ours.orig, ours.cor) == (one, other)

    check()
