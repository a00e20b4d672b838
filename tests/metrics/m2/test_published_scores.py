"""All that is published on CoNLL-2014, and all that the official scorer prints, to the last count."""

import pytest

from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material
from tests.metrics.conftest import GOLD_FILES


@pytest.fixture(scope="session")
def score(gold, outputs):
    """Scores of all systems against a gold file, computed once per session and setting."""
    known = {}

    def scored(name, ignore=False):
        if (name, ignore) not in known:
            material = Material(outputs["INPUT"], gold[name])
            known[name, ignore] = M2(0.5, ignore).score_systems(outputs, material)
        return known[name, ignore]

    return scored


@pytest.mark.parametrize("ignore", [False, True], ids=["all edits", "visible edits"])
@pytest.mark.parametrize("name", GOLD_FILES)
def test_counts_are_those_of_the_official_scorer(score, expected, name, ignore):
    figures = expected["m2"][name + "+ignore_whitespace_casing" * ignore]
    scores = score(name, ignore)
    assert {
        system: (one.parts["correct"], one.parts["proposed"], one.parts["gold"])
        for system, one in scores.items()
    } == {system: (one["correct"], one["proposed"], one["gold"]) for system, one in figures.items()}
    for system, one in scores.items():
        printed = (figures[system]["P"], figures[system]["R"], figures[system]["F0.5"])
        assert (one.parts["precision"], one.parts["recall"], one.score) == pytest.approx(printed, abs=1e-11)
        assert one.parts["thinned_sentences"] == 0


def test_every_sentence_has_the_annotator_and_the_counts_of_the_official_scorer(score, expected):
    for system, one in score("official-2014.combined").items():
        found = [
            [sentence.parts[part] for part in ("annotator", "correct", "proposed", "gold")]
            for sentence in one.sentences
        ]
        assert found == expected["m2"]["official-2014.combined"][system]["per_sentence"], system


@pytest.mark.parametrize("name", GOLD_FILES)
def test_recall_by_error_type(score, expected, name):
    """Tables 9 and 10."""
    for system, one in score(name).items():
        found = {kind.type: [kind.matched, kind.gold] for kind in one.types}
        for kind, counts in expected["m2_recall_by_type"]["values"][name][system].items():
            assert found.get(kind, [0, 0]) == counts, (system, kind)


def test_the_sweep_gives_the_scores_of_single_runs(gold, outputs):
    material = Material(outputs["INPUT"], gold["official-2014.combined"])
    some = {system: outputs[system] for system in ("AMU", "UFC")}
    betas = (0.0, 0.18, 0.5, 1.0, 2.0)
    swept = M2().sweep(some, material, betas)
    for place, beta in enumerate(betas):
        alone = M2(beta).score_systems(some, material)
        assert {system: row[place] for system, row in swept.items()} == {
            system: one.score for system, one in alone.items()
        }
