"""Figures of the original scripts beside the tables of the paper: counts, correlations, limits."""

import pytest

from rankings.analysis.ranking import rank_systems
from tests.analysis.published import expected_numbers, published_table


def test_mean_field_gives_the_ranks_of_twenty_thousand_runs(shared):
    """Shares of ranks within 0.01: the noise is approximated, and each side errs by up to 0.0035."""
    numbers = expected_numbers(shared)["table3c_TS"]
    limit = numbers["limit_20000"]
    found = rank_systems(
        published_table(shared),
        "trueskill-mean-field",
        unit="pairs",
        convention="cluster.py",
        replicates=20_000,
    )
    for one in found.systems:
        assert one.rank_probabilities == pytest.approx(limit["rankdist"][one.system], abs=0.01)
        for known in (limit, numbers["meanfield"]):
            assert (one.rank_low, one.rank_high) == (known["lo"][one.system], known["hi"][one.system])
