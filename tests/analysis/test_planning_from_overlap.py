"""Planning before anybody has judged: the assumed judges against those of 2015, and what a plan must show."""

import numpy as np
import pytest

from rankings.analysis.agreement import agreement
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.judge_statistics import judge_statistics, total_statistics
from rankings.analysis.judging_model import JudgingModel, judged_by_model
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.planning_from_overlap import PlannedItem, plan_from_overlap
from rankings.analysis.system_ranking import rank_systems
from tests.analysis.published import published_judgments, published_table

ABC = (("A",), ("B",), ("C",))


def distinct_items(sentences: int, outputs=ABC) -> list[PlannedItem]:
    return [PlannedItem(number, outputs) for number in range(sentences)]


def published_items(shared) -> list[PlannedItem]:
    return [
        PlannedItem(one.sentence, tuple(output.systems for output in one.outputs))
        for one in published_judgments(shared)
        if not one.skipped
    ]


def test_assumed_judges_do_as_those_of_2015_did(shared):
    """Ties, agreement and spread were fitted; the three standard errors were not, and come out alike."""
    people = published_table(shared)
    rng = np.random.default_rng(5)
    simulated = [judged_by_model(people, JudgingModel(), rng) for _ in range(3)]

    def ties(table):
        total = total_statistics(judge_statistics(table))
        return total.unexpanded_ties / total.unexpanded

    def kappa(table):
        return agreement(table, replicates=0).inter.kappa

    def spread(table):
        return expected_wins(count_pairs(table).wins).std(ddof=1)

    def error(unit):
        return lambda table: np.mean(
            [
                one.score_sd
                for one in rank_systems(table, unit=unit, replicates=200, speaks_for="these-judges").systems
            ]
        )

    for figure, slack in (
        (ties, 0.05),
        (kappa, 0.1),
        (spread, 0.1),
        (error("pairs"), 0.06),
        (error("rankings"), 0.06),
        (error("sentences"), 0.1),
    ):
        assert np.mean([figure(one) for one in simulated]) == pytest.approx(figure(people), rel=slack)


def test_a_plan_foretells_the_standard_error_of_2015(shared):
    plan = plan_from_overlap(published_items(shared), simulations=10, sizes=[1, 4])
    people = rank_systems(published_table(shared), replicates=500, speaks_for="these-judges")
    found = np.mean([one.score_sd for one in people.systems])
    assert [point.rankings for point in plan.points] == [2306, 9224]
    assert plan.points[0].standard_error == pytest.approx(found, rel=0.06)
    assert plan.points[1].standard_error == pytest.approx(plan.points[0].standard_error / 2)


def test_win_probabilities_are_those_of_levels():
    model, rng = JudgingModel(level=0.7, agreed=0.3), np.random.default_rng(1)
    for advantage in (-1.5, 0.0, 0.4, 3.0):
        offset = rng.random(100_000)
        seen, own = rng.standard_normal((2, 2, 100_000))
        first = model.levels(advantage, seen[0], own[0], offset)
        second = model.levels(0.0, seen[1], own[1], offset)
        found = model.win_probability(np.array([advantage, -advantage]))
        assert found[0] == pytest.approx((first > second).mean(), abs=0.008)
        assert found[1] == pytest.approx((first < second).mean(), abs=0.008)


@pytest.mark.parametrize(("agreed", "gain"), [(0.0, 1 / np.sqrt(2)), (1.0, 1.0)])
def test_a_second_judge_helps_as_far_as_judges_differ(agreed, gain):
    """Judges who see everything alike are hardly worth more than one of them: their levels differ at best."""
    model = JudgingModel(agreed=agreed, level=0.1)
    one, two = (
        plan_from_overlap(distinct_items(400), judges, model=model, simulations=20, sizes=[1]).points[0]
        for judges in (1, 2)
    )
    assert (one.rankings, two.rankings) == (400, 800)
    assert two.standard_error / one.standard_error == pytest.approx(gain, rel=0.05)


def test_systems_that_share_every_output_are_never_apart():
    pair = plan_from_overlap(
        distinct_items(50, (("A", "B"), ("C",))),
        top=1,
        simulations=60,
        model=JudgingModel(spread=5.0),
        sizes=[16],
    ).points[0]
    # C is best in some worlds, and stands apart there; where A and B are best, neither ever does.
    assert 0.1 < pair.separated < 0.6
    assert pair.clusters == pytest.approx(2, abs=0.2)


def test_the_wider_systems_are_apart_the_fewer_rankings_it_takes():
    def needed(spread):
        return plan_from_overlap(
            distinct_items(200), target=0.5, model=JudgingModel(spread=spread), simulations=60
        ).needed

    near, far = needed(0.5), needed(2.0)
    assert far is not None
    assert near is None or near > far


def test_the_same_call_gives_the_same_plan_and_tells_its_progress():
    seen: list[float] = []
    items = distinct_items(30)
    one = plan_from_overlap(items, sizes=[2, 1], simulations=5, progress=seen.append)
    assert one == plan_from_overlap(items, sizes=[1, 2], simulations=5)
    assert one != plan_from_overlap(items, sizes=[1, 2], simulations=5, seed=2)
    assert seen == pytest.approx([0.2, 0.4, 0.6, 0.8, 1.0])


@pytest.mark.parametrize(
    ("items", "options", "message"),
    [
        (distinct_items(9), {"top": 3}, "between 1 and 2 of 3 systems"),
        (distinct_items(9), {"target": 1.0}, "the target has to lie between 0 and 1"),
        (distinct_items(9), {"judges_per_item": 0}, "at least one judge"),
        (distinct_items(9), {"sizes": [0.0]}, "sizes above 0"),
        (distinct_items(1), {}, "at least two sentences with different outputs; there are 1"),
        (distinct_items(9, (("A", "B"),)), {}, "there are 0"),
        ([], {}, "at least two systems; the items name 0"),
        (distinct_items(40_000, tuple((f"S{k}",) for k in range(15))), {}, "too many to plan with"),
    ],
)
def test_plans_that_cannot_be_made_are_refused(items, options, message):
    with pytest.raises(ValueError, match=message):
        plan_from_overlap(items, **options)


@pytest.mark.parametrize(
    ("values", "message"),
    [({"spread": 0.0}, "spread"), ({"agreed": 1.1}, "agree"), ({"level": 0.0}, "level")],
)
def test_a_model_out_of_range_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        JudgingModel(**values)
