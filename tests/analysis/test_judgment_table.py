"""The table of judgments: what it takes, what it refuses, and what can be selected."""

import pytest

from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking


def test_names_are_in_byte_order_whatever_the_order_of_the_file():
    table = Judgments.of([ranking("z", "2", ("é", 1), ("b", 2)), ranking("Z", "10", ("B", 1), ("a", 2))])
    assert table.systems == ("B", "a", "b", "é")
    assert table.judges == ("Z", "z")
    assert table.sentences == ("10", "2")


def test_a_system_named_twice_is_refused_with_judge_and_sentence():
    with pytest.raises(ValueError, match="judge mary, sentence 10: B is named twice"):
        _ = Judgments.of([ranking("mary", "10", ("A B", 1), ("B", 2))]).ranks


@pytest.mark.parametrize("rank", [0, -1, 40_000])
def test_a_rank_that_is_none_is_refused(rank):
    with pytest.raises(ValueError, match=rf"rank {rank} is not between 1 and 32767"):
        Judgments.of([ranking("mary", "10", ("A", rank), ("B", 2))])
