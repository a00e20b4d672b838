"""What can be chosen, by name: cheap to import for whoever only offers the choice."""

from typing import Literal, get_args

Method = Literal[
    "expected-wins",
    "trueskill",
    "bradley-terry",
    "expected-wins-half-ties",
    "expected-wins-of-winners",
    "trueskill-mean-field",
    "bradley-terry-half-ties",
    "bradley-terry-without-ties",
]
METHODS: tuple[Method, ...] = get_args(Method)

# As a table's heading spells them.
METHOD_TITLES: dict[Method, str] = {
    "expected-wins": "Expected Wins",
    "trueskill": "TrueSkill",
    "bradley-terry": "Bradley-Terry with ties (Davidson)",
    "expected-wins-half-ties": "Expected Wins, ties as half wins",
    "expected-wins-of-winners": "Expected Wins over beaten opponents (EW.pl)",
    "trueskill-mean-field": "TrueSkill, mean field",
    "bradley-terry-half-ties": "Bradley-Terry, ties as half wins",
    "bradley-terry-without-ties": "Bradley-Terry, ties dropped",
}

BootstrapUnit = Literal["pairs", "rankings", "sentences", "judges", "judge-sentences", "judges-and-sentences"]
BOOTSTRAP_UNITS: tuple[BootstrapUnit, ...] = get_args(BootstrapUnit)

Convention = Literal["standard", "cluster.py", "EW.pl"]
CONVENTIONS: tuple[Convention, ...] = get_args(Convention)

FoldUnit = Literal["pairs", "rankings", "sentences"]
FOLD_UNITS: tuple[FoldUnit, ...] = get_args(FoldUnit)
