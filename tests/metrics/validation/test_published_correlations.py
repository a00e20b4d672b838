"""Table 5 and Figure 3 of the 2015 paper, from the published metric scores."""

from dataclasses import asdict
from typing import Any

import pytest

from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material
from metrics.validation.beta_sweep import sweep_parts, sweep_scores
from metrics.validation.human_scores import HumanScores
from metrics.validation.metric_correlation import correlate
from metrics.validation.score_table import MetricScores


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
    """What `correlate` finds for one metric and one set of judgments."""
    return asdict(correlate([human], [metric], **options)[0])


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


def test_table_5_is_printed_as_in_the_paper(rankings, published, paper):
    for title, metric in table5_metrics(published):
        found = correlation(rankings["with_paper_T3b"], metric, system_draws=0)
        rho, r = paper["table5_metrics"]["rows"][title]["paper"]
        assert round(found["spearman"], 3) == rho
        if title == "M2 F0.18":
            # The paper prints the largest r over all betas in this row, which beta 0.17 gives.
            assert (
                round(
                    asdict(sweep_parts(rankings["with_paper_T3b"], published["m2"]))["best_pearson"][
                        "pearson"
                    ],
                    3,
                )
                == r
            )
        else:
            assert round(found["pearson"], 3) == r


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


def test_the_best_betas_of_the_paper(human, published, paper):
    sweep = asdict(sweep_parts(human, published["m2"]))
    for best, expected in (
        (sweep["best_spearman"], paper["table5_metrics"]["max_spearman"]),
        (sweep["best_pearson"], paper["table5_metrics"]["max_pearson"]),
    ):
        assert [best["beta"], best["spearman"], best["pearson"]] == pytest.approx(expected, abs=1e-10)
    # Judgments of other sentences would have favoured betas from almost 0 to over 0.2.
    assert sweep["best_spearman_low"] < 0.1 < sweep["best_spearman"]["beta"] < sweep["best_spearman_high"]


def test_the_official_maxmatch_scores_give_other_correlations(rankings, outputs, gold):
    material = Material(outputs["INPUT"], gold["official-2014.combined"])
    betas = (0.1, 0.18, 0.25, 0.5, 1.0)
    sweep = asdict(
        sweep_scores(rankings["with_paper_T3b"], "m2", M2().sweep(outputs, material, betas), betas)
    )
    rows = [(round(point["spearman"], 3), round(point["pearson"], 3)) for point in sweep["rows"]]
    assert rows == [(0.67, 0.647), (0.72, 0.698), (0.681, 0.678), (0.687, 0.625), (0.648, 0.608)]


def test_intervals_hold_the_value_and_systems_leave_more_open_than_judgments(human, published):
    found = correlation(human, published["m2"])
    assert found["spearman_low"] < found["spearman"] < found["spearman_high"]
    assert found["over_systems"]["spearman_low"] < found["spearman_low"]
