"""Table 5 and Figure 3 of the 2015 paper from the published scores, and what holds for all correlations."""

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest

from metrics.validation.beta_sweep import sweep_parts
from metrics.validation.ceiling import shares_of_ceiling
from metrics.validation.human_scores import HumanScores, human_scores
from metrics.validation.judged_sentences import judged_indices
from metrics.validation.metric_correlation import compare_metrics, correlate
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment


@pytest.fixture(scope="module")
def rankings(paper, human):
    """The human scores to which Table 5 was computed: as printed, exact, and as one bootstrap gave them."""
    table3b = paper["table3b_EW"]
    printed, bootstrap = (
        HumanScores.given({one["system"]: one["score"] for one in table3b[name]})
        for name in ("paper", "EW_py_cluster_py_1000runs")
    )
    return {"with_paper_T3b": printed, "with_exact_EW": human, "with_EW_ranking_txt": bootstrap}


def table5_metrics(published):
    """The metrics of Table 5; F is recomputed from precision and recall, as the paper's scripts did."""
    m2 = published["m2"]
    for beta in (1.0, 0.5, 0.25, 0.18, 0.1):
        scores = {}
        for system in m2.scores:
            p, r = m2.precision[system], m2.recall[system]
            scores[system] = (1 + beta**2) * p * r / (beta**2 * p + r) if p and r else 0.0
        yield f"M2 F{beta}", MetricScores("m2", scores)
    for title, name in (("I-WAcc", "iwacc"), ("BLEU", "bleu"), ("METEOR", "meteor")):
        yield title, published[name]


def correlation(human, metric, **options) -> dict[str, Any]:
    """What `correlate` finds for one metric."""
    return asdict(correlate(human, [metric], **options)[0])


@pytest.mark.parametrize("ranking", ["with_paper_T3b", "with_exact_EW", "with_EW_ranking_txt"])
def test_table_5_follows_exactly(ranking, rankings, published, paper):
    rows = paper["table5_metrics"]["rows"]
    metrics = dict(table5_metrics(published))
    assert list(metrics) == list(rows)
    for title, metric in metrics.items():
        found = correlation(rankings[ranking], metric, system_draws=0)
        rho, r = rows[title][ranking]
        assert found["spearman"] == pytest.approx(rho, abs=1e-12)
        assert found["spearman_without_ties"] == pytest.approx(rho, abs=1e-12)
        assert found["pearson"] == pytest.approx(r, abs=1e-10)


@pytest.mark.parametrize("gold", ["m2", "m2.0", "m2.1"])
def test_figure_3_follows_exactly(gold, human, published, paper):
    expected = paper["table5_metrics"]["figure3_curves_exact_EW"][gold]
    sweep = asdict(sweep_parts(human, published[gold]))
    assert [point["beta"] for point in sweep["rows"]] == pytest.approx([row[0] for row in expected])
    assert [point["spearman"] for point in sweep["rows"]] == pytest.approx(
        [r[1] for r in expected], abs=1e-11
    )
    assert [point["pearson"] for point in sweep["rows"]] == pytest.approx(
        [row[2] for row in expected], abs=1e-11
    )


def scores_of(*values: float) -> dict[str, float]:
    return dict(zip("ABCDE", values, strict=False))


def test_systems_without_a_metric_score_are_left_out_and_named():
    human = HumanScores.given(scores_of(1, 2, 3, 4, 5))
    (found,) = correlate(human, [MetricScores("m", scores_of(1, 2, 3) | {"Z": 9.0})])
    assert found.systems == 3
    assert found.missing == ("D", "E")
    with pytest.raises(
        ValueError, match="m: 2 systems have both human and metric scores, expected at least 3"
    ):
        correlate(human, [MetricScores("m", scores_of(1, 2))])


def test_the_order_of_systems_and_the_seed_decide_nothing_but_what_they_should(human, published):
    metric = published["meteor"]
    turned = MetricScores("meteor", dict(reversed(metric.scores.items())))
    first, second = correlate(human, [metric, turned])
    assert asdict(first) == asdict(second)
    (other_seed,) = correlate(human, [metric], seed=2)
    assert other_seed.interval("pearson") == first.interval("pearson")
    assert other_seed.over_systems != first.over_systems


def test_other_judges_and_other_systems_make_intervals_wider(table, human, published):
    def width(limits):
        low, high = limits.interval("spearman")
        return high - low

    metric = published["meteor"]
    (of_these,) = correlate(human, [metric])
    others = human_scores(table, replicates=200, speaks_for="judges-like-these")
    assert others.speaks_for == "judges-like-these"
    assert others.scores.tolist() == human.scores.tolist()
    (of_others,) = correlate(others, [metric])
    assert width(of_others) > 1.2 * width(of_these)
    assert of_others.over_systems == of_these.over_systems
    assert width(of_these.over_both) > width(of_these.over_systems) - 0.05
    two = table.where(np.flatnonzero(np.isin(table.judge, (0, 1))))
    with pytest.raises(ValueError, match="cannot speak for others"):
        human_scores(two, replicates=20, speaks_for="judges-like-these")
    with pytest.raises(ValueError, match="leaves no choice"):
        human_scores(table, replicates=20, unit="pairs", speaks_for="judges-like-these")


def test_metrics_are_held_to_the_agreement_of_people_with_people(table, human, published) -> None:
    own = MetricScores("people", dict(zip(human.systems, human.scores.tolist(), strict=True)))
    few = MetricScores("few", dict(list(own.scores.items())[:5]) | {"unknown": 1.0})
    found = shares_of_ceiling(table, [own, published["m2"], published["meteor"], few])
    people, m2, _, part = found
    shares = [one.share or 0.0 for one in found]
    assert shares[0] > 1 > shares[1] > 0 > shares[2]
    assert shares[1] == (m2.with_half or 0.0) / (m2.between_halves or 1.0)
    assert (m2.low or 0.0) < shares[1] < (m2.high or 0.0)
    assert m2.between_halves == people.between_halves != part.between_halves
    alone = table.where(np.flatnonzero(table.judge == 0))
    (nothing,) = shares_of_ceiling(alone, [own])
    assert (nothing.share, nothing.reason) == (None, "one judge has nobody to agree with")
    renamed = replace(table, judges=tuple(reversed(table.judges)))
    assert shares_of_ceiling(renamed, [published["m2"]]) == (m2,)


def test_equal_metrics_do_not_differ_and_the_better_one_comes_first(human, published):
    same = MetricScores("copy", published["bleu"].scores)
    for one in compare_metrics(human, [published["bleu"], same]):
        assert (one.t, one.p_value, one.p_holm) == (0.0, 1.0, 1.0)
        assert (one.share_judgments, one.share_systems) == (0.5, 0.5)
    differences = compare_metrics(human, list(published.values()))
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
