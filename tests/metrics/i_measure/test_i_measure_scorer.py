"""The I-measure as the command line and the site use it: settings, parts, and gold that asks too much."""

import pytest

from metrics.references.m2_file import read_m2
from metrics.scorers.i_measure.gold import Correction, IMeasureLimitError, build_gold
from metrics.scorers.i_measure.metric import IMeasure
from metrics.scorers.i_measure.mixing import Bounds, SentenceGold, best_mixed
from metrics.scorers.scorer import Material

GOLD = b"""S he go to school yesterday
A 1 2|||V|||went|||REQUIRED|||-NONE-|||0
A 2 3|||P||||||REQUIRED|||-NONE-|||1

S all is well
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0
"""
SOURCES = ("he go to school yesterday", "all is well")


def material(gold=GOLD, sources=SOURCES):
    return Material(sources, read_m2(gold, "gold.m2"))


def test_the_unchanged_source_scores_zero_where_something_is_wrong_and_one_where_nothing_is():
    score = IMeasure().score(SOURCES, material(GOLD.replace(b"|||1", b"|||0")))
    assert score.score == 0.0
    assert [one.score for one in score.sentences] == [0.0, 1.0]
    assert score.parts["wacc"] == score.parts["wacc_base"]


def test_corrections_are_split_as_the_original_does_unless_told_otherwise():
    gold = b"S it ends\nA 1 2|||M|||ended.|||REQUIRED|||-NONE-|||0\n"
    split = IMeasure().score(["it ended ."], material(gold, ("it ends",)))
    whole = IMeasure(retokenise=False).score(["it ended."], material(gold, ("it ends",)))
    assert split.score == whole.score == 1.0
    assert IMeasure().score(["it ended."], material(gold, ("it ends",))).score < 1.0


def test_the_work_for_one_sentence_is_bounded():
    words = [f"w{n % 7}" for n in range(60)]
    edits = [Correction(n, n + 1, f"x{who}", who) for n in range(0, 60, 2) for who in range(3)]
    gold = SentenceGold(build_gold(words, edits, 4), Bounds(work=100_000))
    with pytest.raises(IMeasureLimitError, match="takes more than 100,000 steps"):
        best_mixed(gold, words[30:] + words[:30], 2.0)


def test_many_annotators_and_trillions_of_mixtures_are_no_problem():
    """Eighteen annotators change every fourth of 80 words: 19 ** 20 references."""
    words = [f"w{n}" for n in range(80)]
    edits = [Correction(n, n + 1, f"x{n}.{who}", who) for n in range(0, 80, 4) for who in range(18)]
    gold = SentenceGold(build_gold(words, edits, 19, retokenise=False))
    assert gold.clusters.choices == 19**20
    output = [f"x{n}.{n % 18}" if n % 4 == 0 else word for n, word in enumerate(words)]
    counts = best_mixed(gold, output, 2.0)
    assert (counts.tp, counts.tn, counts.fp, counts.fn) == (20, 60, 0, 0)
