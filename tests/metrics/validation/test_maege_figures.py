"""Numbers of combined references, scores of originals, and metrics beside people: Figures 1, 5 and 4."""

import pytest

from metrics.references.m2_file import read_m2
from metrics.scorers.levenshtein import LevenshteinToReference, LevenshteinToSource
from metrics.scorers.scorer import Material
from metrics.validation.maege.combinations import combined_references
from metrics.validation.maege.originals import scores_of_originals
from metrics.validation.maege.people import correlations_with_people
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError, JudgedOutput, Judgment


def gold_of(*blocks, name="gold.m2"):
    """Sentences with edits as (span, correction, annotator); None for no correction."""
    lines = []
    for source, *edits in blocks:
        lines.append(f"S {source}")
        for span, correction, annotator in edits:
            kind = "noop" if correction is None else "X"
            lines.append(f"A {span}|||{kind}|||{correction or '-NONE-'}|||REQUIRED|||-NONE-|||{annotator}")
        lines.append("")
    return read_m2("\n".join(lines).encode(), name)


def test_independent_places_multiply_and_overlapping_ones_add():
    gold = gold_of(
        # Two places, each corrected by one of two annotators: with or without each.
        ("a b c d", ("0 1", "x", 0), ("2 3", "y", 1)),
        # One place, corrected by both in different ways: leaving it is no choice.
        ("a b c", ("0 1", "x", 0), ("0 1", "y", 1)),
        ("a b", ("-1 -1", None, 0), ("-1 -1", None, 1)),
    )
    found = combined_references([gold])
    assert found.numbers == (4, 2, 1)
    assert (found.median, found.largest) == (2, 4)
    assert found.mean == pytest.approx(7 / 3)


def test_annotators_of_several_files_count_together():
    first = gold_of(("a b c d", ("0 1", "x", 0)), name="A1.m2")
    second = gold_of(("a b c d", ("2 3", "y", 0)), name="A2.m2")
    assert combined_references([first]).numbers == (1,)
    assert combined_references([first, second]).numbers == (4,)
    with pytest.raises(FormatError, match="Sentence 1 differs"):
        combined_references([first, gold_of(("other words", ("0 1", "x", 0)))])
    with pytest.raises(ValueError, match="no gold"):
        combined_references([])


def test_combined_references_of_the_official_gold(gold):
    """The figures of an independent count; sentence 333 has by far the most."""
    found = combined_references([gold["official-2014.combined"]])
    assert (found.median, found.numbers.index(found.largest)) == (4, 332)
    assert found.mean == pytest.approx(1.3e7, rel=0.02)
    assert found.largest == pytest.approx(1.7e10, rel=0.02)
    assert sum(number > 1000 for number in found.numbers) == 17


def test_originals_by_errors():
    gold = gold_of(
        ("aaaa b c d", ("0 1", "aaax", 0)),
        ("aaaa b c d", ("0 1", "aaax", 0), ("1 2", "y", 0), ("2 3", "z", 0)),
        ("aaaa b c d", ("0 1", "aaax", 0), ("0 1", "aaay", 1), ("1 2", "y", 1)),
        ("left out", ("-1 -1", None, 0), ("0 1", "y", 1)),
    )
    found = scores_of_originals(gold, LevenshteinToReference())
    assert [(group.errors, group.sentences) for group in found.groups] == [(1, 2), (3, 1)]
    assert [group.mean for group in found.groups] == [pytest.approx(0.9), pytest.approx(0.7)]
    assert found.rho == pytest.approx(-1)


def test_metrics_beside_people_look_at_judged_sentences_only():
    outputs = {
        "A": ("right", "zzzzz"),
        "B": ("righx", "wrong"),
        "C": ("rixxx", "wrong"),
        "INPUT": ("xxxxx", "wrong"),
    }
    ranking = [JudgedOutput((system,), rank) for rank, system in enumerate(("A", "B", "C"), start=1)]
    judgments = Judgments.of([Judgment("judge", "0", tuple(ranking))])
    material = Material(outputs["INPUT"], references=(("right",), ("wrong",)))
    scorers = {"reference": LevenshteinToReference(), "source": LevenshteinToSource()}
    found = correlations_with_people(scorers, judgments, outputs, material, method="expected-wins")
    assert [one.metric for one in found] == ["reference", "source"]
    assert [one.rho for one in found] == [pytest.approx(1), pytest.approx(-1)]
