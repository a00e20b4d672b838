"""Stage, look, confirm: the one way of files into the site.

`stage` keeps files and has them read, `change` takes other values or files and has them read again, `confirm`
stores what was previewed, `drop` deletes it, `sweep` what nobody confirmed. Small files are read and stored
at once; for large ones a job does the same.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import IO, Any, cast
from uuid import UUID

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.jobs.services import JobKind
from rankings.access import Refused, editable, refuse_when_frozen
from rankings.formats.records import FormatError, Problem, fatal_first
from rankings.formats.results import to_json
from rankings.models import Campaign, Upload, UploadPart
from rankings.uploads.files import Packing, kept_files
from rankings.uploads.kinds import (
    Applied,
    ManyFilesField,
    Preview,
    Progress,
    UploadForm,
    UploadKind,
    Waiting,
    kind_of,
)

KEPT_FOR = timedelta(hours=12)
MOST_PER_PERSON = 5
LEFT_OUT_KEPT = 100
GONE = "The uploaded files are not there any more. Upload them again."
NOT_YET = "This cannot be confirmed: see its form and its problems."

State = Upload.State


def stage(
    kind: UploadKind, owner: User, campaign: Campaign | None, data: Mapping[str, Any], files: Any
) -> tuple[Upload | None, UploadForm]:
    """Keep files until their owner has seen the preview, and have them read; `data` are values of the form.

    Returns the upload, kept even where a field beside its files is wrong, or None where there is no file; and
    the form with its errors. Raises Refused where the campaign is frozen.
    """
    if campaign is not None:
        refuse_when_frozen(campaign)
    form = kind.form(data, files, campaign=campaign)
    form.is_valid()
    if not any(form.cleaned_data.get(role) for role in form.file_fields()):
        return None, form
    with transaction.atomic():
        upload = Upload.objects.create(
            kind=kind.name, owner=owner, campaign=campaign, expires_at=timezone.now() + KEPT_FOR
        )
        _take(upload, form, ())
    sweep(owner, beside=upload)
    read(upload)
    return upload, form


def change(
    upload: Upload, data: Mapping[str, Any], files: Any, removed: Collection[str] = ()
) -> tuple[Upload, UploadForm]:
    """Take other values and files, and have them read again. `removed` are files that go, as "role/name".

    New files stand beside the others, or in their place: by role, and where a role has many, by name. Raises
    Refused where the files are being stored, or are.
    """
    with transaction.atomic():
        current = Upload.objects.select_for_update().get(pk=upload.pk)
        if current.state == State.DONE or (current.state == State.STORING and current.is_working):
            raise Refused("These files are stored already, or are being stored.")
        kept = [file for file in current.files if f"{file['role']}/{file['name']}" not in removed]
        form = kind_of(current).form(data, files, campaign=current.campaign, upload=current, kept=kept)
        form.is_valid()
        _call_off(current)
        _take(current, form, removed)
    read(current)
    return current, form


def form_of(upload: Upload) -> UploadForm:
    """The form of an upload, with its values."""
    values = {name: "" if value is None else value for name, value in upload.form.items()}
    form = kind_of(upload).form(values, {}, campaign=upload.campaign, upload=upload, kept=upload.files)
    form.is_valid()
    return form


def read(upload: Upload) -> None:
    """Read the files, or have a worker do so where they are large."""
    upload.preview, upload.state = None, State.UNUSABLE
    form = form_of(upload)
    if not form.is_valid():
        upload.save(update_fields=["preview", "state"])
    elif is_large(upload):
        _ask(upload, ReadUpload, State.READING)
    else:
        _keep(upload, _read(upload, form, lambda share: None))


def confirm(upload: Upload) -> Upload:
    """Store what was previewed, or have a worker do so where it is large. Doing it again changes nothing.

    Raises Refused, or FormatError because of the files. Its problems are shown with the upload from now on.
    """
    if upload.standing in (State.READING, State.STORING, State.DONE):
        return upload
    if upload.preview is None or not _usable(upload):
        raise Refused(NOT_YET)
    if is_large(upload):
        _ask(upload, StoreUpload, State.STORING)
        return upload
    try:
        with transaction.atomic():
            return _store(upload.pk, lambda share: None)
    except (FormatError, Refused) as error:
        _refuse(upload, error)
        raise


def drop(upload: Upload) -> None:
    """Delete an upload, and cancel the work on it."""
    _call_off(upload)
    upload.delete()


def own_upload(owner: User, key: UUID) -> Upload:
    """The own live upload of a person; Http404 for everything else."""
    uploads = Upload.objects.select_related("job", "campaign", "owner")
    upload = uploads.filter(key=key, owner=owner, expires_at__gt=timezone.now()).first()
    if upload is None:
        raise Http404
    return upload


def waiting_uploads(owner: User) -> QuerySet[Upload]:
    """The person's uploads that are not done, the newest first."""
    own = Upload.objects.filter(owner=owner, expires_at__gt=timezone.now())
    return own.exclude(state=State.DONE).select_related("job")


def problems_of(upload: Upload) -> list[Problem]:
    """What is wrong with the files, fatal problems first."""
    documents = (upload.preview or {}).get("problems", upload.refused)
    return list(fatal_first(Problem(**document) for document in documents))


def facts_of(upload: Upload) -> dict[str, Any] | None:
    """What was read; None where nothing was."""
    facts: dict[str, Any] | None = (upload.preview or {}).get("facts")
    return facts


def is_large(upload: Upload) -> bool:
    """Whether the files are too large to be read and stored within a request."""
    return upload.unpacked_size > kind_of(upload).most_in_a_request


def sweep(owner: User | None = None, *, beside: Upload | None = None) -> int:
    """Delete uploads that have expired, and of `owner` all but the newest few. Returns how many went.

    Those stay that a job works on, and `beside`.
    """
    idle = Upload.objects.exclude(job__state__in=WORKING_STATES)
    if beside is not None:
        idle = idle.exclude(pk=beside.pk)
    deleted = _delete(idle.filter(expires_at__lte=timezone.now()))
    if owner is not None:
        newest = idle.filter(owner=owner).order_by("-created_at").values_list("pk", flat=True)
        surplus = list(newest[MOST_PER_PERSON - 1 :])
        deleted += _delete(Upload.objects.filter(pk__in=surplus))
    return deleted


def address_of(upload: Upload) -> str:
    """The page of an upload."""
    return reverse("campaigns:upload", args=[upload.pk])


def _take(upload: Upload, form: UploadForm, removed: Collection[str]) -> None:
    """Put the values and files of a form into an upload."""
    sent = {role: form.cleaned_data[role] for role in form.file_fields() if form.cleaned_data.get(role)}
    if sent or removed:
        _pack(upload, form, sent, removed)
    upload.form = form.values()
    upload.preview, upload.state = None, State.UNUSABLE
    upload.save()


def _pack(upload: Upload, form: UploadForm, sent: Mapping[str, Any], removed: Collection[str]) -> None:
    """Pack the files anew, with those that nothing takes the place of."""
    new = Upload.objects.create(kind=upload.kind, owner=upload.owner, expires_at=upload.expires_at)
    packing = Packing(new)
    refused = [one for one in upload.refused if one["file"] not in removed]
    for role, content in sent.items():
        field = form.fields[role]
        chosen: list[UploadedFile[bytes]] = content if isinstance(content, list) else [content]
        named = [(file.name or role, file) for file in chosen]
        if isinstance(field, ManyFilesField) and field.unpacked:
            refused = to_json(packing.add_unpacked(role, named))
        else:
            for name, file in named:
                file.seek(0)
                packing.add(role, name, cast("IO[bytes]", file))
    fresh = {(file["role"], file["name"]) for file in new.files}
    single = {role for role in sent if not isinstance(form.fields[role], ManyFilesField)}
    for kept in kept_files(upload):
        stays = f"{kept.role}/{kept.name}" not in removed and kept.role not in single
        if stays and (kept.role, kept.name) not in fresh:
            packing.add(kept.role, kept.name, kept.open())
    packing.close()
    upload.parts.all().delete()
    UploadPart.objects.filter(upload=new).update(upload=upload)
    new.delete()
    upload.files, upload.size, upload.refused = new.files, new.size, refused
    upload.left_out = list(dict.fromkeys([*upload.left_out, *packing.left_out]))[:LEFT_OUT_KEPT]


def _read(upload: Upload, form: UploadForm, progress: Progress) -> Preview:
    """What the files would become. Never raises for what is in them."""
    refused = [Problem(**document) for document in upload.refused]
    try:
        preview = kind_of(upload).read(Waiting(upload, form, progress, upload.campaign))
    except (FormatError, Refused) as error:
        return Preview([*refused, *_problems_in(error)])
    return Preview([*refused, *preview.problems], preview.facts)


def _keep(upload: Upload, preview: Preview) -> None:
    """Store a preview."""
    upload.preview = {"problems": to_json(list(preview.problems)), "facts": dict(preview.facts)}
    upload.state = State.READY if preview.usable else State.UNUSABLE
    upload.save(update_fields=["preview", "state"])


def _store(key: UUID, progress: Progress) -> Upload:
    """Do what an upload was previewed for, within a transaction. Returns it as it is then."""
    upload = Upload.objects.select_for_update().filter(pk=key).first()
    if upload is None:
        raise Refused(GONE)
    if upload.state == State.DONE:
        return upload
    if upload.campaign is None:
        return _settle(upload, _apply(upload, None, progress))
    with editable(upload.campaign) as campaign:
        return _settle(upload, _apply(upload, campaign, progress))


def _apply(upload: Upload, campaign: Campaign | None, progress: Progress) -> Applied:
    form = form_of(upload)
    if not form.is_valid():
        raise Refused(*(str(reason) for reasons in form.errors.values() for reason in reasons))
    return kind_of(upload).apply(Waiting(upload, form, progress, campaign))


def _settle(upload: Upload, applied: Applied) -> Upload:
    """Keep the outcome in place of the files, so that a second click finds it."""
    upload.state = State.DONE
    upload.leads_to, upload.told = applied.leads_to, applied.told
    upload.campaign = applied.campaign or upload.campaign
    upload.form, upload.files, upload.preview, upload.size = {}, [], None, 0
    upload.save()
    upload.parts.all().delete()
    return upload


def _refuse(upload: Upload, error: FormatError | Refused) -> None:
    """Show why an upload cannot be stored, until it is changed."""
    problems = [problem for problem in problems_of(upload) if not problem.fatal]
    _keep(upload, Preview([*_problems_in(error), *problems], facts_of(upload) or {}))


def _problems_in(error: FormatError | Refused) -> list[Problem]:
    if isinstance(error, FormatError):
        return list(error.problems)
    return [Problem("", reason) for reason in error.reasons]


def _usable(upload: Upload) -> bool:
    return not any(problem.fatal for problem in problems_of(upload))


def _ask(upload: Upload, work: type[JobKind], state: State) -> None:
    """Have a worker do this. While a worker is at the files, that one goes on."""
    with transaction.atomic():
        current = Upload.objects.select_for_update().get(pk=upload.pk)
        if not current.is_working:
            current.job = services.enqueue(work.name, {"upload": str(upload.pk)}, upload.owner)
            current.state = state
            current.preview = upload.preview
            current.expires_at = max(current.expires_at, timezone.now() + KEPT_FOR)
            current.save(update_fields=["job", "state", "preview", "expires_at"])
    upload.refresh_from_db()


def _call_off(upload: Upload) -> None:
    """Cancel the work on the files."""
    if upload.job is not None and not upload.job.is_final:
        services.cancel(upload.job)
    upload.job = None


def _upload_of(run: JobRun) -> Upload:
    """The upload that the job is at. Raises JobError when it is gone, or a newer job is at it."""
    uploads = Upload.objects.select_related("owner", "campaign", "job")
    upload = uploads.filter(pk=run.arguments["upload"], job=run.job.pk).first()
    if upload is None:
        raise JobError(GONE)
    return upload


def _delete(uploads: QuerySet[Upload]) -> int:
    """Delete them with their parts; returns how many uploads there were."""
    _, by_model = uploads.delete()
    return by_model.get(Upload._meta.label, 0)


class ReadUpload(JobKind):
    """Read files that are too large for a request."""

    name = "rankings.read-upload"
    long = True

    def run(self, run: JobRun) -> None:
        upload = _upload_of(run)
        preview = _read(upload, form_of(upload), run.progress)
        with run.finishing() as stored:
            _keep(upload, preview)
            stored["url"] = address_of(upload)


class StoreUpload(JobKind):
    """Store what they were previewed for, in one transaction: everything is there, or nothing."""

    name = "rankings.store-upload"
    long = True

    def run(self, run: JobRun) -> None:
        upload = _upload_of(run)
        try:
            with transaction.atomic():
                done = _store(upload.pk, run.progress)
                with run.finishing() as stored:
                    stored["url"] = done.leads_to
        except (FormatError, Refused) as error:
            # The reasons are on the page and not in the job's row, which stays: they may name judges.
            _refuse(upload, error)
            raise JobError("It cannot be stored any more. The page of its preview says why.") from error
