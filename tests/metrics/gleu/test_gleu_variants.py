"""GLEU as later programs compute it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers.gleu import Gleu
from metrics.scorers.scorer import Material

TEXT = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=7).map(" ".join)


@pytest.mark.parametrize(("name", "by_difference"), [("GLEUOfficial", False), ("GLEU", True)])
def test_every_system_of_conll_2014_with_the_package_gec_metrics(
    name, by_difference, gold, outputs, expected
):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    # To the package an empty text is one token long, without runs: so is a token that nothing else has.
    texts = tuple(tuple(text or "EMPTY" for text in one) for one in references)
    scores = Gleu(by_difference=by_difference, draws="python3").score_systems(
        outputs, Material(outputs["INPUT"], references=texts)
    )
    for system, values in expected["gec_metrics"][name].items():
        # One line of POST is empty too. In an output such a token would be a run: a token's share is open.
        bound = 1 / 30_000 if "" in outputs[system] else 1e-11
        assert scores[system].score == pytest.approx(values["corpus"], abs=bound), system


@given(TEXT, TEXT, TEXT)
def test_by_difference_counts_runs_beyond_the_reference(source, output, reference):
    """One token at a time, against the definition: min(s, h) - r of each run counts against the output."""
    score = Gleu(order=1, by_difference=True).score([output], Material((source,), references=((reference,),)))
    s, h, r = (text.split() for text in (source, output, reference))
    matches = sum(
        min(h.count(one), r.count(one)) - max(min(s.count(one), h.count(one)) - r.count(one), 0)
        for one in set(h)
    )
    penalty = 2.718281828459045 ** min(0, 1 - len(r) / len(h))
    assert score.score == pytest.approx(max(matches, 0) / len(h) * penalty)


def test_keeping_one_of_two_that_the_reference_has_once_costs_only_by_difference():
    material = Material(("a a b c",), references=(("a b c",),))
    official = Gleu(order=1).score(["a a b c"], material)
    assert official.score == pytest.approx(3 / 4)
    assert Gleu(order=1, by_difference=True).score(["a a b c"], material).score == pytest.approx(2 / 4)
