"""Levenshtein distances are right, and the similarities those of the published program."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers.levenshtein import FIRST_REACH, LevenshteinToReference, LevenshteinToSource
from metrics.scorers.scorer import Material

LETTERS = st.text("ab\u0301é語😀", max_size=8)


@pytest.mark.parametrize(
    ("scorer", "name"), [(LevenshteinToSource(), "ld_src_code"), (LevenshteinToReference(), "ld_ref_code")]
)
def test_every_system_of_conll_2014(scorer, name, gold, outputs, expected):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    material = Material(outputs["INPUT"], references=tuple(references))
    scores = scorer.score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        sentences = [one.score for one in scores[system].sentences]
        assert sentences == pytest.approx(values[f"{name}_sent"], abs=1e-11)
        assert scores[system].score == pytest.approx(values["means"][name], abs=1e-11)


def levenshtein(first, second):
    return LevenshteinToSource().score([second], Material((first,))).sentences[0].parts["distance"]


@given(LETTERS, LETTERS)
def test_distances_are_those_of_the_plain_recursion(first, second):
    assert levenshtein(first.strip(), second.strip()) == slow(first.strip(), second.strip())


def test_long_texts_that_differ_much_have_the_distances_of_the_plain_recursion():
    """Of all lengths, so that the cells looked at first do not suffice."""
    chance = random.Random(5)
    distances = []
    for _ in range(60):
        first, second = ("".join(chance.choices("abc", k=chance.randint(0, 60))) for _ in range(2))
        distances.append(slow(first, second))
        assert levenshtein(first, second) == distances[-1]
    assert max(distances) > 4 * FIRST_REACH


def test_the_closest_reference_counts():
    material = Material(("x",), references=(("abcd", "abce", "zzzz"),))
    score = LevenshteinToReference().score(["abcf"], material)
    assert (score.score, score.sentences[0].parts["distance"]) == (0.75, 1)


def test_to_an_empty_text_everything_has_similarity_one_as_in_the_original():
    assert LevenshteinToSource().score(["ab"], Material(("",))).score == 1.0


def slow(first, second):
    if not first or not second:
        return len(first) + len(second)
    rows = {(i, 0): i for i in range(len(first) + 1)} | {(0, j): j for j in range(len(second) + 1)}
    for i in range(1, len(first) + 1):
        for j in range(1, len(second) + 1):
            rows[i, j] = min(
                rows[i - 1, j] + 1,
                rows[i, j - 1] + 1,
                rows[i - 1, j - 1] + (first[i - 1] != second[j - 1]),
            )
    return rows[len(first), len(second)]
