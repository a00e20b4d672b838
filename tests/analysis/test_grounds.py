"""What data cannot support: intervals and clusters from few units or no variation, ranks without a link."""

import numpy as np
import pytest

from rankings.analysis.choices import SPEAKS_FOR
from rankings.analysis.exact_tests import sign_flip_test
from rankings.analysis.grounds import MOST_UNITS_EXACT, Grounds, grounds_of
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.methods import METHODS
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranking import SystemRanking, rank_systems
from rankings.analysis.reasons import OTHER_OPPONENTS, fewest_units
from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking


def wins(number, *names, start=0):
    """`number` sentences on which the named systems come in this order."""
    return [
        ranking("j", str(start + s), *((name, rank) for rank, name in enumerate(names, 1)))
        for s in range(number)
    ]


def ranked(made, *, extra=(), **options) -> SystemRanking:
    return rank_systems(Judgments.of(made, systems=extra), **{"replicates": 60, **options})


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.999])
def test_the_fewest_units_are_those_from_which_the_test_can_reach_its_level(confidence):
    least = fewest_units(confidence)
    assert sign_flip_test(np.ones(least, dtype=np.int64)) <= 1 - confidence + 1e-12
    assert sign_flip_test(np.ones(least - 1, dtype=np.int64)) > 1 - confidence


@pytest.mark.parametrize("method", METHODS)
def test_two_sentences_with_one_preference_each_give_no_interval_range_or_cluster(method):
    found = ranked(wins(2, "A", "B"), method=method)
    for one in found.systems:
        assert [one.score_low, one.score_high, one.score_sd] == [None] * 3
        assert (one.rank_low, one.rank_high, one.cluster, one.rank_probabilities) == (None, None, 1, ())
    assert len(found.clusters) == 1
    assert "2 sentences" in found.without_ranges
    assert found.notes[0] == found.without_ranges
    assert not any("replicate" in note for note in found.notes)


@pytest.mark.parametrize("seed", range(15))
def test_clusters_of_tiny_campaigns_do_not_contradict_the_tests(seed):
    """A line between clusters stands only where some test across it can reach .05, and none is drawn against
    the pooled one; ranges of systems that no line parts touch."""
    rng = np.random.default_rng(seed)
    names = list("ABCDE"[: int(rng.integers(2, 6))])
    strength = rng.normal(scale=2.0, size=len(names))
    made = []
    for s in range(int(rng.integers(2, 13))):
        for _ in range(int(rng.integers(1, 3))):
            shown = rng.choice(len(names), int(rng.integers(2, len(names) + 1)), replace=False)
            places = np.round(-strength[shown] + rng.normal(scale=0.4, size=len(shown)))
            ranks = (places - places.min() + 1).astype(int).tolist()
            made.append(ranking("j", str(s), *((names[i], r) for i, r in zip(shown, ranks, strict=True))))
    if len({one.sentence for one in made}) < 2:
        return
    table = Judgments.of(made)
    found = rank_systems(table, replicates=200)
    group = [one for one in found.systems if one.group == 1]
    duels = compare_systems(table).between()
    net: dict[tuple[str, str], set[str]] = {}
    for one in made:
        rank = {name: output.rank for output in one.outputs for name in output.systems}
        for a, rank_a in rank.items():
            for b, rank_b in rank.items():
                if rank_a != rank_b:
                    net.setdefault((a, b), set()).add(one.sentence)
    for place in range(1, len(group)):
        if group[place].cluster == group[place - 1].cluster:
            if group[place].rank_low is not None:
                above = max(one.rank_high or 0 for one in group[:place])
                assert above >= min(one.rank_low or 0 for one in group[place:])
            continue
        across = [(a.system, b.system) for a in group[:place] for b in group[place:]]
        reachable = [2.0 ** (1 - len(net.get(pair, ()))) for pair in across]
        assert min(reachable) <= 0.05
        assert any((duels[pair].share_a or 0) > 0.5 for pair in across)


@pytest.mark.parametrize("speaks_for", SPEAKS_FOR)
def test_of_two_systems_the_line_is_the_test_of_the_pair(speaks_for):
    """Near the level, so that one replicate more or less would decide otherwise."""
    rng = np.random.default_rng(3)
    decided = []
    for seed in range(40):
        sentences, judges = int(rng.integers(8, 150)), int(rng.integers(5, 9))
        better = float(rng.normal(scale=0.5))
        likes = rng.normal(scale=0.2, size=judges)
        made = []
        for s in range(sentences):
            shared = rng.normal()
            for j in rng.choice(judges, 2, replace=False).tolist():
                found = round(float(better + likes[j] + shared + rng.normal(scale=0.7)))
                made.append(ranking(f"j{j}", str(s), ("A", 2 - (found > 0)), ("B", 2 - (found < 0))))
        table = Judgments.of(made)
        duel = compare_systems(table).pairs[0]
        p = duel.p_sentence if speaks_for == "these-judges" else duel.p_judges
        systems = rank_systems(table, replicates=99, speaks_for=speaks_for, seed=seed).systems
        parted = systems[0].cluster != systems[1].cluster
        assert p is not None
        assert parted == (p <= 0.05)
        assert parted or all(
            (one.score_low or 0.0) <= 0.5 <= (1.0 if one.score_high is None else one.score_high)
            for one in systems
        )
        assert [(one.rank_low, one.rank_high) for one in systems if one.rank_low is not None] in (
            [],
            [(1, 1), (2, 2)] if parted else [(1, 2), (1, 2)],
        )
        decided.append(parted)
    assert 6 < sum(decided) < 34


def grounds(made, method="expected-wins") -> Grounds:
    table = Judgments.of(made)
    return grounds_of(table, "sentences", count_pairs(table), None, confidence=0.95, method=method)


@pytest.mark.parametrize(
    ("won", "of", "part"), [(215, 400, False), (222, 400, True), (528, 1000, False), (540, 1000, True)]
)
def test_many_sentences_part_two_systems_where_the_exact_test_does(won, of, part):
    made = [ranking("j", str(s), ("A", 1 if s < won else 3), ("B", 2)) for s in range(of)]
    assert of > MOST_UNITS_EXACT
    assert (sign_flip_test(np.array([1] * won + [-1] * (of - won))) <= 0.05) == part
    assert grounds(made).part([0], [1]) == part


@pytest.mark.parametrize("speaks_for", SPEAKS_FOR)
def test_a_distant_system_parts_no_two_others_of_few_sentences(speaks_for):
    """A against B is far from decided, and C comes last in every sentence."""
    made = [ranking(f"j{s % 2}", str(s), ("A", 1 if s < 4 else 2), ("B", 2), ("C", 3)) for s in range(7)]
    found = ranked(made, replicates=300, speaks_for=speaks_for)
    assert compare_systems(Judgments.of(made)).pairs[0].p_sentence == pytest.approx(0.125)
    assert [one.cluster for one in found.systems] == [1, 1, 2]
    assert [(one.rank_low, one.rank_high) for one in found.systems] == [(1, 2), (1, 2), (3, 3)]


def a_star(won: int, lost: int):
    """A against B as given, and A over C in as many sentences; B and C never meet."""
    made = [ranking("j", f"b{s}", ("A", 1 if s < won else 3), ("B", 2)) for s in range(won + lost)]
    made += [ranking("j", f"c{s}", ("A", 1), ("C", 2)) for s in range(won + lost - 2)]
    return [*made, *(ranking("j", f"d{s}", ("A", 2), ("C", 1)) for s in range(2))]


@pytest.mark.parametrize("unit", ["sentences", "pairs"])
@pytest.mark.parametrize("method", ["expected-wins"])
def test_no_line_parts_systems_with_other_opponents_against_their_own_comparisons(unit, method):
    even = ranked(a_star(20, 20), unit=unit, method=method)
    assert even.clusters == (("A", "B"), ("C",)), "A and B are even, though A scores 0.72 and B 0.50"
    assert [(one.rank_low, one.rank_high) for one in even.systems] == [(1, 2), (1, 2), (3, 3)]
    assert OTHER_OPPONENTS in even.notes
    ahead = ranked(a_star(32, 8), unit=unit, method=method)
    assert ahead.clusters[0] == ("A",)


def test_a_line_is_not_drawn_against_more_wins_on_its_other_side():
    """A beats C in 10 of 10 and loses to B in 240 of 400: a better mean over opponents, and more losses."""
    made = [ranking("j", f"b{s}", ("A", 1 if s < 160 else 3), ("B", 2)) for s in range(400)]
    made += wins(10, "A", "C") + [ranking("j", f"d{s}", ("B", 1 + 2 * (s % 2)), ("C", 2)) for s in range(400)]
    for unit in ("sentences", "pairs"):
        found = ranked(made, unit=unit)
        assert [one.system for one in found.systems] == ["A", "B", "C"]
        assert found.systems[0].cluster == found.systems[1].cluster


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("unit", ["sentences"])
def test_groups_without_a_link_are_ranked_by_themselves(method, unit):
    made = wins(20, "A", "B", "C") + wins(20, "D", "E", start=20)
    made += [ranking("j", str(100 + s), ("C", 1), ("B", 2), ("A", 3)) for s in range(5)]
    found = ranked(made, extra=["NEW"], method=method, unit=unit)
    assert [one.group for one in found.systems] == [1, 1, 1, 2, 2, None]
    assert [one.rank for one in found.systems[:5]] == [1, 2, 3, 1, 2]
    for one in found.systems[:5]:
        size = 3 if one.group == 1 else 2
        assert one.rank_high is not None
        assert one.rank_high <= size == len(one.rank_probabilities)
    first, second = ({one.cluster for one in found.systems if one.group == number} for number in (1, 2))
    assert not first & second
    alone = ranked([one for one in made if int(one.sentence) not in range(20, 40)], method=method, unit=unit)
    assert [one.system for one in alone.systems] == [one.system for one in found.systems[:3]]
    if not method.startswith("trueskill"):
        assert [one.score for one in alone.systems] == pytest.approx([one.score for one in found.systems[:3]])
    new = found.systems[-1]
    assert (new.system, new.rank, new.rank_low, new.rank_high, new.cluster) == ("NEW", None, None, None, None)
    assert new.score is None
