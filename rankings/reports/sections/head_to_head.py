"""Head to head: the matrix of Table 3d, and one system against all others."""

from typing import Any

from appraise_gec.present.numbers import count, percent
from appraise_gec.report.result import ReportResult
from appraise_gec.words import plural
from rankings.tables.head_to_head import (
    LEVEL,
    Test,
    against_others,
    leading_test,
    matrix,
    significant_pairs,
    tests_of,
)


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
        if whole == 1:
            return "The two systems are not significantly different: no comparison was decided."
        return (
            f"None of {count(whole)} pairs of systems is significantly different: no comparison was decided."
        )
    level = _level(test, result.head_to_head.for_whom(test.key))
    if whole == 1 and apart:
        return f"The two systems are significantly different {level}."
    if whole == 1:
        return f"The two systems are not significantly different {level}."
    return plural(
        apart,
        "{n} of {whole} pairs of systems is significantly different {level}.",
        "{n} of {whole} pairs of systems are significantly different {level}.",
        whole=count(whole),
        level=level,
    )


def _level(test: Test, whom: str) -> str:
    """The level of a test, for whom it speaks, and its name."""
    values = {"level": percent(LEVEL), "for_whom": whom, "test": test.words}
    if test.key == "judges-holm":
        return "at the {level} level (test {for_whom} with Holm's correction)".format(**values)
    if test.key == "judges":
        return "at the {level} level (test {for_whom})".format(**values)
    return "at the {level} level {for_whom} ({test})".format(**values)
