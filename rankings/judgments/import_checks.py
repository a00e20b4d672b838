"""Checks before judgments are imported into a campaign: every problem, before anything is stored."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from django.db.models import Model

from appraise_gec.words import plural
from rankings.access import why_read_only
from rankings.formats.building import Codes
from rankings.formats.columns import Judgments, Mask
from rankings.formats.fingerprint import all_held
from rankings.formats.problems import DEFAULT_LIMITS, Findings, figure, quoted
from rankings.formats.records import Problem
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse, collapse_key
from rankings.items.sentence_numbers import line_number, misfit
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, CampaignFile, Judge, Output, ResultSet

ROWS_AT_ONCE = 5000

Group = tuple[str, ...]
Texts = Mapping[int, Mapping[str, str]]
"""What every system made of sentences, by index of the sentence."""


@dataclass(frozen=True, slots=True)
class Target:
    """What judgments are to be imported into: a campaign that is there, or texts of which one will be made.

    `texts_of` gives what the systems made of some sentences, `obstacles` why nothing can be imported, given
    the SHA-256 of the file.
    """

    systems: frozenset[str]
    sentences: int
    texts_of: Callable[[set[int]], Texts]
    judges: frozenset[str] = frozenset()
    obstacles: Callable[[str], list[str]] = lambda sha256: []
    stored: Callable[[], Judgments] = lambda: Judgments.of(())

    @classmethod
    def of_campaign(cls, campaign: Campaign) -> "Target":
        """A campaign that is there."""
        return cls(
            systems=frozenset(campaign.systems.values_list("name", flat=True)),
            sentences=campaign.sentences.count(),
            texts_of=lambda sentences: _stored_texts(campaign, sentences),
            judges=frozenset(campaign.judges.values_list("name", flat=True)),
            obstacles=lambda sha256: _obstacles(campaign, sha256),
            stored=lambda: campaign_judgments(campaign),
        )


def check_judgments(
    target: Target, judgments: Judgments, file_name: str, sha256: str, *, first_sentence: int = 0
) -> list[Problem]:
    """Every reason why a file cannot be imported, and every doubt about it (warnings).

    The judgments count sentences from 0; their file began with `first_sentence`.
    """
    findings = _Findings(file_name, judgments)
    for reason in target.obstacles(sha256):
        findings.error(reason)
    if not len(judgments):
        findings.error("The file contains no judgments.")
    _check_judges(target, judgments, findings)
    _check_lengths(judgments, findings)
    _check_sentences(target, judgments, findings, first_sentence)
    _check_outputs(target, judgments, findings)
    texts = target.texts_of(
        {number for name in judgments.sentences if (number := line_number(name)) is not None}
    )
    if why := _misfit(judgments, texts, first_sentence):
        findings.error(why)
    # Doubts describe what would be stored. Where nothing is stored, they would only contradict the reason.
    if not findings.fatal:
        _check_known_judgments(target, judgments, findings)
    if not findings.fatal:
        _tell_known_judges(target, judgments, findings)
        _check_groups(judgments, texts, findings)
    return findings.problems()


class _Findings(Findings):
    """Problems of a file, each with its judgment, by number and judge."""

    def __init__(self, file_name: str, judgments: Judgments) -> None:
        super().__init__(file_name, DEFAULT_LIMITS.problems)
        self._judgments = judgments

    def error_at(self, row: int, message: str) -> None:
        self.error(self._placed(row, message))

    def warn_at(self, row: int, message: str, kind: str = "") -> None:
        self.warn(self._placed(row, message), kind=kind)

    def _placed(self, row: int, message: str) -> str:
        all_of = self._judgments
        judge, item = all_of.judges[all_of.judge[row]], all_of.items[all_of.item[row]]
        who = f"by {quoted(judge)}, id {quoted(item)}" if item else f"by {quoted(judge)}"
        return f"Judgment {figure(row + 1)} ({who}): {message}"


def _first(rows: Mask) -> int:
    """The first of some rows."""
    return int(rows.argmax())


def _obstacles(campaign: Campaign, sha256: str) -> list[str]:
    reasons = [reason] if (reason := why_read_only(campaign)) else []
    earlier = CampaignFile.objects.filter(
        campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS, sha256=sha256
    ).first()
    if earlier is not None:
        reasons.append(
            f"The same content was imported before, from {quoted(earlier.name)} on "
            f"{earlier.created_at:%Y-%m-%d %H:%M} UTC. Importing it again would count every "
            "judgment twice."
        )
    return reasons


def _check_judges(target: Target, judgments: Judgments, findings: _Findings) -> None:
    spelled = {name.lower(): name for name in target.judges}
    for place, name in enumerate(judgments.judges):
        other, row = spelled.setdefault(name.lower(), name), _first(judgments.judge == place)
        if other != name:
            findings.error_at(
                row,
                f"The judges {quoted(name)} and {quoted(other)} differ in upper and lower case only. "
                "Spell them alike if they are one person, and differently if they are two.",
            )


def _tell_known_judges(target: Target, judgments: Judgments, findings: _Findings) -> None:
    for place, name in enumerate(judgments.judges):
        if name in target.judges:
            message = f"The campaign has a judge {quoted(name)} already; the judgments are added to theirs."
            findings.warn_at(_first(judgments.judge == place), message)


def _check_lengths(judgments: Judgments, findings: _Findings) -> None:
    """Names have to fit the columns of the database; all others do where they were read from a file."""
    sets = judgments.result_sets
    named: list[tuple[str, Sequence[str], Codes, type[Model], str]] = [
        ("judge", judgments.judges, judgments.judge, Judge, "name"),
        ("source language", [one[1] for one in sets], judgments.result_set, ResultSet, "source_language"),
        ("target language", [one[2] for one in sets], judgments.result_set, ResultSet, "target_language"),
    ]
    for what, names, codes, model, field in named:
        longest: int = getattr(model._meta.get_field(field), "max_length")  # noqa: B009 - not of all fields
        for place, name in enumerate(names):
            if len(name) > longest:
                message = f"The {what} is longer than {figure(longest)} characters."
                findings.error_at(_first(codes == place), message)


def _check_sentences(target: Target, judgments: Judgments, findings: _Findings, first: int) -> None:
    there_are = plural(target.sentences, "It has {n} sentence", "It has {n} sentences")
    for place, name in enumerate(judgments.sentences):
        number = line_number(name)
        if number is None or number >= target.sentences:
            named = quoted(name if number is None else str(number + first))
            message = (
                f"The campaign has no sentence {named}. {there_are}, which the file counts from {first}."
            )
            findings.error_at(_first(judgments.sentence == place), message)


def _check_outputs(target: Target, judgments: Judgments, findings: _Findings) -> None:
    for row in np.flatnonzero(judgments.skipped & (judgments.number_of_outputs > 0)).tolist():
        findings.error_at(row, "A skipped judgment has ranks. It is either skipped or ranked.")
    row_of = judgments.row_of_outputs()
    for name in judgments.named_systems:
        if name not in target.systems:
            groups = [place for place, group in enumerate(judgments.groups_of_systems) if name in group]
            row = int(row_of[_first(np.isin(judgments.output, groups))])
            findings.error_at(row, _unknown_system(name, target))


def _unknown_system(name: str, target: Target) -> str:
    listed = ", ".join(sorted(target.systems))
    message = f"The campaign has no system {quoted(name)}; its systems are {listed}."
    if name != INPUT_SYSTEM:
        return message
    return f"{message} The unchanged source is not included in this campaign."


def _misfit(judgments: Judgments, texts: Texts, first_sentence: int) -> str:
    """Why the file seems to count sentences from another number; "" where it does not."""
    keys = {
        index: {system: collapse_key(text) for system, text in by_system.items()}
        for index, by_system in texts.items()
    }
    # Sentences that are not there are told one by one, with their places.
    return misfit(
        judgments,
        lambda system, index: keys.get(index, {}).get(system),
        None,
        first_sentence,
        "the number of the first sentence",
    )


def _check_known_judgments(target: Target, judgments: Judgments, findings: _Findings) -> None:
    """Refuse a file whose judgments the campaign has: another format of a file, or its own export."""
    stored = target.stored()
    if all_held(judgments, stored):
        findings.error(
            "The campaign has every judgment of this file: the same judges, sentences, items, "
            "systems and ranks. Importing them again would count them twice."
        )
    elif all_held(stored, judgments):
        findings.error(
            f"This file holds every judgment that the campaign has ({figure(len(stored))}), and "
            "more, as a later export does. They would count twice. Import a file with the new "
            "judgments only, or the whole file into a campaign without judgments."
        )


def _check_groups(judgments: Judgments, texts: Texts, findings: _Findings) -> None:
    """Warn where the file's groups of identical outputs are not those of the campaign's outputs."""

    @cache
    def same_outputs(sentence: int) -> dict[str, Group]:
        return {name: group for group in collapse(texts[sentence]).systems for name in group}

    for row, judgment in enumerate(judgments):
        sentence = int(judgment.sentence)
        for output in judgment.outputs:
            same = same_outputs(sentence)[output.systems[0]]
            if set(output.systems) != set(same):
                theirs, ours = (", ".join(names) for names in (output.systems, same))
                message = f"the file has one output of {theirs}, and this campaign one of {ours}."
                findings.warn_at(row, f"sentence {figure(sentence + 1)}: {message}", kind="groups")


def _stored_texts(campaign: Campaign, sentences: set[int]) -> Texts:
    texts: dict[int, dict[str, str]] = defaultdict(dict)
    outputs = Output.objects.filter(system__campaign=campaign)
    rows = outputs.values_list("sentence__index", "system__name", "text").iterator(chunk_size=ROWS_AT_ONCE)
    for sentence, system, text in rows:
        if sentence in sentences:
            texts[sentence][system] = text
    return texts
