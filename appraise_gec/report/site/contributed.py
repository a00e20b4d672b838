"""Sections of a report that another application contributes, because it knows what reports do not.

A contribution belongs to a part of `appraise_gec.report.options.PARTS`. Its result is JSON, and stands in the
result of the report under its key.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Exists

from appraise_gec.present.table import Table
from rankings.models import Campaign

if TYPE_CHECKING:
    from appraise_gec.report.options import ReportOptions
    from appraise_gec.report.paper.companion import Companion
    from appraise_gec.report.paper.paper import Paper, Source
    from appraise_gec.report.result import ReportResult
    from rankings.formats.columns import Judgments

Share = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What the application does for its section.

    Attributes:
        part: of the options that asks for it.
        key: of its result, and of what it was computed from in the recipe.
        message: shown while it is computed.
        needs: what a campaign has to have for it, in a sentence.
        has: questions about a campaign, which is `OuterRef("pk")`; one yes is enough.
        inputs: of a campaign, as JSON; another value means another result.
        compute: the result, as JSON values. Gets the campaign, the judgments that count, the options, and a
            function to tell how far it is. Raises ValueError where nothing can be computed.
        lead: sentences that open the section.
        tables: of a result; those that have rows.
        companion: the section in an archive, from the campaign, the source of the report and what becomes of
            it there; None where there is none. Raises ValueError where the archive cannot be made.
    """

    part: str
    key: str
    message: str
    needs: str
    has: Callable[[], Sequence[Exists]]
    inputs: Callable[[Campaign], Any]
    compute: "Callable[[Campaign, Judgments, ReportOptions, Share], Any]"
    lead: Callable[[Any], list[str]]
    tables: Callable[[Any], list[Table]]
    companion: "Callable[[Campaign, Source, Paper], Companion | None]"


_contributions: dict[str, Contribution] = {}


def contribute(contribution: Contribution) -> None:
    """Offer a section; called once by its application, when the site starts."""
    _contributions[contribution.part] = contribution


def contributions(parts: Sequence[str] | None = None) -> list[Contribution]:
    """Those of some parts, or all."""
    return [one for part, one in _contributions.items() if parts is None or part in parts]


def missing_for(campaign: Campaign, parts: Sequence[str] | None = None) -> dict[str, str]:
    """By part what the campaign lacks for it, of the parts that need something."""
    asked = questions(parts)
    if not asked:
        return {}
    (answers,) = Campaign.objects.filter(pk=campaign.pk).values_list(*(question for _, question in asked))
    return missing_by(answers, parts)


def questions(parts: Sequence[str] | None = None) -> list[tuple[str, Exists]]:
    """What to ask about a campaign, by part, so that one query can ask more."""
    return [(one.part, question) for one in contributions(parts) for question in one.has()]


def missing_by(answers: Sequence[bool], parts: Sequence[str] | None = None) -> dict[str, str]:
    """As `missing_for`, from the answers to `questions` about the same parts."""
    there = {part for (part, _), answer in zip(questions(parts), answers, strict=True) if answer}
    return {one.part: one.needs for one in contributions(parts) if one.part not in there}


def inputs_of(campaign: Campaign, parts: Sequence[str]) -> dict[str, Any]:
    """By key, what contributions to a report with these parts would be computed from now."""
    return {one.key: one.inputs(campaign) for one in contributions(parts)}


def inputs_stated(recipe: Mapping[str, Any]) -> dict[str, Any]:
    """By key, what those of a finished report were computed from."""
    return {one.key: recipe[one.key] for one in contributions() if one.key in recipe}


def contributed_context(part: str) -> "Callable[[ReportResult, Mapping[str, str]], dict[str, Any]]":
    """What the template of the section shows."""

    def context(result: "ReportResult", query: Mapping[str, str]) -> dict[str, Any]:
        for one in contributions([part]):
            if (made := getattr(result, one.key)) is not None:
                return {"contributed_lead": one.lead(made), "contributed_tables": one.tables(made)}
        return {"contributed_lead": [], "contributed_tables": []}

    return context


def contributed_tables(result: "ReportResult") -> dict[str, Table]:
    """The tables of all contributions to a report, by their keys."""
    made = ((one, getattr(result, one.key)) for one in contributions())
    return {table.key: table for one, document in made if document for table in one.tables(document)}


def report_table(result: "ReportResult", key: str) -> Table | None:
    """A table of a report, whoever contributes it; None where there is none with this key."""
    # Applications register their sections when the site starts, and need no tables for that.
    from appraise_gec.report.tables import DESCRIBED  # noqa: PLC0415

    return DESCRIBED[key](result) if key in DESCRIBED else contributed_tables(result).get(key)
