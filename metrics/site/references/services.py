"""Stored references: their names, their files, and those that the campaign has outgrown."""

from uuid import UUID

from django.db.models import Count, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404

from appraise_gec.present.downloads import download
from metrics.models import ReferenceSet
from rankings.access.refusals import Refused
from rankings.models import Campaign
from rankings.uploads.files import File, unpack

MOST_SETS = 20


def refuse_name(campaign: Campaign, name: str) -> None:
    """Raise `Refused` when no other references can be stored under this name."""
    if campaign.reference_sets.count() >= MOST_SETS:
        raise Refused(f"A campaign holds at most {MOST_SETS} references. Remove some first.")
    if campaign.reference_sets.filter(name=name).exists():
        raise Refused(f"There is something called {name} already. Choose another name, or remove it first.")


def stored_files(references: ReferenceSet) -> list[File]:
    """The files as they were uploaded."""
    return unpack(references.content, "references", [file["name"] for file in references.files])


def reference_sets(campaign: Campaign) -> QuerySet[ReferenceSet]:
    """The references of a campaign by name, with how many scores were computed from each."""
    sets = campaign.reference_sets.defer("content").select_related("campaign")
    return sets.annotate(run_count=Count("runs")).order_by("name")


def reference_file(campaign: Campaign, key: UUID, number: int) -> HttpResponse:
    """One file as it was uploaded. Raises Http404."""
    files = stored_files(get_object_or_404(campaign.reference_sets, key=key))
    if number >= len(files):
        raise Http404
    return download(files[number].content, "application/octet-stream", files[number].name)


def outgrown(campaign: Campaign) -> list[tuple[str, int]]:
    """References of fewer sentences than the campaign has by now: their names, and how many they have."""
    sentences = campaign.sentences.count()
    summaries = campaign.reference_sets.values_list("name", "summary")
    return [(name, of["sentences"]) for name, of in summaries if of["sentences"] < sentences]
