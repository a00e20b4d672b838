"""Cross-validation: Table 4, what is clean about clean folds, and the figures that methods have to beat."""

from itertools import permutations

import numpy as np
import pytest

from rankings.analysis import cross_validation as module
from rankings.analysis.cross_validation import cross_validate
from rankings.analysis.pair_counts import count_pairs, flat_counts
from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking
from tests.analysis.published import expected_numbers, published_table


def test_trueskill_in_its_fast_form_predicts_as_well_as_in_the_reference(shared):
    wanted = expected_numbers(shared)["table4_accuracy"]["summary"]["TS_clean"]
    found = cross_validate(published_table(shared), ["trueskill-mean-field"])
    one = found.methods[0]
    assert one.accuracy_total_order == pytest.approx(wanted["mean"][0], abs=4 * wanted["sd"][0])
    assert one.accuracy_clusters == pytest.approx(wanted["mean"][1], abs=2e-3)
    # Its order is the best there is, in every fold; and both are means over folds.
    assert one.accuracy_total_order == pytest.approx(found.best_order, abs=1e-12)


def test_trueskill_in_its_fast_form_repeats_the_released_scripts_too(shared):
    """One shuffle against three: shuffles scatter by 0.0002 to 0.0004, so 0.0015 is about four deviations."""
    wanted = expected_numbers(shared)["table4_accuracy"]["summary"]["TS_asMakefile"]
    (one,) = cross_validate(published_table(shared), ["trueskill-mean-field"], as_published=True).methods
    assert one.accuracy_total_order == pytest.approx(wanted["mean"][0], abs=4 * wanted["sd"][0])
    assert one.accuracy_clusters == pytest.approx(wanted["mean"][1], abs=1.5e-3)
    assert one.clusters == pytest.approx(6, abs=0.2)  # as in Table 3c


@pytest.mark.parametrize(
    ("name", "table_3", "scores"), [("EW", "table3b_EW", "exact"), ("TS", "table3c_TS", "mean_1000")]
)
def test_the_published_orders_and_clusters_fit_their_own_data_as_in_the_reference(
    shared, name, table_3, scores
):
    counts = count_pairs(published_table(shared))
    printed = expected_numbers(shared)[table_3]
    cluster = {line["system"]: line["cluster"] for line in printed["paper"]}
    found = module._accuracies(
        flat_counts(counts),
        np.array([printed[scores][system] for system in counts.systems]),
        np.array([cluster[system] for system in counts.systems]),
    )
    wanted = expected_numbers(shared)["table4_accuracy"]["in_sample"]
    assert found == pytest.approx((wanted[f"{name}_total_order"], wanted[f"{name}_paper_clusters"]), abs=1e-9)


def test_calling_everything_a_tie_beats_all_clusters(shared):
    wanted = expected_numbers(shared)["table4_accuracy"]["in_sample"]
    found = cross_validate(published_table(shared), ["expected-wins", "bradley-terry"], folds=20)
    assert found.always_tie == pytest.approx(wanted["always_tie"], abs=1e-4)
    assert found.best_order == pytest.approx(wanted["kemeny_optimum"], abs=1e-4)
    assert found.always_tie is not None
    assert found.most_frequent is not None
    assert all((one.accuracy_clusters or 1.0) < found.always_tie for one in found.methods)
    assert found.always_tie < found.most_frequent


def test_baselines_are_those_of_the_definition():
    """Two folds: outcomes (first, tie, second) of two pairs; favourites over both are first and second."""
    split = np.array([[[4, 1, 0], [0, 0, 5]], [[1, 3, 3], [1, 1, 0]]])
    assert module._foreknown(split) == pytest.approx((9 / 10 + 1 / 9) / 2)
    assert module._foreknown(split[:, :, [0, 2]]) == pytest.approx((9 / 9 + 1 / 5) / 2)
    assert np.isnan(module._foreknown(np.zeros((2, 3, 2), dtype=np.int64)))


def test_no_order_reaches_its_bound_where_winners_go_round_in_a_circle():
    """A beats B, B beats C, C beats A: the bound is 1, and every order is right in two of three."""
    circle = [("A", "B"), ("B", "C"), ("C", "A")]
    table = Judgments.of(
        [ranking("j", str(s), (first, 1), (second, 2)) for s in range(10) for first, second in circle]
    )
    found = cross_validate(table, ["expected-wins"], 2, 20, unit="sentences")
    assert found.best_order == 1.0
    counts, together = flat_counts(count_pairs(table)), np.ones(3, dtype=np.int64)
    for order in permutations(range(3)):
        right, _ = module._accuracies(counts, np.array(order, dtype=float), together)
        assert right <= 2 / 3


@pytest.mark.parametrize("unit", ["pairs", "rankings", "sentences"])
def test_folds_share_out_all_comparisons(shared, unit):
    table = published_table(shared)
    split = module._split(table, 7, unit, np.random.default_rng(1))
    assert (split.sum(axis=0) == flat_counts(count_pairs(table))).all()
    sizes = split.sum(axis=1)
    assert sizes.min() > 0
    if unit == "pairs":
        assert sizes.max() - sizes.min() <= 1


def test_as_published_training_leaves_out_the_folds_named_like_the_resampling():
    split = np.eye(100, dtype=np.int64)
    kept = module._training_of_resamplings(split, 100)
    dropped = [np.flatnonzero(row == 0).tolist() for row in kept]
    assert all(len(folds) == 19 for folds in dropped[:10])
    assert dropped[3][:4] == [3, 13, 23, 30]
    assert dropped[10:] == [[fold] for fold in range(10, 100)]
