"""For whom rankings and plans can be asked to speak."""

import numpy as np
import pytest

from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.system_ranking import rank_systems
from tests.analysis.made_up import ranking


def made_up() -> JudgmentTable:
    """Four judges, twelve sentences, three systems in a random order each time."""
    rng = np.random.default_rng(1)
    return JudgmentTable.from_judgments(
        ranking(judge, str(sentence), *zip("ABC", (1 + rng.permutation(3)).tolist(), strict=True))
        for sentence in range(12)
        for judge in "jklm"
    )


@pytest.mark.parametrize(
    ("settings", "asked", "message"),
    [
        (
            {"unit": "judges"},
            "these-judges",
            "unit judges leaves no choice: intervals speak for judges",
        ),
        (
            {"unit": "pairs"},
            "judges-like-these",
            "unit pairs leaves no choice: intervals speak for these",
        ),
        (
            {"unit": "pairs", "convention": "cluster.py"},
            "judges-like-these",
            "leave no choice.*or the unit sentences and the convention standard for",
        ),
    ],
)
def test_a_target_that_unit_or_convention_rule_out_is_refused(settings, asked, message):
    table = made_up()
    with pytest.raises(ValueError, match=message):
        rank_systems(table, replicates=2, speaks_for=asked, **settings)
    assert rank_systems(table, replicates=2, **settings).speaks_for != asked


def test_where_sentences_are_resampled_there_is_a_choice():
    for asked, given in ((None, "judges-like-these"), ("these-judges", "these-judges")):
        assert rank_systems(made_up(), replicates=2, speaks_for=asked).speaks_for == given  # type: ignore[arg-type]


def test_ranking_and_head_to_head_count_the_same_judges():
    """The third judge calls everything tied, which speaks for nobody."""
    made = [ranking(f"j{s % 2}", str(s), ("A", 1), ("B", 2)) for s in range(8)]
    made.append(ranking("j2", "8", ("A", 1), ("B", 1)))
    table = JudgmentTable.from_judgments(made)
    duels, ranked = compare_systems(table), rank_systems(table, replicates=60)
    assert (duels.judges, duels.speaks_for) == (ranked.judges, ranked.speaks_for) == (2, "judges-like-these")
