"""Judges against each other: the ranking of each, the ranking without each, and how far scores agree."""

from typing import Any

from appraise_gec.present.numbers import listed, number
from appraise_gec.report.result import ReportResult
from appraise_gec.report.tables import DESCRIBED
from appraise_gec.words import plural
from rankings.analysis.judge_comparison import JudgeComparison
from rankings.reports.sections.first_place import leaders, tells_nothing


def judges_context(result: ReportResult, published: bool) -> dict[str, Any]:
    """Tables 6 and 7, as the formula gives them or as they were published, and leave-one-judge-out."""
    ending = "-published" if published else ""
    made = result.judge_correlations
    compared = None if made is None else made.published if published else made.formula
    return {
        "statistics": DESCRIBED["judges"](result),
        "scale_use": DESCRIBED["scale-use"](result),
        "composition": DESCRIBED["judges-survey"](result),
        "published": published,
        "by_judge": DESCRIBED[f"judge-rankings{ending}"](result),
        "left_out": DESCRIBED["judges-left-out"](result),
        "left_out_sentence": left_out_sentence(result),
        "correlations": DESCRIBED[f"judge-correlations{ending}"](result),
        "correlation_sentence": correlation_sentence(compared),
    }


def correlation_sentence(compared: JudgeComparison | None) -> str:
    """How well single judges agree with the rest, and who agrees least."""
    if compared is None or compared.spearman_average is None:
        return ""
    pairs = zip(compared.spearman_rest, compared.judges, strict=True)
    lowest, odd = min((value, judge) for value, judge in pairs if value is not None)
    average = number(compared.spearman_average, 2)
    return (
        "The order that follows from a single judge correlates with that of all others by "
        f"\u03c1 = {average} on average; least for {odd}, with {number(lowest, 2)}."
    )


def left_out_sentence(result: ReportResult) -> str:
    """Whose absence changes who is first."""
    if result.judge_rankings is None:
        return ""
    without = result.judge_rankings.without
    whole = result.ranking_by(without.method)
    ranked = [judge for judge in without.judges if len(judge.groups) == 1]
    if whole is None or not ranked or tells_nothing(whole):
        return ""
    first = leaders(whole)
    changing = [judge for judge in ranked if set(leaders(judge)) != set(first)]
    named = listed([f"{judge.judge} ({listed(leaders(judge))} first)" for judge in changing])
    values = {"systems": listed(first), "judges": named}
    if whole.without_ranges:
        return _by_score_alone(len(first), values, changing=bool(changing))
    if not changing:
        return plural(
            len(first),
            "{systems} stays first whichever judge is left out.",
            "{systems} stay first whichever judge is left out.",
            **values,
        )
    return plural(
        len(first),
        "{systems} is not first without {judges}.",
        "{systems} no longer share the first place without {judges}.",
        **values,
    )


def _by_score_alone(number: int, values: dict[str, str], *, changing: bool) -> str:
    """The same where scores are no finding."""
    if not changing:
        return plural(
            number,
            "By score alone, {systems} stays first whichever judge is left out.",
            "By score alone, {systems} stay first whichever judge is left out.",
            **values,
        )
    return plural(
        number,
        "By score alone, {systems} is not first without {judges}.",
        "By score alone, {systems} no longer share the first place without {judges}.",
        **values,
    )
