"""The numbers of the original program on CoNLL-2014, and of its paper."""

import pytest

from metrics.scorers.i_measure.counts import Counts, weighted_accuracy
from metrics.scorers.i_measure.gold import Correction, build_gold
from metrics.scorers.i_measure.metric import IMeasure
from metrics.scorers.i_measure.mixing import Bounds, SentenceGold, best_mixed
from metrics.scorers.scorer import Material
from tests.metrics.conftest import GOLD_FILES


@pytest.mark.parametrize(
    "name",
    [
        "official-2014.combined",
        pytest.param("official-2014.combined-withalt", marks=pytest.mark.nightly),
    ],
)
def test_every_system_with_all_mixtures(name, gold, outputs, expected):
    """Two golds whose mixed references the original cannot enumerate: 1.7e10 and 1.9e12 for one sentence."""
    values = expected["imeasure"]["values"][f"{name}/mix"]
    scores = IMeasure().score_systems(outputs, Material(outputs["INPUT"], gold[name]))
    assert {system: totals(score) for system, score in scores.items()} == published(values)
    for system, score in scores.items():
        if "per_sentence" in values[system]:
            assert [per_sentence(one.parts) for one in score.sentences] == values[system]["per_sentence"]


@pytest.mark.parametrize("name", GOLD_FILES)
def test_every_system_without_mixing(name, gold, outputs, expected):
    scores = IMeasure(mix=False).score_systems(outputs, Material(outputs["INPUT"], gold[name]))
    values = expected["imeasure"]["values"][f"{name}/nomix"]
    assert {system: totals(score) for system, score in scores.items()} == published(values)


@pytest.mark.parametrize("system", ["NTHU"])
def test_cutting_every_sentence_changes_nothing(system, gold, outputs, expected):
    """Also sentences with few references are cut here; NTHU has outputs of other sentences."""
    values = expected["imeasure"]["values"]["official-2014.combined/mix"][system]["per_sentence"]
    for index, sentence in enumerate(gold["official-2014.combined"].sentences):
        edits = [
            Correction(edit.start, edit.end, edit.corrections[0], annotation.annotator)
            for annotation in sentence.annotations
            for edit in annotation.edits
        ]
        clusters = build_gold(sentence.tokens, edits, len(sentence.annotations))
        counts = best_mixed(SentenceGold(clusters, Bounds(enumerate=0)), outputs[system][index].split(), 2.0)
        found = [[counts.tp, counts.tn, counts.fp, counts.fn, counts.fpn], [counts.base_tn, counts.base_fn]]
        assert found == values[index], index


def totals(score):
    parts = score.parts
    assert score.score == parts["i"]
    values = {name: parts[name] for name in ("tp", "tn", "fp", "fn", "fpn")}
    values |= {"P": parts["precision"], "R": parts["recall"]}
    percent = {
        "WAcc": "wacc",
        "WAcc_base": "wacc_base",
        "I": "i",
        "Acc": "accuracy",
        "I_det": "i_detection",
        "WAcc_det": "wacc_detection",
    }
    return values | {name: 100 * parts[part] for name, part in percent.items()}


def published(values):
    return {system: pytest.approx(value["totals"], abs=1e-9) for system, value in values.items()}


def per_sentence(parts):
    counts = [[parts[name] for name in ("tp", "tn", "fp", "fn", "fpn")], [parts["base_tn"], parts["base_fn"]]]
    assert parts["wacc"] == weighted_accuracy(Counts(*counts[0], *counts[1]), 2.0)
    return counts
