"""Statistics of human rankings: numpy arrays in, dataclasses out. Without Django.

The names below are the front door for notebooks and other programs (docs/library.md). They keep their
meaning, and the change log announces a change to one; everything else may move. Each is loaded when it is
first used, because the site reads stored results without numerical libraries.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rankings.analysis.agreement import full_agreement
    from rankings.analysis.cross_validation import cross_validate
    from rankings.analysis.designing import design_from_assumptions, design_from_judgments
    from rankings.analysis.head_to_head import compare_systems
    from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
    from rankings.analysis.judge_statistics import evaluation_statistics
    from rankings.analysis.judgments import JudgmentTable
    from rankings.analysis.methods import METHODS
    from rankings.analysis.pair_counts import count_pairs
    from rankings.analysis.pairs import expanded_pairs, unexpanded_pairs
    from rankings.analysis.ranking import rank_systems

__all__ = [
    "METHODS",
    "JudgmentTable",
    "compare_judges",
    "compare_systems",
    "count_pairs",
    "cross_validate",
    "design_from_assumptions",
    "design_from_judgments",
    "evaluation_statistics",
    "expanded_pairs",
    "full_agreement",
    "rank_by_judge",
    "rank_systems",
    "unexpanded_pairs",
]

_MODULES = {
    "METHODS": "methods",
    "JudgmentTable": "judgments",
    "compare_judges": "judge_comparison",
    "compare_systems": "head_to_head",
    "count_pairs": "pair_counts",
    "cross_validate": "cross_validation",
    "design_from_assumptions": "designing",
    "design_from_judgments": "designing",
    "evaluation_statistics": "judge_statistics",
    "expanded_pairs": "pairs",
    "full_agreement": "agreement",
    "rank_by_judge": "judge_comparison",
    "rank_systems": "ranking",
    "unexpanded_pairs": "pairs",
}


if not TYPE_CHECKING:  # a type checker knows the names from above, and no others

    def __getattr__(name: str) -> Any:
        """A name of the front door, from the module that holds it."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
