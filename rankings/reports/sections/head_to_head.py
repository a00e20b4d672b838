"""Head to head: the matrix of Table 3d, and one system against all others."""

from typing import Any

from appraise_gec.presentation.numbers import counted, percent
from rankings.reports.result import ReportResult
from rankings.tables.head_to_head import (
    LEVEL,
    Test,
    against_others,
    leading_test,
    matrix,
    significant_pairs,
    tests_of,
)

LIKE_THESE = "judges like these"


def head_to_head_context(result: ReportResult, test: str, system: str) -> dict[str, Any]:
    """The matrix under one test, and one system against all others under all tests."""
    tests = tests_of(result.head_to_head)
    chosen = next((choice for choice in tests if choice.key == test), leading_test(result.head_to_head))
    order = system_order(result)
    focus = system if system in order else (order[0] if order else "")
    return {
        "tests": tests,
        "test": chosen,
        "order": order,
        "matrix": matrix(result.head_to_head, order, chosen),
        "significant_pairs": significance_sentence(result, chosen),
        "focus": focus,
        "against": against_others(result.head_to_head, focus, order),
    }


def system_order(result: ReportResult) -> list[str]:
    """Best first by the leading ranking; systems without a place in it at the end."""
    ranked = [system.system for system in result.ranking.systems]
    return ranked + sorted(set(result.head_to_head.systems) - set(ranked))


def significance_sentence(result: ReportResult, test: Test) -> str:
    """How many pairs of systems differ significantly by the test."""
    apart, whole = significant_pairs(result.head_to_head, test)
    if not whole:
        return result.head_to_head.reason
    if result.total.nothing_decided:
        none = "The two systems are not" if whole == 1 else f"None of {whole:,} pairs of systems is"
        return f"{none} significantly different: no comparison was decided."
    whom = result.head_to_head.for_whom(test.key)
    if whom.removeprefix("for ").startswith(LIKE_THESE):
        level = f"at the {percent(LEVEL)} level ({test.words.replace(f'for {LIKE_THESE}', whom)})"
    else:
        level = f"at the {percent(LEVEL)} level {whom} ({test.words})"
    if whole == 1:
        return f"The two systems are {'' if apart else 'not '}significantly different {level}."
    are = "is" if apart == 1 else "are"
    return f"{apart:,} of {counted(whole, 'pair')} of systems {are} significantly different {level}."
