"""Rules of references: stored, removed, outgrown."""

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from metrics.models import ReferenceSet
from metrics.site.references.reading import STAGED_KIND, ReadReferences
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.models import Campaign, Upload
from rankings.uploads.files import File, packed, unpack

MOST_SETS = 20


def store_references(campaign: Campaign, actor: User, upload: Upload, read: ReadReferences) -> ReferenceSet:
    """Store staged references under their name.

    Raises:
        Refused: the campaign is frozen, the name is taken, or there are too many.
    """
    name = upload.form["name"]
    with editable(campaign) as current:
        refuse_name(current, name)
        stored = ReferenceSet.objects.create(
            campaign=current,
            name=name,
            created_by=actor,
            kind=read.kind,
            files=[
                {"name": file.name, "size": len(file.content), "sha256": file.sha256} for file in read.files
            ],
            content=packed(upload),
            sha256=read.sha256,
            summary=read.summary,
        )
        record_event(actor, "references.add", campaign.pk, name=name, sha256=read.sha256)
        upload.delete()
    return stored


def refuse_name(campaign: Campaign, name: str) -> None:
    """Raise `Refused` when no other references can be stored under this name."""
    if campaign.reference_sets.count() >= MOST_SETS:
        raise Refused(f"A campaign holds at most {MOST_SETS} references. Remove some first.")
    if campaign.reference_sets.filter(name=name).exists():
        raise Refused(f"There is something called {name} already. Choose another name, or remove it first.")


def stored_files(references: ReferenceSet) -> list[File]:
    """The files as they were uploaded."""
    return unpack(references.content, STAGED_KIND, [file["name"] for file in references.files])


def outgrown(campaign: Campaign) -> list[tuple[str, int]]:
    """References of fewer sentences than the campaign has by now: their names, and how many they have."""
    sentences = campaign.sentences.count()
    summaries = campaign.reference_sets.values_list("name", "summary")
    return [(name, of["sentences"]) for name, of in summaries if of["sentences"] < sentences]
