"""What a report over several campaigns says of them: who gives what, what is joined, and what is left out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from appraise_gec.presentation.numbers import count
from appraise_gec.words import listed, words, words_for_count
from rankings.reports.result import ReportResult

Entry = Mapping[str, Any]


def joined_campaigns(recipe: Mapping[str, Any]) -> Sequence[Entry]:
    """What the recipe says of each campaign; nothing where the report is about one."""
    told = recipe.get("joined") or {}
    campaigns: Sequence[Entry] = told.get("campaigns", ())
    return campaigns


def joined_sentences(result: ReportResult, recipe: Mapping[str, Any]) -> list[str]:
    """Everything that a report over several campaigns says of joining them; empty where it is about one."""
    return [*joined_lead(recipe), *joined_rules(result, recipe)]


def joined_lead(recipe: Mapping[str, Any]) -> list[str]:
    """Which campaigns and systems are joined, a sentence each: what everybody has to know."""
    campaigns = joined_campaigns(recipe)
    if not campaigns:
        return []
    lead = words(
        "Rankings of several campaigns are joined: %(campaigns)s.", campaigns=listed(_given(campaigns))
    )
    return [lead, *_systems(campaigns)]


def joined_rules(result: ReportResult, recipe: Mapping[str, Any]) -> list[str]:
    """What becomes of sentences and judges, for whom intervals speak, and what is left out."""
    campaigns = joined_campaigns(recipe)
    if not campaigns:
        return []
    return [
        *_sentences(result, campaigns),
        *_judges(result, campaigns, same_names=recipe["joined"]["same_names"]),
        words(
            "Who the judges are, marked edits and distinct outputs are not shown: they are in the reports of "
            "each campaign alone."
        ),
    ]


def _given(campaigns: Sequence[Entry]) -> list[str]:
    return [
        words(
            "%(title)s (%(rankings)s by %(judges)s)",
            title=one["title"],
            rankings=words_for_count("%(n)s ranking", "%(n)s rankings", one["rankings"]),
            judges=words_for_count("%(n)s judge", "%(n)s judges", one["judge_count"]),
        )
        for one in campaigns
    ]


def _systems(campaigns: Sequence[Entry]) -> Iterator[str]:
    sets = [set(one["systems"]) for one in campaigns]
    whole, common = set.union(*sets), set.intersection(*sets)
    if common == whole:
        yield words_for_count(
            "The %(n)s system is in all of them.", "The %(n)s systems are in all of them.", len(common)
        )
        return
    if common:
        yield words("In all of them: %(names)s.", names=_names(common))
    else:
        yield words("No system is in all of them; each campaign shares some with another.")
    for one, own in zip(campaigns, sets, strict=True):
        if missing := whole - own:
            yield words(
                "Not in the rankings of %(title)s: %(names)s.", title=one["title"], names=_names(missing)
            )
    yield words(
        "Systems that are not in all campaigns met other opponents, sentences and judges. Compare them with "
        "care: Bradley-Terry takes the opponents into account, Expected Wins do not."
    )


def _sentences(result: ReportResult, campaigns: Sequence[Entry]) -> Iterator[str]:
    alone = sum(one["sentences"] - one["sentences_elsewhere"] for one in campaigns)
    yield words_for_count(
        "%(n)s of %(whole)s sentences was judged in more than one campaign.",
        "%(n)s of %(whole)s sentences were judged in more than one campaign.",
        result.sentences - alone,
        whole=count(result.sentences),
    )
    if moved := sum(one["same_text_elsewhere"] for one in campaigns):
        yield words_for_count(
            "%(n)s sentence has the text of a sentence of another campaign under another number, and counts "
            "as another sentence.",
            "%(n)s sentences have the text of a sentence of another campaign under another number, and count "
            "as other sentences.",
            moved,
        )


def _judges(result: ReportResult, campaigns: Sequence[Entry], *, same_names: bool) -> Iterator[str]:
    alone = sum(one["judge_count"] - one["judges_elsewhere"] for one in campaigns)
    yield words_for_count(
        "%(n)s of %(whole)s judges has rankings in more than one.",
        "%(n)s of %(whole)s judges have rankings in more than one.",
        len(result.judges) - alone,
        whole=count(len(result.judges)),
    )
    yield (
        words(
            "Judges are the same person where they have the same account or, without an account, the same "
            "name."
        )
        if same_names
        else words(
            "Judges are the same person where they have the same account; all others are different people, "
            "whatever their names."
        )
    )
    made = result.ranking
    if made.speaks_for == "judges-like-these":
        yield words("Intervals speak for judges like those of all these campaigns together.")
    elif made.speaks_for:
        yield words("Intervals speak for the judges of these campaigns alone, all together.")


def _names(systems: set[str]) -> str:
    return ", ".join(sorted(systems))
