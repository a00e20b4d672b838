"""Checks before judgments are imported into a campaign: every problem, before anything is stored."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from appraise_gec.words import plural
from rankings.access.states import why_read_only
from rankings.formats.columns import Judgments
from rankings.formats.held_twice import all_held
from rankings.formats.limits import DEFAULT_LIMITS
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import Judgment, Problem
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse, collapse_key
from rankings.items.sentence_numbers import line_number, misfit
from rankings.judgments.file_facts import FileFacts
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, CampaignFile, Judge, Output, Ranking, ResultSet

LARGEST_RANK = 32_767
ROWS_AT_ONCE = 5000
MOST_KEPT = 50_000
LENGTHS = {
    "item": ("id", Ranking._meta.get_field("source_label").max_length),
    "document": ("doc-id", Ranking._meta.get_field("source_document").max_length),
    "result_set": ("result set", ResultSet._meta.get_field("name").max_length),
    "source_language": ("source language", ResultSet._meta.get_field("source_language").max_length),
    "target_language": ("target language", ResultSet._meta.get_field("target_language").max_length),
    "judge": ("judge", Judge._meta.get_field("name").max_length),
}

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of checking a file.

    Attributes:
        problems: every reason why it cannot be imported, and every doubt about it (warnings).
        facts: what the file names.
    """

    problems: list[Problem]
    facts: FileFacts


def check_judgments(
    campaign: Campaign,
    judgments: Iterable[Judgment],
    file_name: str,
    sha256: str,
    *,
    first_sentence: int = 0,
) -> Checked:
    """Check a file against its campaign.

    Args:
        campaign: the target of the import.
        judgments: of the file, with sentences counted from 0.
        file_name, sha256: of the file.
        first_sentence: the number of the first sentence in the file, from which `judgments` were renumbered.
    """
    judgments = Judgments.of(judgments)
    facts = FileFacts.of(judgments)
    findings = _Findings(file_name)
    _check_campaign(campaign, sha256, findings)
    if not facts.count:
        findings.error("The file contains no judgments.")
    _check_judges(campaign, facts, findings)
    texts = _texts_by_sentence(campaign, _numbers_in(facts.sentences))
    why = _misfit(campaign, judgments, texts, first_sentence)
    if why:
        findings.error(why)
    _check_records(campaign, judgments, findings, misfit_reported=bool(why))
    # Doubts describe what would be stored. Where nothing is stored, they would only contradict the reason.
    if not findings.fatal:
        _check_known_judgments(campaign, judgments, findings)
    if not findings.fatal:
        _tell_known_judges(campaign, facts, findings)
        _tell_other_guidelines(campaign, facts, findings)
        _check_groups(judgments, texts, findings)
    return Checked(findings.problems(), facts)


class _Findings(Findings):
    """Problems of a file, each with its judgment, by number and judge."""

    def __init__(self, file_name: str) -> None:
        super().__init__(file_name, DEFAULT_LIMITS.problems)

    def error_at(self, index: int, judge: str, item: str, message: str) -> None:
        self.error(self._placed(index, judge, item, message))

    def warn_at(self, index: int, judge: str, item: str, message: str) -> None:
        self.warn(self._placed(index, judge, item, message))

    def _placed(self, index: int, judge: str, item: str, message: str) -> str:
        values = {"number": figure(index + 1), "judge": quoted(judge), "message": message}
        if item:
            return "Judgment {number} (by {judge}, id {item}): {message}".format(item=quoted(item), **values)
        return "Judgment {number} (by {judge}): {message}".format(**values)


def _check_campaign(campaign: Campaign, sha256: str, findings: _Findings) -> None:
    if reason := why_read_only(campaign):
        findings.error(reason)
    earlier = CampaignFile.objects.filter(
        campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS, sha256=sha256
    ).first()
    if earlier is not None:
        findings.error(
            f"The same content was imported before, from {quoted(earlier.name)} on "
            f"{earlier.created_at:%Y-%m-%d %H:%M} UTC. Importing it again would count every "
            "judgment twice."
        )


def _check_judges(campaign: Campaign, facts: FileFacts, findings: _Findings) -> None:
    spelled = {name.lower(): name for name in campaign.judges.values_list("name", flat=True)}
    for name, judge in facts.judges.items():
        other = spelled.setdefault(name.lower(), name)
        if not name.strip():
            findings.error_at(judge.first, name, judge.item, "A judgment does not name its judge.")
        elif other != name:
            findings.error_at(
                judge.first,
                name,
                judge.item,
                (
                    f"The judges {quoted(name)} and {quoted(other)} differ in upper and lower case only. "
                    "Spell them alike if they are one person, and differently if they are two."
                ),
            )


def _tell_known_judges(campaign: Campaign, facts: FileFacts, findings: _Findings) -> None:
    known = set(campaign.judges.values_list("name", flat=True))
    for name, judge in facts.judges.items():
        if name in known:
            message = f"The campaign has a judge {quoted(name)} already; the judgments are added to theirs."
            findings.warn_at(judge.first, name, judge.item, message)


def _tell_other_guidelines(campaign: Campaign, facts: FileFacts, findings: _Findings) -> None:
    if facts.version_at is not None and facts.version > campaign.guidelines_version:
        index, judgment = facts.version_at
        findings.warn_at(
            index,
            judgment.judge,
            judgment.item,
            (
                f"The file names version {figure(facts.version)} of the guidelines, and the campaign "
                f"has {figure(campaign.guidelines_version)}. Numbers of guidelines are kept as in the "
                "file: they are those of the campaign in which the judgments were made."
            ),
        )


def _check_records(
    campaign: Campaign, judgments: Judgments, findings: _Findings, *, misfit_reported: bool
) -> None:
    systems = set(campaign.systems.values_list("name", flat=True))
    sentences = {str(index) for index in campaign.sentences.values_list("index", flat=True)}
    reported: set[str] = set()
    for index, judgment in enumerate(judgments):
        who = judgment.judge, judgment.item
        for attribute, (name, longest) in LENGTHS.items():
            if longest is not None and len(getattr(judgment, attribute)) > longest:
                message = f"The {name} is longer than {figure(longest)} characters."
                findings.error_at(index, *who, message)
        # A misfit is reported once for all numbers; identifiers that are not numbers are a separate problem.
        strange = line_number(judgment.sentence) is None
        if judgment.sentence not in sentences and (strange or not misfit_reported):
            message = plural(
                len(sentences),
                ("The campaign has no sentence {sentence}. It has {n} sentence, and src-id counts from 0."),
                (
                    "The campaign has no sentence {sentence}. It has {n} sentences, and src-id counts them "
                    "from 0."
                ),
                sentence=quoted(judgment.sentence),
            )
            findings.error_at(index, *who, message)
        if judgment.skipped and judgment.outputs:
            message = "A skipped judgment has ranks. It is either skipped or ranked."
            findings.error_at(index, *who, message)
        names = [name for output in judgment.outputs for name in output.systems]
        for name in dict.fromkeys(names):
            if name not in systems and name not in reported:
                reported.add(name)
                findings.error_at(index, *who, _unknown_system(name, systems, campaign))
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            message = f"{', '.join(twice)}: named twice in one ranking; a system has one rank there."
            findings.error_at(index, *who, message)


def _unknown_system(name: str, systems: set[str], campaign: Campaign) -> str:
    listed = ", ".join(sorted(systems))
    message = f"The campaign has no system {quoted(name)}; its systems are {listed}."
    if name != INPUT_SYSTEM or campaign.include_input:
        return message
    return " ".join([message, "The unchanged source is not included in this campaign."])


def _numbers_in(names: Iterable[str]) -> set[int]:
    return {number for name in names if (number := line_number(name)) is not None}


def _misfit(
    campaign: Campaign, judgments: Judgments, texts: dict[int, dict[str, str]], first_sentence: int
) -> str:
    keys = {
        index: {system: collapse_key(text) for system, text in by_system.items()}
        for index, by_system in texts.items()
    }

    def text_of(system: str, index: int) -> Hashable | None:
        return keys.get(index, {}).get(system)

    # Sentences that the campaign does not have are told one by one, with their places.
    option = "the number of the first sentence"
    return misfit(judgments, text_of, None, first_sentence, option)


def _check_known_judgments(campaign: Campaign, judgments: Judgments, findings: _Findings) -> None:
    """Refuse a file whose judgments the campaign has: another format of a file, or its own export."""
    stored = campaign_judgments(campaign)
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


def _check_groups(judgments: Judgments, texts: dict[int, dict[str, str]], findings: _Findings) -> None:
    """Warn where the file's groups of identical outputs are not those of the campaign's outputs."""

    @cache
    def same_outputs(sentence: int) -> dict[str, set[str]]:
        return {name: set(group) for group in collapse(texts[sentence]).systems for name in group}

    @lru_cache(maxsize=MOST_KEPT)
    def doubts_about(sentence: int, groups: Groups) -> list[str]:
        return _doubts(groups, same_outputs(sentence))

    told: set[int] = set()
    for index, judgment in enumerate(judgments):
        groups = tuple([output.systems for output in judgment.outputs])
        sentence = int(judgment.sentence)
        # Most are as expected. Of the others, as many as there may be, no more than a number is kept.
        doubts = doubts_about(sentence, groups) if groups else []
        if not doubts or hash((sentence, groups)) in told:
            continue
        told.add(hash((sentence, groups)))
        for message in doubts:
            placed = f"sentence {sentence}: {message}"
            findings.warn_at(index, judgment.judge, judgment.item, placed)


def _doubts(groups: Groups, same: dict[str, set[str]]) -> list[str]:
    """Contradictions between a judgment's groups and the outputs of the campaign, one sentence each.

    `same` has the systems that wrote the same as each.
    """
    doubts: list[str] = []
    seen: dict[str, tuple[str, ...]] = {}
    for group in groups:
        differing = sorted(name for name in group if name not in same.get(group[0], ()))
        missing = sorted(same.get(group[0], set()) - {name for other in groups for name in other})
        if differing:
            doubts.append(
                plural(
                    len(differing),
                    (
                        "the file has {group} sharing one output, but {names} wrote something else than "
                        "{first} in this campaign."
                    ),
                    (
                        "the file has {group} sharing one output, but {names} wrote something else than "
                        "{first} in this campaign."
                    ),
                    group=", ".join(group),
                    names=", ".join(differing),
                    first=group[0],
                )
            )
        if missing:
            doubts.append(
                plural(
                    len(missing),
                    "{names} wrote the same as {first}, but is not ranked with it.",
                    "{names} wrote the same as {first}, but are not ranked with it.",
                    names=", ".join(missing),
                    first=group[0],
                )
            )
        twin = next((other for name, other in seen.items() if name in same.get(group[0], ())), None)
        if twin is not None:
            doubts.append(f"{group[0]} and {twin[0]} wrote the same, but are ranked apart.")
        seen |= dict.fromkeys(group, group)
    return doubts


def _texts_by_sentence(campaign: Campaign, sentences: set[int]) -> dict[int, dict[str, str]]:
    """What every system made of each of these sentences, by index of the sentence."""
    texts: dict[int, dict[str, str]] = defaultdict(dict)
    outputs = Output.objects.filter(system__campaign=campaign)
    rows = outputs.values_list("sentence__index", "system__name", "text").iterator(chunk_size=ROWS_AT_ONCE)
    for sentence, system, text in rows:
        if sentence in sentences:
            texts[sentence][system] = text
    return texts
