"""The demo's judges are simulated, repeatable, and behave like three different people."""

from itertools import combinations

import pytest

from rankings.demo import (
    CAREFUL_JUDGE,
    CONSERVATIVE_JUDGE,
    JUDGE_NAMES,
    LENIENT_JUDGE,
    DemoCorpus,
    load_demo_corpus,
    simulate_ranking,
)

MOST_SHOWN = 5
FIRST_RANKS = {
    CAREFUL_JUDGE: [3, 1, 1, 4, 2],
    LENIENT_JUDGE: [2, 1, 1, 2, 2],
    CONSERVATIVE_JUDGE: [5, 1, 2, 3, 4],
}
FIRST_SECONDS = {CAREFUL_JUDGE: 55.2, LENIENT_JUDGE: 19.7, CONSERVATIVE_JUDGE: 36.8}


@pytest.fixture(scope="module")
def corpus() -> DemoCorpus:
    return load_demo_corpus()


@pytest.fixture(scope="module")
def items(corpus) -> dict[int, list[str]]:
    """The first five distinct outputs of every sentence that has two."""
    found = {}
    for index in range(len(corpus.source)):
        outputs = sorted({lines[index] for lines in corpus.outputs.values()})[:MOST_SHOWN]
        if len(outputs) > 1:
            found[index] = outputs
    return found


@pytest.mark.parametrize("judge", JUDGE_NAMES)
def test_ranks_are_valid_and_time_is_plausible(judge, items):
    for index, outputs in items.items():
        answer = simulate_ranking(judge, index, outputs, seed=1)
        assert len(answer.ranks) == len(outputs)
        assert min(answer.ranks) == 1
        assert max(answer.ranks) <= len(outputs)
        assert 3 < answer.active_seconds < 400


@pytest.mark.parametrize("judge", JUDGE_NAMES)
def test_the_same_occasion_gives_the_same_answer_in_any_order_of_display(judge, items):
    for index, outputs in items.items():
        answer = simulate_ranking(judge, index, outputs, seed=7)
        assert simulate_ranking(judge, index, outputs, seed=7) == answer
        turned = simulate_ranking(judge, index, outputs[::-1], seed=7)
        assert turned.ranks == answer.ranks[::-1]
        assert turned.active_seconds == answer.active_seconds


def test_answers_are_the_same_on_every_machine(corpus):
    """Written down once, so that a change of Python or of platform cannot move the demo unseen."""
    outputs = sorted({lines[0] for lines in corpus.outputs.values()})
    answers = {judge: simulate_ranking(judge, 0, outputs, seed=1) for judge in JUDGE_NAMES}
    assert {judge: answer.ranks for judge, answer in answers.items()} == FIRST_RANKS
    assert {judge: answer.active_seconds for judge, answer in answers.items()} == FIRST_SECONDS


def test_judges_differ_as_their_characters_say(items):
    ties = {judge: share_of_ties(judge, items) for judge in JUDGE_NAMES}
    assert ties[LENIENT_JUDGE] > 1.5 * max(ties[CAREFUL_JUDGE], ties[CONSERVATIVE_JUDGE])
    gaps = {
        judge: sum(
            len(set(ranks)) < max(ranks)
            for ranks in (simulate_ranking(judge, i, o, seed=1).ranks for i, o in items.items())
        )
        for judge in JUDGE_NAMES
    }
    assert gaps[CAREFUL_JUDGE] == gaps[LENIENT_JUDGE] == 0 < gaps[CONSERVATIVE_JUDGE]


def verdicts(judge: str, items: dict[int, list[str]], seed: int) -> list[int]:
    """Which of two outputs is better (-1, 1) or neither (0), for every pair of every item."""
    found = []
    for index, outputs in items.items():
        ranks = simulate_ranking(judge, index, outputs, seed).ranks
        found += [(a > b) - (a < b) for a, b in combinations(ranks, 2)]
    return found


def share_of_ties(judge: str, items: dict[int, list[str]]) -> float:
    found = verdicts(judge, items, seed=1)
    return found.count(0) / len(found)
