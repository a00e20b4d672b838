"""The demo's judges are simulated, repeatable, and behave like three different people."""

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
