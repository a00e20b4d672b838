"""Every method that scores systems, by its name. A method is loaded when it is asked for.

To add one: its module, with a `ScoringMethod` (rankings/analysis/scoring.py), and its entry in `REGISTERED`.
Pages, API, command line, reports and studies take their lists from here.
"""

import platform
from collections.abc import Collection
from dataclasses import dataclass
from importlib.metadata import version
from typing import Literal

# The name of a registered method. `registration` checks one.
Method = str
Ties = Literal["left out", "half wins", "counted"]


@dataclass(frozen=True, slots=True)
class Registration:
    """A method's module, and what is known of it without loading it.

    Attributes:
        module: holds the method.
        scoring: the name of its `ScoringMethod` there.
        title: as a table's heading spells it.
        explanation: for readers of a report; "" for a method that no report shows.
        ties: how the scores treat a tie.
        offered: whether the site offers it.
        beside: whether a report shows it beside the leading ranking unasked.
        simulates: whether every replicate is a simulation, which takes long.
        mean_over_opponents: whether a score is a mean over the opponents of a system, so that it depends on
            which of the others it met, and there is none where it met nobody.
        stand_in: the method to use where simulating takes too long.
        libraries: whose versions move the last bits of a result, beside numpy and scipy.
    """

    module: str
    scoring: str
    title: str
    explanation: str
    ties: Ties
    offered: bool = True
    beside: bool = False
    simulates: bool = False
    mean_over_opponents: bool = False
    stand_in: Method | None = None
    libraries: tuple[str, ...] = ()


# In the order to show them; the first is the default.
REGISTERED: dict[Method, Registration] = {
    "expected-wins": Registration(
        "rankings.analysis.expected_wins",
        "EXPECTED_WINS",
        "Expected Wins",
        (
            "For each opponent the share of wins among decided comparisons, then the mean over "
            "opponents. Ties are left out (2015 paper, section 5.1)."
        ),
        ties="left out",
        beside=True,
        mean_over_opponents=True,
    ),
    "expected-wins-half-ties": Registration(
        "rankings.analysis.expected_wins",
        "WITH_HALF_TIES",
        "Expected Wins, ties as half wins",
        (
            "As Expected Wins, with each tie as half a win for both, so that a system is not "
            "rewarded for winning rarely but never losing."
        ),
        ties="half wins",
        beside=True,
        mean_over_opponents=True,
    ),
    "expected-wins-of-winners": Registration(
        "rankings.analysis.expected_wins",
        "OF_WINNERS",
        "Expected Wins over beaten opponents (EW.pl)",
        "",
        ties="left out",
        offered=False,
    ),
    "bradley-terry": Registration(
        "rankings.analysis.bradley_terry",
        "DAVIDSON",
        "Bradley-Terry with ties (Davidson)",
        (
            "Strengths on a log scale that make all outcomes most likely, ties among them "
            "(Davidson 1970). Uses whom a system was compared with."
        ),
        ties="counted",
        beside=True,
    ),
    "bradley-terry-half-ties": Registration(
        "rankings.analysis.bradley_terry",
        "WITH_HALF_TIES",
        "Bradley-Terry, ties as half wins",
        "Strengths on a log scale, with each tie as half a win for both.",
        ties="half wins",
        beside=True,
    ),
    "bradley-terry-without-ties": Registration(
        "rankings.analysis.bradley_terry",
        "WITHOUT_TIES",
        "Bradley-Terry, ties dropped",
        "Strengths on a log scale from decided comparisons alone.",
        ties="left out",
    ),
    "trueskill-mean-field": Registration(
        "rankings.analysis.trueskill_mean_field",
        "MEAN_FIELD",
        "TrueSkill, mean field",
        "",
        ties="counted",
        offered=False,
    ),
    "trueskill": Registration(
        "rankings.analysis.trueskill_mean_field",
        "SIMULATED",
        "TrueSkill",
        (
            "TrueSkill as at WMT14: comparisons are drawn by chance, the most uncertain system "
            "first (Sakaguchi et al. 2014)."
        ),
        ties="counted",
        simulates=True,
        stand_in="trueskill-mean-field",
        libraries=("numba",),
    ),
}

METHODS: tuple[Method, ...] = tuple(REGISTERED)
OFFERED: tuple[Method, ...] = tuple(name for name in METHODS if REGISTERED[name].offered)


def registration(name: Method) -> Registration:
    """The registration of the method. Raises ValueError where no method has the name."""
    if name not in REGISTERED:
        raise ValueError(f"method {name!r} is not one of {', '.join(METHODS)}")
    return REGISTERED[name]


def without_simulation(name: Method) -> Method:
    """The method itself, or the one that stands in for it where simulating takes too long."""
    return registration(name).stand_in or name


def software_versions(methods: Collection[Method] = ()) -> dict[str, str]:
    """Versions of Python and the numerical libraries that compute.

    Args:
        methods: those whose replicates are drawn; some need further libraries.
    """
    further = sorted({name for method in methods for name in registration(method).libraries})
    libraries = {name: version(name) for name in ("numpy", "scipy", *further)}
    return {"python": platform.python_version(), **libraries}
