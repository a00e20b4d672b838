"""The table of judgments: what it takes, what it refuses, and what can be selected."""

import pytest

from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking


def made() -> Judgments:
    return Judgments.of(
        [
            ranking("mary", "10", ("A", 1), ("B C", 2)),
            ranking("admin", "9", ("A", 2), ("B", 1)),
            ranking("mary", "9", skipped=True),
        ]
    )


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


def test_selecting_an_unknown_judge_names_the_known_ones():
    with pytest.raises(ValueError, match="no judge is called bob; judges are admin, mary"):
        made().of_judges(["bob"])
    with pytest.raises(ValueError, match="no judge is called bob"):
        made().without_judges(["bob"])


def test_selecting_rows_keeps_systems_and_drops_unused_judges_and_sentences():
    table = made().where([0, 0])
    assert table.systems == ("A", "B", "C")
    assert (table.judges, table.sentences) == (("mary",), ("10",))
    assert len(table) == 2
    with pytest.raises(ValueError, match="shape"):
        made().where([True, False])


def test_selecting_systems_leaves_the_rows():
    table = made().of_systems(["A", "C"])
    assert table.systems == ("A", "C")
    assert table.ranks.tolist() == [[1, 2], [2, 0], [0, 0]]
    with pytest.raises(ValueError, match="no system is called X"):
        made().of_systems(["X"])


def test_systems_without_a_ranking_can_take_part_or_go():
    table = Judgments.of([ranking("j", "0", ("A", 1), ("B", 2))], systems=["NEW"])
    assert table.systems == ("A", "B", "NEW")
