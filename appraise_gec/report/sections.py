"""The sections of a report in their order: first the finding, then one section for each question."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from appraise_gec.present.blocks import Beside, Block, Folded, Prose, Section, Shown, Terms
from appraise_gec.present.numbers import counted, listed, percent
from appraise_gec.report.methods_text import methods_text
from appraise_gec.report.options import filter_sentences
from appraise_gec.report.result import ReportResult
from metrics.sections import maege, people
from rankings.sections import agreement, design, edits, harm, head_to_head, judges, methods, outputs, ranking
from rankings.sections.finding import finding

Recipe = Mapping[str, Any]


def _finding(result: ReportResult, recipe: Recipe) -> Section:
    """The finding, what it rests on, and the ranking."""
    made, undecided = result.ranking, result.total.nothing_decided
    blocks: list[Block] = [
        Prose(" ".join(finding(made, nothing_decided=undecided)), "lead"),
        Prose(_basis(result)),
        *(Prose(sentence, "notice") for sentence in left_out_sentences(recipe)),
    ]
    if unjudged := result.unjudged_systems:
        blocks.append(Prose(f"In no ranking yet, and so not in the tables: {listed(unjudged)}.", "warning"))
    if made.systems:
        whole = ranking.ranking_table(made, head_to_head.better_than(result.head_to_head, made))
        # Lines tell the clusters, and the next section has the other notes.
        columns = [replace(one, where="data") if one.key == "cluster" else one for one in whole.columns]
        notes = [] if made.without_ranges else whole.notes[:1]
        table = Shown(replace(whole, columns=columns, notes=notes))
        drawn = ranking.ranking_figure(made, undecided=undecided)
        blocks.append(table if drawn.reason else Beside(table, drawn))
    blocks += [Prose(line) for line in ranking.further_notes(made)[:1]]
    if result.design and (said := design.again(result.design)):
        blocks.append(Prose(said))
    return Section("finding", "Finding", blocks)


def _basis(result: ReportResult) -> str:
    """What the finding rests on, and for whom it speaks: said once, for all ranges, lines and tests."""
    total, judges = result.total, len(result.judges)
    tied = f", {percent(total.expanded_ties / total.expanded, 0)} of them ties" if total.expanded else ""
    said = (
        f"From {counted(total.rankings, 'ranking')} of {counted(result.sentences, 'sentence')} by "
        f"{counted(judges, 'judge')}: {counted(total.expanded, 'comparison')} of two systems{tied}."
    )
    whom = ranking.for_whom(result.ranking)
    if whom and result.ranking.judges < judges:
        whom += f" The other {judges - result.ranking.judges:,} put no system before another."
    return f"{said} {whom}" if whom else said


def _ranking(result: ReportResult, recipe: Recipe) -> Section | None:
    """What the finding's table leaves out."""
    undecided = result.total.nothing_decided
    published = result.comparison if result.comparison.unit == "pairs" else None
    better = head_to_head.better_than(result.head_to_head, result.ranking)
    made = ranking.describe(result.ranking, better, published, nothing_decided=undecided)
    more = [block for block in made.blocks if isinstance(block, Folded)]
    if not more:
        return None
    said = "How often each system takes each rank, and what the columns mean."
    if published is not None and published.clusters:
        said = f"{counted(len(published.clusters), 'cluster')} if pairs are resampled, as in 2015."
    notes = [Prose(note, "small") for note in ranking.further_notes(result.ranking)[1:]]
    return Section("ranking", "More about the ranking", [Prose(said, "lead"), *more, *notes])


def _judges(result: ReportResult, recipe: Recipe) -> Section:
    made, compared = result.judge_rankings, result.judge_correlations
    return judges.describe(
        result.judges,
        result.total,
        scale_use=result.scale_use,
        survey=result.survey,
        whole=(result.ranking_by(made.without.method) if made else None) or result.ranking,
        alone=made.only if made else None,
        without=made.without if made else None,
        compared=compared.formula if compared else None,
        published=(made.published, compared.published) if made and compared else None,
    )


def _head_to_head(result: ReportResult, recipe: Recipe) -> Section:
    return head_to_head.describe(result.head_to_head, [system.system for system in result.ranking.systems])


def _metrics(result: ReportResult, recipe: Recipe) -> Section | None:
    if result.correlation is None:
        return None
    same = recipe.get("systems_that_are_references", {})
    warnings = [
        f"{system} is left out where a metric compares with {reference}: they are the same texts."
        for system, reference in same.items()
    ]
    found = replace(result.correlation, warnings=(*result.correlation.warnings, *warnings))
    by_people = {one.system: one.score for one in result.ranking.systems if one.score is not None}
    return people.describe(found, result.scores, people=by_people)


def _how_made(result: ReportResult, recipe: Recipe) -> Section:
    """The paragraph on methods, and everything that computes the report again."""
    text, rankings = methods_text(result, recipe), recipe["rankings"]
    software = ", ".join(f"{name} {number}" for name, number in sorted(recipe["software"].items()))
    settings = {name: value for name, value in sorted(recipe.items()) if name not in _TOLD}
    counted_rankings = f"{rankings['number']:,}, SHA-256 {rankings['sha256']}"
    values = [(name, json.dumps(value, ensure_ascii=False)) for name, value in settings.items()]
    blocks: list[Block] = [
        Prose("The methods in words, and the settings that compute the report again.", "lead"),
        Prose(text.plain),
        Folded(
            "The same in LaTeX, with its references",
            [Prose(text.latex, "exact"), Prose(text.bibtex, "exact")],
        ),
        Folded(
            "Recipe",
            [
                Prose("The same rankings, settings and versions give the same numbers, to the last byte."),
                Terms([("Program", f"Appraise GEC {recipe['version']}"), ("Software", software)]),
                Terms([*_called(recipe), ("Rankings", counted_rankings)], exact=True),
                Terms(values, exact=True),
            ],
        ),
    ]
    return Section("recipe", "How it was made", blocks)


def _called(recipe: Recipe) -> list[tuple[str, str]]:
    """The call of the command line, and the files that it read."""
    files = [(f"{one['file']} ({one['role']})", one["sha256"]) for one in recipe.get("inputs", ())]
    return [("Call", f"{recipe['call']} -o DIR"), *files] if "call" in recipe else []


_TOLD = {"program", "version", "software", "rankings", "outputs", "call", "inputs"}

SECTIONS: tuple[Callable[[ReportResult, Recipe], Section | None], ...] = (
    _finding,
    _ranking,
    _judges,
    lambda result, recipe: agreement.describe(result.agreement),
    _head_to_head,
    lambda result, recipe: harm.describe(result.head_to_head) if result.head_to_head.harm else None,
    lambda result, recipe: methods.describe(result.ranking, result.methods),
    lambda result, recipe: methods.describe_validation(result.validation) if result.validation else None,
    lambda result, recipe: edits.describe(result.rejected_edits) if result.rejected_edits else None,
    lambda result, recipe: design.describe(result.design) if result.design else None,
    lambda result, recipe: outputs.describe(result.distinct_outputs) if result.distinct_outputs else None,
    _metrics,
    lambda result, recipe: maege.describe(result.maege) if result.maege else None,
    _how_made,
)


def sections(result: ReportResult, recipe: Recipe) -> list[Section]:
    """The sections that a report has."""
    made = (describe(result, recipe) for describe in SECTIONS)
    return [section for section in made if section is not None]


def left_out_sentences(recipe: Recipe) -> list[str]:
    """What does not count, or came later: the finding says it."""
    said = [*filter_sentences(recipe)]
    if excluded := recipe["excluded_judges"]:
        said.insert(0, f"Without the judges {', '.join(excluded)}.")
    if discarded := recipe.get("discarded_rankings", 0):
        verb = "included" if recipe["with_discarded"] else "left out"
        said.append(f"{counted(discarded, 'discarded ranking')} {verb}.")
    if added := recipe.get("top_up_rankings", 0):
        verb = "left out" if recipe["without_top_ups"] else "included"
        said.append(f"{counted(added, 'ranking')} of items added later {verb}.")
    said += [
        f"{late['system']} joined after {counted(late['rankings_before'], 'ranking')} and has "
        f"{counted(late['pairs'], 'comparison')}."
        for late in recipe.get("late_systems", ())
    ]
    return said
