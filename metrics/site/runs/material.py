"""The material of a run, read again from the database."""

from dataclasses import replace

from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.scorer import Material
from metrics.site.references.reading import read_against
from metrics.site.references.services import stored_files
from metrics.site.texts import CampaignTexts
from rankings.formats.records import FormatError


class ChangedError(Exception):
    """The references of a run were removed after the request. The message says so."""


def run_material(run: MetricRun, texts: CampaignTexts) -> Material:
    """Sources and references of a run.

    Raises:
        ChangedError: its references were removed.
        FormatError: they do not fit the sentences any more.
    """
    source_name = "the campaign's source"
    if not run.references_sha256:
        return Material(texts.sources, source_name=source_name)
    stored = run.reference_set
    if stored is None:
        raise ChangedError(f"{run.references_name} was removed before the scores could be computed.")
    read = read_against(texts.sources, stored_files(stored))
    if not read.usable:
        raise FormatError([problem for problem in read.problems if problem.fatal])
    if stored.kind == ReferenceSet.Kind.TEXTS:
        return Material(texts.sources, references=read.texts, source_name=source_name)
    gold = read.gold
    assert gold is not None  # noqa: S101 - usable gold has been read
    if run.annotator is not None:
        gold = replace(gold.only(run.annotator), name=stored.name)
    return Material(texts.sources, gold, source_name=source_name)
