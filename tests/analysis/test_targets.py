"""For whom rankings and plans can be asked to speak."""

import numpy as np

from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking


def made_up() -> Judgments:
    """Four judges, twelve sentences, three systems in a random order each time."""
    rng = np.random.default_rng(1)
    return Judgments.of(
        ranking(judge, str(sentence), *zip("ABC", (1 + rng.permutation(3)).tolist(), strict=True))
        for sentence in range(12)
        for judge in "jklm"
    )


def test_ranking_and_head_to_head_count_the_same_judges():
    """The sixth judge calls everything tied, which speaks for nobody."""
    made = [ranking(f"j{s % 5}", str(s), ("A", 1), ("B", 2)) for s in range(10)]
    made.append(ranking("j6", "10", ("A", 1), ("B", 1)))
    table = Judgments.of(made)
    duels, ranked = compare_systems(table), rank_systems(table, replicates=60)
    assert (duels.judges, duels.speaks_for) == (ranked.judges, ranked.speaks_for) == (5, "judges-like-these")
