"""Which ends of rank ranges another seed may move, and where to."""

from rankings.analysis.range_ends import close_shares, cut_margin

CLOSE = cut_margin(1000, 0.95)  # a little less than a hundredth


def found(low: int, high: int, *shares: float) -> list[tuple[int, bool, float, int]]:
    assert sum(shares) == 1
    return [
        (one.rank, one.better, round(one.share, 3), one.moved_to)
        for one in close_shares(low, high, shares, 1000, 0.95)
    ]


def test_an_end_that_is_hardly_reached_may_move_inwards() -> None:
    assert found(1, 2, 0.97, 0.03, 0.0) == [(2, False, 0.03, 1)]
    assert found(2, 3, 0.0, 0.03, 0.97) == [(2, True, 0.03, 3)]


def test_a_rank_that_is_hardly_cut_off_may_come_in() -> None:
    assert found(1, 1, 0.98, 0.02, 0.0) == [(2, False, 0.02, 2)]
    assert found(3, 3, 0.0, 0.02, 0.98) == [(2, True, 0.02, 2)]


def test_both_shares_at_an_end_can_be_close() -> None:
    assert found(1, 2, 0.97, 0.008, 0.022) == [(2, False, 0.03, 1), (3, False, 0.022, 3)]


def test_what_is_far_from_the_cut_is_not_close() -> None:
    assert 0.009 < CLOSE < 0.01
    assert found(1, 2, 0.6, 0.4) == []
    assert found(1, 1, 0.99, 0.01) == []
    assert found(1, 1, 1.0) == []


def test_few_replicates_tell_nothing() -> None:
    assert close_shares(1, 2, (0.97, 0.03), 100, 0.95) == ()
