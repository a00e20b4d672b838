"""From files to a new campaign: the form, the preview, the confirmation."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.accounts.models import User
from rankings.access.pages import signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.corpus import creation, new_campaign, staging, systems_of_files, upload_jobs
from rankings.corpus.forms import CampaignDetailsForm, NewCampaignForm
from rankings.corpus.new_campaign import is_being_made
from rankings.corpus.preview import FileProblems, group_problems
from rankings.corpus.staging import Kind
from rankings.formats.records import FormatError
from rankings.models import StagedUpload


# The check against forged requests reads the whole form. A form that is too big for the site fails there with
# a bare error page, so the form is read first and the check made after it.
@csrf_exempt
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Fill in the form of a new campaign and upload its files."""
    user = creator(request)
    if (too_big := _why_unreadable(request)) is not None:
        return _form_page(request, NewCampaignForm(), None, refused=too_big, status=413)
    return _checked_form(request, user, None)


@csrf_exempt
@login_required
def change(request: HttpRequest, token: UUID) -> HttpResponse:
    """Change details or files of an upload that waits for confirmation."""
    user = creator(request)
    upload = staging.staged_upload(user, token)
    if "campaign" in upload.form or is_being_made(upload):
        return redirect("campaigns:preview", token=token)
    if (too_big := _why_unreadable(request)) is not None:
        form = NewCampaignForm(initial=upload.form["details"], kept=staging.kinds_of_files(upload))
        return _form_page(request, form, upload, refused=too_big, status=413)
    return _checked_form(request, user, upload)


@login_required
@require_safe
def preview(request: HttpRequest, token: UUID) -> HttpResponse:
    """What the uploaded files would become, or how far the work on them is. Makes no campaign."""
    user = creator(request)
    upload = staging.staged_upload(user, token)
    if "campaign" in upload.form:
        return redirect(creation.create_from_upload(user, token))
    if is_being_made(upload):
        return _waiting_page(request, upload)
    return _preview_page(request, user, upload)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest, token: UUID) -> HttpResponse:
    """Make the campaign of the previewed upload."""
    user = creator(request)
    if request.method != "POST":  # a reload, or signing in came in between
        staging.staged_upload(user, token)
        return redirect("campaigns:preview", token=token)
    upload = staging.staged_upload(user, token)
    try:
        campaign = new_campaign.confirm(upload, user)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:change", token=token)
    except FormatError:
        return redirect("campaigns:preview", token=token)
    if campaign is None:
        return redirect("campaigns:preview", token=token)
    messages.success(request, "The campaign is created. Next: sample the items that judges will rank.")
    return redirect(campaign)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def systems(request: HttpRequest, token: UUID) -> HttpResponse:
    """Rename systems before the campaign is made, and set their punctuation like that of the others."""
    user = creator(request)
    upload = staging.staged_upload(user, token)
    if request.method != "POST" or "campaign" in upload.form or is_being_made(upload):
        return redirect("campaigns:preview", token=token)
    try:
        changed = systems_of_files.change(user, token, request.POST)
    except Refused as refusal:
        return _preview_page(request, user, upload, refusal)
    if changed:
        messages.success(request, "The systems are changed.")
    return redirect("campaigns:preview", token=token)


@login_required
@require_POST
def discard(request: HttpRequest, token: UUID) -> HttpResponse:
    """Discard an upload."""
    upload_jobs.drop(staging.staged_upload(creator(request), token))
    messages.success(request, "The uploaded files are deleted. Nothing was created.")
    return redirect("home")


def creator(request: HttpRequest) -> User:
    """The signed-in person, if allowed to create campaigns."""
    user = signed_in(request)
    if not user.can_create_campaigns():
        raise PermissionDenied
    return user


@csrf_protect
def _checked_form(request: HttpRequest, user: User, upload: StagedUpload | None) -> HttpResponse:
    kept = staging.kinds_of_files(upload)
    if request.method != "POST":
        form = NewCampaignForm(initial=upload.form["details"] if upload else None, kept=kept)
        return _form_page(request, form, upload)
    form = NewCampaignForm(request.POST, request.FILES, kept=kept)
    valid = form.is_valid()
    try:
        staged = new_campaign.stage_form(user, form, upload, removed=set(request.POST.getlist("remove")))
    except FormatError as error:
        problems = group_problems([problem for problem in error.problems if problem.fatal])
        return _form_page(request, form, upload, problems=problems, status=422)
    if Kind.OUTPUT not in staging.kinds_of_files(staged) and "outputs" not in form.errors:
        form.add_error("outputs", "Choose the output file of at least one system.")
    if not staged.form["files"]:
        staged.delete()
        return _form_page(request, form, upload, status=422)
    # Files are kept even when a field beside them is wrong: nobody should have to choose them twice.
    if upload is not None:
        upload_jobs.drop(upload)
    if not valid or form.errors:
        return _form_page(request, form, staged, status=422)
    return redirect("campaigns:preview", token=staged.token)


def _form_page(
    request: HttpRequest,
    form: NewCampaignForm,
    upload: StagedUpload | None,
    *,
    problems: tuple[FileProblems, ...] = (),
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    files = upload.form["files"] if upload else []
    context = {
        "form": form,
        "upload": upload,
        "kept": {kind: [file for file in files if file["kind"] == kind] for kind in Kind.values},
        "problems": problems,
        "refused": refused,
        "most_megabytes": settings.MAX_UPLOAD_BYTES // (1024 * 1024),
        "most_files": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    }
    return render(request, "corpus/new.html", context, status=status)


def _preview_page(
    request: HttpRequest, user: User, upload: StagedUpload, refused: Refused | None = None
) -> HttpResponse:
    try:
        details = creation.checked_details(upload)
    except Refused:
        form = NewCampaignForm(upload.form["details"], kept=staging.kinds_of_files(upload))
        return _form_page(request, form, upload, status=422)
    preview = new_campaign.preview_of(upload, details, user)
    if preview is None:
        return _waiting_page(request, upload)
    context = {
        "upload": upload,
        "details": details,
        "preview": preview,
        "not_made": upload.job if upload.job and upload.job.kind == upload_jobs.CREATE_KIND else None,
        "documents_label": dict(CampaignDetailsForm.Documents.choices)[details.documents],
        "stand_alone": details.documents == CampaignDetailsForm.Documents.ALONE,
        "spacing_styles": systems_of_files.STYLES,
        "outputs": systems_of_files.rows(upload, request.POST if refused else None),
        "refused_names": refused.reasons if refused else (),
        "left_out": upload.form.get("left_out", ()),
    }
    return render(request, "corpus/preview.html", context, status=422 if refused else 200)


def _waiting_page(request: HttpRequest, upload: StagedUpload) -> HttpResponse:
    context = {
        "upload": upload,
        "title": upload.form["details"]["title"],
        "is_being_made": is_being_made(upload),
        "job": upload.job,
        "may_change_job": True,
    }
    return render(request, "corpus/waiting.html", context)


def _why_unreadable(request: HttpRequest) -> str | None:
    """Read the form. Returns why the site does not take it, or None when it does."""
    try:
        request.POST  # noqa: B018 - read, which may fail
    except TooManyFilesSent:
        return (
            f"More than {settings.DATA_UPLOAD_MAX_NUMBER_FILES} files were sent at once. Put them "
            "into one zip archive and upload that."
        )
    except (RequestDataTooBig, TooManyFieldsSent):
        return "The form itself is too large. Shorten the text, and choose files only in the file fields."
    except (MultiPartParserError, UnicodeDecodeError):
        return "The upload arrived incomplete. Try again."
    return None
