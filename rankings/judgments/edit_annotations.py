"""Judgments of single edits from files, as SEEDA publishes them, into a campaign and out of it.

Such a file is one sentence by one annotator, whom the folder names. It has no rankings, so it changes none:
reports add its edits to those that judges of the campaign could mark.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from django.db.models import Count

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.words import words, words_for_count
from metrics.references.judged_edits import EditAnnotation as Annotation
from metrics.references.judged_edits import read_edit_annotation
from rankings.access.states import editable
from rankings.corpus.staging import site_limits
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import read_upload
from rankings.items.offered_edits import edit_kind
from rankings.judgments.stored import ROWS_AT_ONCE
from rankings.models import Campaign, CampaignFile, EditAnnotation, Judge, Output, Sentence

MOST_FILES = 5_000
KIND = CampaignFile.Kind.EDITS
LONGEST_NAME = Judge._meta.get_field("name").max_length or 80


@dataclass(frozen=True, slots=True)
class ImportedAnnotations:
    """What an import has stored.

    Attributes:
        annotators: by name.
        sentences, corrections, edits: how many were judged.
        warnings: what was left out, or looks wrong.
        file: key of the import.
    """

    annotators: tuple[str, ...]
    sentences: int
    corrections: int
    edits: int
    warnings: tuple[Problem, ...]
    file: int


def read_annotation_files(
    files: Iterable[tuple[str, bytes | BinaryIO]], annotator: str = ""
) -> list[Annotation]:
    """The annotations of uploaded files and of zip archives with a folder for each annotator.

    Args:
        files: names, with the folder of the annotator where there is one, and contents.
        annotator: who made those that lie in no folder.

    Raises FormatError with every problem of every file, by line.
    """
    upload = read_upload(files, replace(site_limits(), files=MOST_FILES), with_folder=True)
    problems = list(upload.problems)
    annotations: list[Annotation] = []
    # Archives list files in any order; problems and warnings are read in that of the names.
    for name, content in sorted(upload.files.items(), key=lambda one: _in_order(one[0])):
        path = PurePosixPath(name)
        who = annotator if str(path.parent) == "." else path.parent.name
        if not who:
            message = words(
                "No folder names the annotator. Put the file in a folder of that name, or say who it is."
            )
            problems.append(Problem(name, message))
            continue
        try:
            annotations.append(read_edit_annotation(content, who, name, site_limits()))
        except FormatError as error:
            problems += error.problems
    if not annotations and not problems:
        problems.append(Problem(words("upload"), words("There is no file with judgments of edits.")))
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    return annotations


def _in_order(name: str) -> list[tuple[int, str]]:
    """A key that sorts 9.txt before 10.txt."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


def import_annotations(
    campaign: Campaign, annotations: Sequence[Annotation], name: str, actor: User | None
) -> ImportedAnnotations:
    """Store all annotations of sentences of the campaign, or nothing.

    Annotators become judges without accounts.

    Args:
        campaign: must not be frozen.
        annotations: as `read_annotation_files` gives them.
        name: of the import, for the list of imports.
        actor: who imports, for the audit trail.

    Raises:
        FormatError: no sentence is of this campaign, or an annotator has judged one before.
        Refused: the campaign is frozen.
    """
    with editable(campaign) as current:
        sentences: dict[str, Sentence] = {}
        for sentence in current.sentences.order_by("index"):
            sentences.setdefault(" ".join(sentence.text.split()), sentence)
        known = [annotation for annotation in annotations if annotation.source in sentences]
        warnings = [problem for annotation in known for problem in annotation.warnings]
        warnings += [
            Problem(
                annotation.name,
                words(
                    "The sentence %(sentence)s is not in this campaign. It was left out.",
                    sentence=quoted(annotation.source),
                ),
                fatal=False,
            )
            for annotation in annotations
            if annotation.source not in sentences
        ]
        _refuse(current, known, annotations, sentences)
        warnings += _known_judges(current, known)
        file = _stored_file(current, annotations, name)
        judges = _judges(current, {annotation.annotator for annotation in known})
        rows = [
            EditAnnotation(
                file=file,
                judge=judges[annotation.annotator],
                sentence=sentences[annotation.source],
                text=made.text,
                edits=[
                    [edit.start, edit.end, edit.original, edit.correction, not edit.good]
                    for edit in made.edits
                    if edit.good is not None and edit.original != edit.correction
                ],
            )
            for annotation in known
            for made in annotation.corrections
        ]
        EditAnnotation.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE)
        edits = sum(len(row.edits) for row in rows)
        record_event(
            actor, "edit-annotations.import", current.pk, file=name[:255], sha256=file.sha256, edits=edits
        )
    return ImportedAnnotations(
        tuple(sorted(judges)),
        len({row.sentence_id for row in rows}),
        len(rows),
        edits,
        tuple(warnings),
        file.pk,
    )


def remove_annotations(campaign: Campaign, file_id: int, actor: User | None) -> int:
    """Delete an import, and judges who have nothing else; returns how many corrections it had.

    Raises:
        CampaignFile.DoesNotExist: no such import.
        Refused: the campaign is frozen.
    """
    with editable(campaign) as current:
        file = CampaignFile.objects.get(campaign=current, kind=KIND, pk=file_id)
        judges = set(file.edit_annotations.values_list("judge", flat=True))
        corrections = file.edit_annotations.count()
        record_event(actor, "edit-annotations.remove", current.pk, file=file.name, sha256=file.sha256)
        file.delete()
        others = ("user", "rankings", "assignments", "edit_annotations", "invitations")
        nothing_else = dict.fromkeys(others)
        Judge.objects.filter(pk__in=judges, **nothing_else).delete()
    return corrections


def annotation_imports(campaign: Campaign) -> list[CampaignFile]:
    """The imports of a campaign, each with its number of corrections and of annotators."""
    files = CampaignFile.objects.filter(campaign=campaign, kind=KIND)
    return list(
        files.annotate(
            corrections=Count("edit_annotations"),
            annotators=Count("edit_annotations__judge", distinct=True),
        )
    )


def imported_sha256s(campaign: Campaign) -> list[str]:
    """Of the files of all imports: they say whether imports have come or gone."""
    return sorted(CampaignFile.objects.filter(campaign=campaign, kind=KIND).values_list("sha256", flat=True))


def annotated_edits(campaign: Campaign) -> list[EditJudgment]:
    """Every imported judgment of an edit, in the form of those that judges of the campaign could mark.

    An edit is that of the systems whose output is the correction, token by token, at present. Two queries.
    """
    rows = list(
        EditAnnotation.objects.filter(judge__campaign=campaign)
        .order_by("pk")
        .values("judge__name", "sentence", "sentence__index", "text", "edits")
    )
    if not rows:
        return []
    systems = _systems_by_correction(campaign, {row["sentence"] for row in rows})
    return [
        _edit_judgment(row, edit, systems.get((row["sentence"], row["text"]), ()))
        for row in rows
        for edit in row["edits"]
    ]


def check_annotated_edits(edits: Any) -> None:
    """Raise ValueError for what are no stored edits of an annotation."""
    shape = (int, int, str, str, bool)
    for edit in edits if isinstance(edits, list) else [edits]:
        if (
            not isinstance(edit, list)
            or tuple(map(type, edit)) != shape
            or not 0 <= edit[0] <= edit[1]
            or edit[2] == edit[3]
        ):
            raise ValueError(words("expected edits as [start, end, original, correction, rejected]"))


def _edit_judgment(row: Mapping[str, Any], edit: Sequence[Any], systems: tuple[str, ...]) -> EditJudgment:
    start, end, original, correction, rejected = edit
    return EditJudgment(
        judge=row["judge__name"],
        sentence=str(row["sentence__index"]),
        systems=systems,
        start=start,
        end=end,
        original=original,
        correction=correction,
        verdict="rejected" if rejected else "",
        kind=edit_kind(original, correction),
        tokens="spaces",
    )


def _systems_by_correction(
    campaign: Campaign, sentences: Iterable[int]
) -> dict[tuple[int, str], tuple[str, ...]]:
    wanted = set(sentences)
    names: dict[tuple[int, str], list[str]] = defaultdict(list)
    outputs = Output.objects.filter(system__in=campaign.systems.taking_part()).order_by("system__name")
    for sentence, name, text in outputs.values_list("sentence", "system__name", "text").iterator(
        chunk_size=ROWS_AT_ONCE
    ):
        if sentence in wanted:
            names[sentence, " ".join(text.split())].append(name)
    return {key: tuple(own) for key, own in names.items()}


def _refuse(
    campaign: Campaign,
    known: Sequence[Annotation],
    annotations: Sequence[Annotation],
    sentences: Mapping[str, Sentence],
) -> None:
    problems: list[Problem] = []
    if not known:
        first = annotations[0]
        message = words_for_count(
            "The sentence %(example)s is not in this campaign. Sentences must have the same tokens.",
            "None of the %(n)s sentences is in this campaign, such as %(example)s. Sentences must have the "
            "same tokens.",
            len(annotations),
            example=quoted(first.source),
        )
        raise FormatError(Problem(first.name, message))
    before = {
        (judge, sentence): name
        for judge, sentence, name in EditAnnotation.objects.filter(judge__campaign=campaign).values_list(
            "judge__name", "sentence", "file__name"
        )
    }
    spelled = {name.lower(): name for name in campaign.judges.values_list("name", flat=True)}
    for annotation in known:
        who = annotation.annotator
        key = who, sentences[annotation.source].pk
        if key in before:
            message = words(
                "%(who)s has judged this sentence in %(file)s already. Leave one out, or remove that import.",
                who=who,
                file=before[key],
            )
            problems.append(Problem(annotation.name, message))
        before[key] = annotation.name
        same = spelled.setdefault(who.lower(), who)
        if len(who) > LONGEST_NAME:
            message = words(
                "The annotator's name is longer than %(most)s characters.", most=figure(LONGEST_NAME)
            )
            problems.append(Problem(annotation.name, message))
        elif same != who:
            message = words(
                "The judges %(one)s and %(other)s differ in upper and lower case only.",
                one=quoted(who),
                other=quoted(same),
            )
            problems.append(Problem(annotation.name, message))
    if problems:
        raise FormatError(problems)


def _known_judges(campaign: Campaign, known: Sequence[Annotation]) -> list[Problem]:
    judges = set(campaign.judges.values_list("name", flat=True))
    files = {one.annotator: one.name for one in reversed(known) if one.annotator in judges}
    return [
        Problem(
            file,
            words(
                "The campaign has a judge %(judge)s already; the judgments are added to theirs.",
                judge=quoted(name),
            ),
            fatal=False,
        )
        for name, file in files.items()
    ]


def _stored_file(campaign: Campaign, annotations: Sequence[Annotation], name: str) -> CampaignFile:
    said = sorted(repr((one.annotator, one.source, one.corrections)) for one in annotations)
    content = "\n".join(said).encode()
    return CampaignFile.objects.create(
        campaign=campaign,
        kind=KIND,
        name=name[:255],
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
    )


def _judges(campaign: Campaign, names: Iterable[str]) -> dict[str, Judge]:
    judges = {}
    for name in sorted(names):
        judges[name], _ = Judge.objects.get_or_create(campaign=campaign, name=name)
    return judges
