"""Pages of managers who add, rename or retire systems, or add sentences, after a campaign was made."""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.words import plural
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.corpus import upload_jobs
from rankings.corpus.preview import group_problems
from rankings.desk.texts import systems, uploads
from rankings.desk.texts.forms import OutputFileForm, RenameForm, SentencesForm
from rankings.desk.texts.obstacles import change_obstacles
from rankings.desk.texts.overview import system_rows
from rankings.desk.texts.readings import chosen_name, usual_documents
from rankings.formats.records import FormatError, Problem
from rankings.models import StagedUpload

LARGEST_KEY = 2**63 - 1


@login_required
@require_safe
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """The systems and sentences of a campaign."""
    access = managed(request, slug)
    campaign = access.campaign
    context = {
        "tab": "settings",
        "rows": system_rows(campaign),
        "sentences": campaign.sentences.count(),
        "documents": campaign.documents.count(),
        "obstacles": change_obstacles(campaign),
        "waiting": uploads.waiting_uploads(campaign, signed_in(request)),
    }
    return page(request, access, "desk/texts/texts.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_system(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the output file of a further system."""
    access = managed(request, slug)
    form = OutputFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if not form.is_valid():
        return _form_page(request, access, form, uploads.ADD)
    file = form.cleaned_data["outputs"]
    try:
        name = chosen_name(file.name, form.cleaned_data["name"])
        systems.refuse_name(access.campaign, name)
    except FormatError as error:
        for problem in error.problems:
            form.add_error("name", problem.message)
    except Refused as refusal:
        form.add_error("name", refusal.reasons)
    if form.errors:
        return _form_page(request, access, form, uploads.ADD)
    kept = uploads.stage_outputs(access.campaign, signed_in(request), (file.name, file.read()), name)
    return redirect("campaigns:text-upload", slug=slug, token=kept.token)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_sentences(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the files of further sentences."""
    access = managed(request, slug)
    if request.method == "POST":
        form = SentencesForm(request.POST, request.FILES)
    else:
        form = SentencesForm(initial={"documents": usual_documents(access.campaign)})
    if not form.is_valid():
        return _form_page(request, access, form, uploads.SENTENCES)
    cleaned = form.cleaned_data
    ends = cleaned["documents_file"]
    try:
        kept = uploads.stage_sentences(
            access.campaign,
            signed_in(request),
            (cleaned["source"].name, cleaned["source"].read()),
            ((file.name or "outputs", file) for file in cleaned["outputs"]),
            documents=cleaned["documents"],
            documents_file=(ends.name, ends.read()) if ends else None,
        )
    except FormatError as error:
        return _form_page(request, access, form, uploads.SENTENCES, problems=error.problems)
    return redirect("campaigns:text-upload", slug=slug, token=kept.token)


@login_required
@require_safe
def upload(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """What the waiting files would change, or how far the work on them is. Changes nothing."""
    user, access = signed_in(request), managed(request, slug)
    kept = uploads.waiting_upload(access.campaign, user, token)
    known = uploads.standing_of(access.campaign, kept, user)
    if known.state == "stored":
        return _changed_already(request, slug)
    if known.preview is None:
        return _waiting_page(request, access, kept)
    context = {
        "tab": "settings",
        "upload": kept,
        "change": kept.form["details"]["change"],
        "preview": known.preview,
        "obstacles": change_obstacles(access.campaign, kept),
        "not_stored": known.job,
        "left_out": kept.form.get("left_out", ()),
    }
    return page(request, access, "desk/texts/preview.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Do what the files were previewed for."""
    user, access = signed_in(request), managed(request, slug)
    kept = uploads.waiting_upload(access.campaign, user, token)
    if uploads.CHANGED in kept.form:
        return _changed_already(request, slug)
    try:
        change = uploads.confirm(access.campaign, kept, user)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:text-upload", slug=slug, token=token)
    except FormatError:
        return redirect("campaigns:text-upload", slug=slug, token=token)
    if change is None:
        if uploads.is_large(kept):
            return redirect("campaigns:text-upload", slug=slug, token=token)
        return _changed_already(request, slug)
    messages.success(request, _done(change))
    return redirect("campaigns:texts", slug=slug)


@login_required
@require_POST
def drop(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Discard the waiting files."""
    access = managed(request, slug)
    upload_jobs.drop(uploads.waiting_upload(access.campaign, signed_in(request), token))
    messages.success(request, "The uploaded files are deleted. Nothing was changed.")
    return redirect("campaigns:texts", slug=slug)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Give a system another name."""
    access = managed(request, slug)
    get_object_or_404(access.campaign.systems, pk=_key(system))
    form = RenameForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Type the new name of the system.")
        return redirect("campaigns:texts", slug=slug)

    def renamed() -> str:
        name = form.cleaned_data["name"]
        done = systems.rename_system(access.campaign, _key(system), name, signed_in(request))
        return f"The system is called {done.name} now. Reports that are there already keep the former name."

    return _tried(request, slug, renamed)


@login_required
@require_POST
def retire(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Take a system out of new items and metrics."""
    access = managed(request, slug)
    get_object_or_404(access.campaign.systems, pk=_key(system))

    def retired() -> str:
        done = systems.retire_system(access.campaign, _key(system), signed_in(request))
        return f"{done.name} is retired. Rankings of it stay."

    return _tried(request, slug, retired)


def _form_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: OutputFileForm | SentencesForm,
    change: str,
    problems: list[Problem] | None = None,
) -> HttpResponse:
    context = {
        "tab": "settings",
        "form": form,
        "change": change,
        "problems": group_problems([problem for problem in problems or () if problem.fatal]),
        "obstacles": change_obstacles(access.campaign),
        "sentences": access.campaign.sentences.count(),
        "systems": list(access.campaign.systems.taking_part().filter(is_input=False)),
        "most_megabytes": settings.MAX_UPLOAD_BYTES // (1024 * 1024),
    }
    status = 422 if form.errors or problems else 200
    return page(request, access, "desk/texts/upload.html", context, status=status)


def _waiting_page(request: HttpRequest, access: CampaignAccess, kept: StagedUpload) -> HttpResponse:
    context = {
        "tab": "settings",
        "upload": kept,
        "change": kept.form["details"]["change"],
        "is_being_stored": uploads.is_being_stored(kept),
        "job": kept.job,
        "may_change_job": may_change(signed_in(request), kept.job),
    }
    return page(request, access, "desk/texts/waiting.html", context)


def _changed_already(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a second click, or the back button, leads."""
    messages.info(request, "These files are stored already.")
    return redirect("campaigns:texts", slug=slug)


def _tried(request: HttpRequest, slug: str, act: Callable[[], str]) -> HttpResponse:
    try:
        said = act()
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, said)
    return redirect("campaigns:texts", slug=slug)


def _key(number: int) -> int:
    if number > LARGEST_KEY:
        raise Http404
    return number


def _done(change: uploads.Change) -> str:
    if isinstance(change, int):
        return plural(
            change,
            "{number} sentence is added. Sample items from it under Items.",
            "{number} sentences are added. Sample items from them under Items.",
            number=change,
        )
    return f"{change.name} is added."
