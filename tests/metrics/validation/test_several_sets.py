"""Several sets of judgments, judged sentences, systems that are missing, and seeds."""

from dataclasses import asdict

import numpy as np
import pytest

from metrics.validation.coefficients import pearson, spearman
from metrics.validation.human_scores import HumanScores
from metrics.validation.judged_sentences import judged_indices, judged_mean
from metrics.validation.metric_correlation import compare_metrics, correlate
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment

NAMES = "ABCDEFGH"


def scores_of(*values: float, names: str = NAMES) -> dict[str, float]:
    return dict(zip(names, values, strict=False))


def test_sets_are_standardised_so_that_only_differences_within_them_count():
    first = HumanScores.given(scores_of(1, 2, 3, 5))
    second = HumanScores.given(scores_of(110, 140, 120, names="EFG"))
    metric = MetricScores("m", scores_of(4, 2, 9, 9, -1, 0, 1))

    def standardised(values):
        return (np.array(values) - np.mean(values)) / np.std(values)

    human = np.concatenate([standardised([1, 2, 3, 5]), standardised([110, 140, 120])])
    machine = np.concatenate([standardised([4, 2, 9, 9]), standardised([-1, 0, 1])])
    found = asdict(correlate([first, second], [metric])[0])
    assert found["pearson"] == pytest.approx(float(pearson(human, machine)))
    parts = [
        spearman(np.array([1, 2, 3, 5]), np.array([4, 2, 9, 9])),
        spearman(np.array([1, 3, 2]), np.array([-1, 0, 1])),
    ]
    assert found["spearman"] == pytest.approx((4 * parts[0] + 3 * parts[1]) / 7)
    assert found["systems"] == 7


def test_systems_without_a_metric_score_are_left_out_and_named():
    human = HumanScores.given(scores_of(1, 2, 3, 4, 5))
    (found,) = correlate([human], [MetricScores("m", scores_of(1, 2, 3) | {"Z": 9.0})])
    assert found.systems == 3
    assert found.missing == ("D", "E")
    with pytest.raises(
        ValueError, match="m: 2 systems have both human and metric scores, expected at least 3"
    ):
        correlate([human], [MetricScores("m", scores_of(1, 2))])


def test_the_order_of_systems_and_the_seed_decide_nothing_but_what_they_should(human, published):
    metric = published["meteor"]
    turned = MetricScores("meteor", dict(reversed(metric.scores.items())))
    first, second = correlate([human], [metric, turned])
    assert asdict(first) == asdict(second)
    (other_seed,) = correlate([human], [metric], seed=2)
    assert other_seed.interval("pearson") == first.interval("pearson")
    assert other_seed.over_systems != first.over_systems


def test_equal_metrics_do_not_differ_and_the_better_one_comes_first(human, published):
    same = MetricScores("copy", published["bleu"].scores)
    for one in compare_metrics([human], [published["bleu"], same]):
        assert (one.t, one.p_value, one.p_holm) == (0.0, 1.0, 1.0)
        assert (one.share_judgments, one.share_systems) == (0.5, 0.5)
    differences = compare_metrics([human], list(published.values()))
    assert len(differences) == 2 * 15
    for one in differences:
        assert one.correlation_a >= one.correlation_b
        assert one.p_value is not None
        assert one.p_holm is not None
        assert 0 <= one.p_value <= one.p_holm <= 1


def judged(*sentences: str) -> Judgments:
    return Judgments.of(
        Judgment("j", name, (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2))) for name in sentences
    )


def test_judged_sentences_are_those_with_a_comparison():
    alone = Judgment("j", "1", (JudgedOutput(("A", "B"), 1),))
    skipped = Judgment("j", "2", skipped=True)
    compared = Judgment("j", "10", (JudgedOutput(("A",), 1), JudgedOutput(("B",), 1)))
    table = Judgments.of([compared, alone, skipped, compared])
    assert judged_indices(table, 11) == (10,)
    with pytest.raises(ValueError, match="about sentences 10, which are no lines of 10 sentences"):
        judged_indices(table, 10)
    with pytest.raises(ValueError, match="doc-3"):
        judged_indices(judged("1", "doc-3"), 10)


def test_a_mean_over_judged_sentences_needs_a_score_of_each():
    metric = MetricScores("m", {"A": 0.0}, sentences={"A": {"0": 1.0, "1": 0.5, "2": 0.0}})
    restricted = judged_mean(judged("0", "1"), metric)
    assert restricted.scores == {"A": 0.75}
    assert restricted.sentences == {"A": {"0": 1.0, "1": 0.5}}
    with pytest.raises(ValueError, match="no score of sentence 7 for A"):
        judged_mean(judged("0", "7"), metric)
    with pytest.raises(ValueError, match="no scores of sentences"):
        judged_mean(judged("0"), MetricScores("m", {"A": 0.0}))
