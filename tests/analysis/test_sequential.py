"""Looking several times: what the looks may use of the error, what they settle, and what more items could."""

from dataclasses import replace
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.special import ndtr

from rankings.analysis.adaptive import AddingRule, next_step
from rankings.analysis.bootstrap import TooFewJudgmentsError
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.sequential import (
    PairState,
    State,
    best_chance,
    expected_gains,
    implied,
    is_settled,
    newly_settled,
    spent,
    state_of,
    waiting_pairs,
)
from rankings.formats.records import JudgedOutput, Judgment


def pair(first: str, second: str, p_value: float, share: float | None = 0.7, **values: float) -> PairState:
    made = PairState(first, second, share, p_value, sentences=50, per_sentence=0.2, of_judges=0.0)
    return replace(made, **values)  # type: ignore[arg-type]


def state(*pairs: PairState, systems: str = "ABC") -> State:
    return State(tuple(systems), pairs, 100)


def judgments(orders: list[str], judges: int = 2) -> JudgmentTable:
    """One sentence for each order of systems, best first, ranked alike by every judge."""
    return JudgmentTable.from_judgments(
        Judgment(
            f"judge{judge}", str(number), tuple(JudgedOutput((name,), k + 1) for k, name in enumerate(order))
        )
        for number, order in enumerate(orders)
        for judge in range(judges)
    )


def test_the_spending_function_is_that_of_lan_and_demets() -> None:
    # Two-sided 0.05 at fifths of the information: 2 - 2 Φ(1.95996 / sqrt(share)), by a table of Φ.
    expected = [0.0000117, 0.00194, 0.01140, 0.02843, 0.05]
    assert [spent(k / 5, 0.05) for k in range(1, 6)] == pytest.approx(expected, abs=2e-5)
    assert spent(0.0, 0.05) == 0.0
    assert spent(1.5, 0.05) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("planned", "most", "looks"), [(60, 540, 4), (0, 10, 2), (500, 1, 3), (100, 100, 20)]
)
def test_levels_of_all_looks_add_up_to_the_error(planned: int, most: int, looks: int) -> None:
    rule = AddingRule("order", planned, most, looks, confidence=0.9)
    levels = [rule.level(look) for look in range(1, looks + 1)]
    assert sum(levels) == pytest.approx(0.1)
    assert min(levels) >= 0
    due = [rule.due(look) for look in range(1, looks + 1)]
    assert (due[0], due[-1]) == (0, most)
    assert all(a <= b for a, b in pairwise(due))


def test_a_rule_out_of_range_is_refused() -> None:
    for values in ((60, 0, 3), (60, 10, 1), (-1, 10, 2)):
        with pytest.raises(ValueError, match=r"looks|items"):
            AddingRule("order", *values)
    with pytest.raises(ValueError, match="confidence"):
        AddingRule("order", 1, 10, 2, confidence=1.0)


def test_a_look_settles_by_holm_among_the_pairs_that_are_open() -> None:
    here = state(pair("A", "B", 0.009), pair("A", "C", 0.012), pair("B", "C", 0.2, share=0.4))
    assert newly_settled(here, (), 0.03) == [("A", "B"), ("A", "C")]
    assert newly_settled(here, (), 0.024) == []
    # With one pair settled before, two are left.
    assert newly_settled(here, [("A", "C")], 0.019) == [("A", "B")]
    assert newly_settled(here, [("A", "B"), ("A", "C")], 0.2) == [("C", "B")]


def test_no_order_is_settled_without_a_decided_comparison() -> None:
    here = state(pair("A", "B", 0.0, share=None), pair("A", "C", 0.0, share=0.5))
    assert newly_settled(here, (), 0.05) == []


def test_orders_follow_from_others() -> None:
    assert implied([("A", "B"), ("B", "C"), ("C", "D")]) == set(combinations("ABCD", 2))
    assert is_settled("ABC", [("A", "B"), ("B", "C")], "order")
    assert not is_settled("ABC", [("A", "B"), ("A", "C")], "order")
    assert is_settled("ABC", [("A", "B"), ("A", "C")], "best")
    assert not is_settled("ABC", [("A", "B"), ("C", "B")], "best")


def test_the_best_waits_for_the_leader_alone() -> None:
    here = state(pair("A", "B", 0.5), pair("A", "C", 0.5), pair("B", "C", 0.5))
    assert len(waiting_pairs(here, (), "order")) == 3
    assert [(one.first, one.second) for one in waiting_pairs(here, (), "best")] == [("A", "B"), ("A", "C")]
    # Beaten systems cannot lead.
    left = waiting_pairs(here, [("C", "A"), ("C", "B")], "best")
    assert left == []
    left = waiting_pairs(here, [("B", "A")], "best")
    assert [(one.first, one.second) for one in left] == [("B", "C")]


def test_gains_go_to_pairs_that_items_can_settle() -> None:
    here = state(
        pair("A", "B", 0.0, share=0.95),
        pair("A", "C", 0.1, share=0.60),
        pair("B", "C", 0.1, share=0.60, of_judges=0.02),
    )
    gains = expected_gains(here, (), "order", level=0.01, items=200)
    assert gains["A", "C"] > 10 * gains["A", "B"]
    assert gains["A", "C"] > 10 * gains["B", "C"]
    assert min(gains.values()) > 0


def test_no_number_of_items_outweighs_judges_who_differ() -> None:
    stuck = state(pair("A", "B", 0.3, share=0.55, of_judges=0.01), systems="AB")
    assert best_chance(stuck, (), "order", level=0.01, items=100_000) < 0.05
    free = state(pair("A", "B", 0.3, share=0.55), systems="AB")
    assert best_chance(free, (), "order", level=0.01, items=100_000) > 0.8


def test_systems_that_nobody_has_ranked_are_open() -> None:
    here = state_of(judgments(["AB"] * 20), "these-judges", ["A", "B", "C"])
    by_name = {(one.first, one.second): one for one in here.pairs}
    assert by_name["A", "C"].share is None
    assert by_name["A", "B"].order == ("A", "B")
    assert by_name["A", "B"].p_value < 1e-4
    assert here.systems[-1] == "C" or here.systems[1] == "C"
    with pytest.raises(TooFewJudgmentsError):
        state_of(judgments([]), "these-judges", ["A", "B"])


def test_steps_look_add_and_stop() -> None:
    rule = AddingRule("order", 20, 60, 3, speaks_for="these-judges")
    table = judgments(["ABC"] * 20)
    values = {"systems": ["A", "B", "C"], "settled": []}
    first = next_step(table, rule, added=0, looks_taken=0, **values)  # type: ignore[arg-type]
    assert (first.look, first.items, first.ending) == (1, 0, "settled")
    fewer = next_step(judgments(["ABC"] * 9), rule, added=0, looks_taken=0, **values)  # type: ignore[arg-type]
    assert (fewer.look, fewer.settled, fewer.items, fewer.ending) == (1, (), 30, "")
    between = next_step(table, rule, added=10, looks_taken=1, **values)  # type: ignore[arg-type]
    assert (between.look, between.settled, between.items) == (0, (), 20)
    second = next_step(table, rule, added=30, looks_taken=1, **values)  # type: ignore[arg-type]
    assert (second.look, second.ending) == (2, "settled")
    even = judgments(["ABC", "CBA"] * 10)
    last = next_step(even, rule, added=60, looks_taken=2, **values)  # type: ignore[arg-type]
    assert (last.look, last.ending, last.gains) == (3, "limit", {})
    early = next_step(even, rule, added=40, looks_taken=2, out_of_sentences=True, **values)  # type: ignore[arg-type]
    assert (early.look, early.ending) == (3, "limit")


def test_what_follows_from_settled_orders_is_settled() -> None:
    rule = AddingRule("order", 20, 60, 3, speaks_for="these-judges")
    # A and C are never compared.
    table = judgments(["AB", "BC"] * 30)
    step = next_step(table, rule, systems=["A", "B", "C"], added=0, looks_taken=0, settled=[])
    assert set(step.settled) == {("A", "B"), ("B", "C"), ("A", "C")}
    assert step.ending == "settled"


def test_settled_orders_do_not_depend_on_names() -> None:
    table = judgments(["ABC"] * 20 + ["BAC"] * 5)
    other = judgments([order.translate(str.maketrans("ABC", "ZYX")) for order in ["ABC"] * 20 + ["BAC"] * 5])
    names = dict(zip("ABC", "ZYX", strict=True))
    here = newly_settled(state_of(table, "judges-like-these"), (), 0.05)
    there = newly_settled(state_of(other, "judges-like-these"), (), 0.05)
    assert {(names[a], names[b]) for a, b in here} == set(there)
    assert np.isfinite([one.per_sentence for one in state_of(table, "judges-like-these").pairs]).all()


def test_equal_systems_are_rarely_taken_for_different_where_naive_looks_often_do() -> None:
    """Random walks of ten pairs; the closer a pair is to a decision, the more it gets until the next look."""
    rng = np.random.default_rng(8)
    rule = AddingRule("order", 20, 180, 6)
    names = list(combinations("ABCDE", 2))
    false = naive = 0
    for _ in range(600):
        total, spread = np.zeros(len(names)), np.zeros(len(names))
        wrong = wrong_naively = False
        for look in range(1, 7):
            size = np.abs(total) / np.sqrt(np.maximum(spread, 1e-9))
            more = 1.0 + 3.0 * (size > 1)
            total += np.sqrt(more) * rng.standard_normal(len(names))
            spread += more
            p_values = 2 * ndtr(-np.abs(total) / np.sqrt(spread))
            here = state(
                *(pair(*two, p, share=0.6) for two, p in zip(names, p_values.tolist(), strict=True)),
                systems="ABCDE",
            )
            wrong |= bool(newly_settled(here, (), rule.level(look)))
            wrong_naively |= bool(newly_settled(here, (), 0.05))
        false, naive = false + wrong, naive + wrong_naively
    assert false / 600 <= 0.05
    assert naive / 600 > 0.08
