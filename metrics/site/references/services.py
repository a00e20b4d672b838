"""Rules of references: staged for a preview, stored, replaced, removed."""

from uuid import UUID

from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from metrics.models import ReferenceSet
from metrics.site.references.uploads import STAGED_KIND, ReadReferences
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.corpus.staging import CorpusFile, packed_files, stage, staged_files, staged_upload, unpack
from rankings.desk.texts.sentences import ADDED as SENTENCES_ADDED
from rankings.models import Campaign, StagedUpload

MOST_SETS = 20


def stage_references(
    campaign: Campaign, owner: User, files: list[CorpusFile], name: str, replaces: ReferenceSet | None
) -> StagedUpload:
    """Keep reference files until their owner has seen the preview."""
    details = {"name": name, "replaces": str(replaces.key) if replaces else ""}
    return stage(owner, details, files, campaign)


def staged_references(campaign: Campaign, owner: User, token: UUID) -> tuple[StagedUpload, list[CorpusFile]]:
    """The person's own waiting references for this campaign; Http404 for everything else."""
    upload = staged_upload(owner, token, campaign)
    return upload, staged_files(upload, STAGED_KIND)


def store_references(
    campaign: Campaign, actor: User, upload: StagedUpload, read: ReadReferences
) -> ReferenceSet:
    """Store staged references, under their name or instead of the set that they replace.

    Raises:
        Refused: the campaign is frozen, the name is taken, the set to replace is gone, or there are too many.
    """
    details = upload.form["details"]
    with editable(campaign) as current:
        values = {
            "kind": read.kind,
            "files": [
                {"name": file.name, "size": len(file.content), "sha256": file.sha256} for file in read.files
            ],
            "content": packed_files(upload),
            "sha256": read.sha256,
            "summary": read.summary,
            "changed_at": timezone.now(),
        }
        if details["replaces"]:
            stored = current.reference_sets.filter(key=details["replaces"]).first()
            if stored is None:
                raise Refused("What these files should replace has been removed. Upload them as new ones.")
            before = stored.sha256
            for field, value in values.items():
                setattr(stored, field, value)
            stored.save()
            record_event(
                actor, "references.replace", campaign.pk, name=stored.name, before=before, sha256=read.sha256
            )
        else:
            refuse_name(current, details["name"])
            stored = ReferenceSet.objects.create(
                campaign=current, name=details["name"], created_by=actor, **values
            )
            record_event(actor, "references.add", campaign.pk, name=stored.name, sha256=read.sha256)
        upload.delete()
    return stored


def refuse_name(campaign: Campaign, name: str) -> None:
    """Raise `Refused` when no other references can be stored under this name."""
    if campaign.reference_sets.count() >= MOST_SETS:
        raise Refused(f"A campaign holds at most {MOST_SETS} references. Remove or replace one.")
    if campaign.reference_sets.filter(name=name).exists():
        raise Refused(f"There is something called {name} already. Choose another name, or replace it.")


def remove_references(campaign: Campaign, actor: User, key: UUID) -> str:
    """Delete references; scores that were made from them stay, with a note. Returns their name."""
    with editable(campaign) as current:
        references = current.reference_sets.filter(key=key).first()
        if references is None:
            raise Http404
        record_event(actor, "references.remove", campaign.pk, name=references.name, sha256=references.sha256)
        references.delete()
    return references.name


def stored_files(references: ReferenceSet) -> list[CorpusFile]:
    """The files as they were uploaded."""
    return unpack(references.content, [{"kind": STAGED_KIND, **file} for file in references.files])


def outgrown(campaign: Campaign) -> list[tuple[str, int]]:
    """References made before sentences were added: their names, and how many sentences there were then."""
    added = campaign.audit_events.filter(action=SENTENCES_ADDED).order_by("at")
    changes = [(at, detail["first_line"] - 1) for at, detail in added.values_list("at", "detail")]
    if not changes:
        return []
    found = []
    for name, changed_at in campaign.reference_sets.values_list("name", "changed_at"):
        then = next((first for created_at, first in changes if created_at > changed_at), None)
        if then is not None:
            found.append((name, then))
    return found
