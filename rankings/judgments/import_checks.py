"""Checks before judgments are imported into a campaign: every problem, before anything is stored."""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from appraise_gec.words import joined, words, words_for_count, words_in
from rankings.access.states import why_read_only
from rankings.formats.limits import DEFAULT_LIMITS
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import JudgedOutput, Judgment, Problem
from rankings.formats.same_judgments import all_held
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse, collapse_key
from rankings.items.sentence_numbers import Misfit, find_misfit, line_number
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, CampaignFile, Judge, Output, Ranking, ResultSet

LARGEST_RANK = 32_767
ROWS_AT_ONCE = 5000
LENGTHS = {
    "item": ("id", Ranking._meta.get_field("source_label").max_length),
    "document": ("doc-id", Ranking._meta.get_field("source_document").max_length),
    "result_set": (words("result set"), ResultSet._meta.get_field("name").max_length),
    "source_language": (words("source language"), ResultSet._meta.get_field("source_language").max_length),
    "target_language": (words("target language"), ResultSet._meta.get_field("target_language").max_length),
    "judge": (words_in("field of a file", "judge"), Judge._meta.get_field("name").max_length),
}

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of checking a file.

    Attributes:
        problems: every reason why it cannot be imported, and every doubt about it (warnings).
        misfit: set if its sentence numbers do not fit the outputs of the campaign; also among the problems.
    """

    problems: list[Problem]
    misfit: Misfit | None = None


def check_judgments(
    campaign: Campaign,
    judgments: Sequence[Judgment],
    file_name: str,
    sha256: str,
    lines: Sequence[int | None] = (),
    *,
    first_sentence: int = 0,
) -> Checked:
    """Check a file against its campaign.

    Args:
        campaign: the target of the import.
        judgments: of the file, with sentences counted from 0.
        file_name, sha256: of the file.
        lines: line of each judgment, where the reader knows it.
        first_sentence: the number of the first sentence in the file, from which `judgments` were renumbered.
    """
    findings = _Findings(file_name, judgments, lines)
    _check_campaign(campaign, sha256, findings)
    if not judgments:
        findings.error(words("The file contains no judgments."))
    _check_judges(campaign, judgments, findings)
    texts = _texts_by_sentence(campaign, _sentences_near(judgments))
    misfit = _find_misfit(campaign, judgments, texts, first_sentence)
    if misfit is not None:
        findings.error(misfit.sentence())
    _check_records(campaign, judgments, findings, misfit_reported=misfit is not None)
    # Doubts describe what would be stored. Where nothing is stored, they would only contradict the reason.
    if not findings.fatal:
        _check_known_judgments(campaign, judgments, findings)
    if not findings.fatal:
        _tell_known_judges(campaign, judgments, findings)
        _tell_other_guidelines(campaign, judgments, findings)
        _check_groups(judgments, texts, findings)
    return Checked(findings.problems(), misfit)


class _Findings(Findings):
    """Problems of a file, each with its judgment: by line, or by number and judge."""

    def __init__(self, file_name: str, judgments: Sequence[Judgment], lines: Sequence[int | None]) -> None:
        super().__init__(file_name, DEFAULT_LIMITS.problems)
        self._judgments = judgments
        self._lines = lines

    def error_at(self, index: int, message: str) -> None:
        self.error(*self._placed(index, message))

    def warn_at(self, index: int, message: str) -> None:
        self.warn(*self._placed(index, message))

    def _placed(self, index: int, message: str) -> tuple[str, int | None]:
        line = self._lines[index] if index < len(self._lines) else None
        if line is not None:
            return message, line
        judgment = self._judgments[index]
        values = {"number": figure(index + 1), "judge": quoted(judgment.judge), "message": message}
        if judgment.item:
            item = quoted(judgment.item)
            return words(
                "Judgment %(number)s (by %(judge)s, id %(item)s): %(message)s", item=item, **values
            ), None
        return words("Judgment %(number)s (by %(judge)s): %(message)s", **values), None


def _check_campaign(campaign: Campaign, sha256: str, findings: _Findings) -> None:
    if reason := why_read_only(campaign):
        findings.error(reason)
    earlier = CampaignFile.objects.filter(
        campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS, sha256=sha256
    ).first()
    if earlier is not None:
        findings.error(
            words(
                "The same content was imported before, from %(file)s on %(time)s UTC. Importing it again "
                "would count every judgment twice.",
                file=quoted(earlier.name),
                time=f"{earlier.created_at:%Y-%m-%d %H:%M}",
            )
        )


def _check_judges(campaign: Campaign, judgments: Sequence[Judgment], findings: _Findings) -> None:
    spelled = {name.lower(): name for name in campaign.judges.values_list("name", flat=True)}
    for name, index in _first_of_each_judge(judgments).items():
        other = spelled.setdefault(name.lower(), name)
        if not name.strip():
            findings.error_at(index, words("A judgment does not name its judge."))
        elif other != name:
            findings.error_at(
                index,
                words(
                    "The judges %(one)s and %(other)s differ in upper and lower case only. Spell them alike "
                    "if they are one person, and differently if they are two.",
                    one=quoted(name),
                    other=quoted(other),
                ),
            )


def _tell_known_judges(campaign: Campaign, judgments: Sequence[Judgment], findings: _Findings) -> None:
    known = set(campaign.judges.values_list("name", flat=True))
    for name, index in _first_of_each_judge(judgments).items():
        if name in known:
            message = words(
                "The campaign has a judge %(judge)s already; the judgments are added to theirs.",
                judge=quoted(name),
            )
            findings.warn_at(index, message)


def _tell_other_guidelines(campaign: Campaign, judgments: Sequence[Judgment], findings: _Findings) -> None:
    versions = [judgment.guidelines_version or 0 for judgment in judgments]
    highest = max(versions)
    if highest > campaign.guidelines_version:
        findings.warn_at(
            versions.index(highest),
            words(
                "The file names version %(highest)s of the guidelines, and the campaign has %(newest)s. "
                "Numbers of guidelines are kept as in the file: they are those of the campaign in which the "
                "judgments were made.",
                highest=figure(highest),
                newest=figure(campaign.guidelines_version),
            ),
        )


def _first_of_each_judge(judgments: Sequence[Judgment]) -> dict[str, int]:
    first: dict[str, int] = {}
    for index, judgment in enumerate(judgments):
        first.setdefault(judgment.judge, index)
    return first


def _check_records(
    campaign: Campaign, judgments: Sequence[Judgment], findings: _Findings, *, misfit_reported: bool
) -> None:
    systems = set(campaign.systems.values_list("name", flat=True))
    sentences = {str(index) for index in campaign.sentences.values_list("index", flat=True)}
    reported: set[str] = set()
    for index, judgment in enumerate(judgments):
        for attribute, (name, longest) in LENGTHS.items():
            if longest is not None and len(getattr(judgment, attribute)) > longest:
                message = words(
                    "The %(name)s is longer than %(most)s characters.", name=name, most=figure(longest)
                )
                findings.error_at(index, message)
        # A misfit is reported once for all numbers; identifiers that are not numbers are a separate problem.
        strange = line_number(judgment.sentence) is None
        if judgment.sentence not in sentences and (strange or not misfit_reported):
            message = words_for_count(
                "The campaign has no sentence %(sentence)s. It has %(n)s sentence, and src-id counts from 0.",
                "The campaign has no sentence %(sentence)s. It has %(n)s sentences, and src-id counts them "
                "from 0.",
                len(sentences),
                sentence=quoted(judgment.sentence),
            )
            findings.error_at(index, message)
        if judgment.skipped and judgment.outputs:
            message = words("A skipped judgment has ranks. It is either skipped or ranked.")
            findings.error_at(index, message)
        names = [name for output in judgment.outputs for name in output.systems]
        for name in dict.fromkeys(names):
            if name not in systems and name not in reported:
                reported.add(name)
                findings.error_at(index, _unknown_system(name, systems, campaign))
        if len(set(names)) < len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            message = words(
                "%(names)s: named twice in one ranking; a system has one rank there.", names=", ".join(twice)
            )
            findings.error_at(index, message)
        for output in judgment.outputs:
            _check_output(index, output, findings)


def _check_output(index: int, output: JudgedOutput, findings: _Findings) -> None:
    if not output.systems:
        findings.error_at(index, words("A ranked output names no system."))
    if not 1 <= output.rank <= LARGEST_RANK:
        message = words(
            "The rank %(rank)s is not between 1 and %(most)s; 1 is the best.",
            rank=figure(output.rank),
            most=figure(LARGEST_RANK),
        )
        findings.error_at(index, message)


def _unknown_system(name: str, systems: set[str], campaign: Campaign) -> str:
    listed = ", ".join(sorted(systems))
    message = words(
        "The campaign has no system %(name)s; its systems are %(systems)s.", name=quoted(name), systems=listed
    )
    if name != INPUT_SYSTEM or campaign.include_input:
        return message
    return joined(" ", [message, words("The unchanged source is not included in this campaign.")])


def _sentences_near(judgments: Sequence[Judgment]) -> set[int]:
    """The judged sentences, and those that they may be when -1 is meant as 1, or 1 as -1."""
    numbers = {line_number(name) for name in {judgment.sentence for judgment in judgments}} - {None}
    return {number + step for number in numbers if number is not None for step in range(-2, 3)}


def _find_misfit(
    campaign: Campaign, judgments: Sequence[Judgment], texts: dict[int, dict[str, str]], first_sentence: int
) -> Misfit | None:
    keys = {
        index: {system: collapse_key(text) for system, text in by_system.items()}
        for index, by_system in texts.items()
    }

    def text_of(system: str, index: int) -> Hashable | None:
        return keys.get(index, {}).get(system)

    return find_misfit(judgments, text_of, campaign.sentences.count(), first_sentence)


def _check_known_judgments(campaign: Campaign, judgments: Sequence[Judgment], findings: _Findings) -> None:
    """Refuse a file whose judgments the campaign has: another format of a file, or its own export."""
    held = campaign_judgments(campaign)
    if all_held(judgments, held):
        findings.error(
            words(
                "The campaign has every judgment of this file: the same judges, sentences, systems and "
                "ranks, and the same items and durations where both tell them. Importing them again would "
                "count them twice."
            )
        )
    elif all_held(held, judgments):
        findings.error(
            words(
                "This file holds every judgment that the campaign has (%(number)s), and more, as a later "
                "export does. They would count twice. Import a file with the new judgments only, or the "
                "whole file into a campaign without judgments.",
                number=figure(len(held)),
            )
        )


def _check_groups(
    judgments: Sequence[Judgment], texts: dict[int, dict[str, str]], findings: _Findings
) -> None:
    """Warn where the file's groups of identical outputs are not those of the campaign's outputs."""
    first_seen: dict[tuple[int, Groups], int] = {}
    for index, judgment in enumerate(judgments):
        groups = tuple(output.systems for output in judgment.outputs)
        if groups:
            first_seen.setdefault((int(judgment.sentence), groups), index)
    for (sentence, groups), index in first_seen.items():
        for message in _doubts(groups, texts[sentence]):
            placed = words("sentence %(sentence)s: %(message)s", sentence=sentence, message=message)
            findings.warn_at(index, placed)


def _doubts(groups: Groups, text_of: dict[str, str]) -> list[str]:
    """Contradictions between a judgment's groups and the outputs of the campaign, one sentence each."""
    doubts: list[str] = []
    seen: dict[str, tuple[str, ...]] = {}
    same = {name: set(systems) for systems in collapse(text_of).systems for name in systems}
    for group in groups:
        differing = sorted(name for name in group if name not in same.get(group[0], ()))
        missing = sorted(same.get(group[0], set()) - {name for other in groups for name in other})
        if differing:
            doubts.append(
                words_for_count(
                    "the file has %(group)s sharing one output, but %(names)s wrote something else than "
                    "%(first)s in this campaign.",
                    "the file has %(group)s sharing one output, but %(names)s wrote something else than "
                    "%(first)s in this campaign.",
                    len(differing),
                    group=", ".join(group),
                    names=", ".join(differing),
                    first=group[0],
                )
            )
        if missing:
            doubts.append(
                words_for_count(
                    "%(names)s wrote the same as %(first)s, but is not ranked with it.",
                    "%(names)s wrote the same as %(first)s, but are not ranked with it.",
                    len(missing),
                    names=", ".join(missing),
                    first=group[0],
                )
            )
        twin = next((other for name, other in seen.items() if name in same.get(group[0], ())), None)
        if twin is not None:
            doubts.append(
                words(
                    "%(one)s and %(other)s wrote the same, but are ranked apart.",
                    one=group[0],
                    other=twin[0],
                )
            )
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
