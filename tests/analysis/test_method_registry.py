"""The registry of scoring methods: light, complete, and true about what the methods do."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rankings.analysis.methods import (
    METHODS,
    registration,
)
from rankings.analysis.scoring import scoring_method

ROOT = Path(__file__).parents[2]

WINS = np.array([[[0, 6, 5], [2, 0, 4], [1, 3, 0]]])
TIES = np.array([[[0, 4, 1], [4, 0, 2], [1, 2, 0]]])
MORE_TIES = np.array([[[0, 9, 1], [9, 0, 2], [1, 2, 0]]])


def test_whoever_only_offers_methods_loads_no_numbers():
    program = (
        "import sys, rankings.analysis.methods, rankings.analysis.choices; "
        "print(sorted({'numpy', 'scipy', 'numba', 'django'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, cwd=ROOT
    )
    assert ran.stdout.strip() == "[]", ran.stderr


@pytest.mark.parametrize("name", METHODS)
def test_a_registered_method_is_what_its_entry_says(name):
    about, scoring = registration(name), scoring_method(name)
    assert scoring.name == name
    assert scoring.title == about.title
    few, many = scoring.point(WINS, TIES), scoring.point(WINS, MORE_TIES)
    assert np.array_equal(few, many) == (about.ties == "left out")
    if about.ties == "half wins":
        halves = TIES / 2
        np.testing.assert_allclose(few, scoring.point(WINS + halves, np.zeros_like(TIES)), rtol=0, atol=1e-9)
    first = scoring.scores(WINS, TIES, np.random.SeedSequence(1))
    second = scoring.scores(WINS, TIES, np.random.SeedSequence(2))
    assert np.array_equal(first, second) == (not about.simulates)
