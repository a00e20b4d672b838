"""Pages of managers who add, replace or rename systems, or add sentences, after a campaign was made."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.humanize.templatetags.humanize import intcomma
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from appraise_gec.jobs.views import may_change
from appraise_gec.words import in_readers_language
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.corpus import upload_jobs
from rankings.corpus.preview import group_problems
from rankings.desk.texts import catching_up, systems, undoing, uploads, waiting
from rankings.desk.texts.forms import CatchUpForm, OutputFileForm, RenameForm, SentencesForm
from rankings.desk.texts.obstacles import change_obstacles
from rankings.desk.texts.overview import changes_of, system_rows
from rankings.desk.texts.readings import chosen_name, usual_documents
from rankings.formats.records import FormatError, Problem
from rankings.models import Ranking, StagedUpload, TextChange

LARGEST_KEY = 2**63 - 1


@login_required
@require_safe
def texts(request: HttpRequest, slug: str) -> HttpResponse:
    """The systems and sentences of a campaign, and the changes so far."""
    access = managed(request, slug)
    campaign = access.campaign
    context = {
        "tab": "settings",
        "rows": system_rows(campaign),
        "changes": changes_of(campaign),
        "sentences": campaign.sentences.count(),
        "documents": campaign.documents.count(),
        "obstacles": change_obstacles(campaign),
        "catch_up": CatchUpForm(),
        "waiting": waiting.waiting_uploads(campaign, signed_in(request)),
    }
    return page(request, access, "desk/texts/texts.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_system(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the output file of a further system."""
    return _upload_outputs(request, managed(request, slug), None)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def replace_system(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Choose another output file for a system."""
    access = managed(request, slug)
    try:
        systems.system_to_change(access.campaign, _key(system))
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:texts", slug=slug)
    return _upload_outputs(request, access, system)


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
        kept = waiting.stage_sentences(
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
    try:
        known = waiting.standing_of(access.campaign, kept, user)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:texts", slug=slug)
    if known.state == "stored":
        return _changed_already(request, slug)
    if known.preview is None:
        return _waiting_page(request, access, kept)
    details = kept.form["details"]
    context = {
        "tab": "settings",
        "upload": kept,
        "change": details["change"],
        "preview": known.preview,
        "obstacles": change_obstacles(access.campaign, kept),
        "not_stored": known.job,
        "left_out": kept.form.get("left_out", ()),
        "start_address": _start_address(slug, details),
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
    choices = {
        "rebuild": request.POST.get("rebuild") == "on",
        "discard": request.POST.get("former") == "discard",
    }
    try:
        change = waiting.confirm(access.campaign, kept, user, choices)
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
    messages.success(request, _("The uploaded files are deleted. Nothing was changed."))
    return redirect("campaigns:texts", slug=slug)


@login_required
@require_POST
def rename(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Give a system another name."""
    access = managed(request, slug)
    form = RenameForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Type the new name of the system."))
        return redirect("campaigns:texts", slug=slug)
    return _tried(
        request,
        slug,
        lambda: _renamed(
            systems.rename_system(
                access.campaign, _key(system), form.cleaned_data["name"], signed_in(request)
            )
        ),
    )


@login_required
@require_POST
def catch_up(request: HttpRequest, slug: str, system: int) -> HttpResponse:
    """Sample items that all show one system."""
    access = managed(request, slug)
    form = CatchUpForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Say how many items to add, from 1 to 2,000."))
        return redirect("campaigns:texts", slug=slug)

    def sampled() -> str:
        number = catching_up.sample_items_with(
            access.campaign,
            _key(system),
            form.cleaned_data["items"],
            form.cleaned_data["seed"],
            signed_in(request),
        )
        return ngettext("%(number)d item is added.", "%(number)d items are added.", number) % {
            "number": number
        }

    return _tried(request, slug, sampled)


@login_required
@require_POST
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a change back."""
    access = managed(request, slug)

    def undone() -> str:
        undoing.undo(access.campaign, _key(number), signed_in(request))
        return _("The change is undone.")

    return _tried(request, slug, undone)


def _upload_outputs(request: HttpRequest, access: CampaignAccess, system: int | None) -> HttpResponse:
    change = uploads.ADD if system is None else uploads.REPLACE
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = OutputFileForm(*sent, asks_name=system is None)
    if not form.is_valid():
        return _form_page(request, access, form, change, system=system)
    file = form.cleaned_data["outputs"]
    name = ""
    if system is None:
        try:
            name = chosen_name(file.name, form.cleaned_data["name"])
            systems.refuse_name(access.campaign, name)
        except FormatError as error:
            for problem in error.problems:
                form.add_error("name", in_readers_language(problem.message))
        except Refused as refusal:
            form.add_error("name", refusal.reasons)
        if form.errors:
            return _form_page(request, access, form, change)
    kept = waiting.stage_outputs(
        access.campaign, signed_in(request), (file.name, file.read()), name=name, system=system
    )
    return redirect("campaigns:text-upload", slug=access.campaign.slug, token=kept.token)


def _form_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: OutputFileForm | SentencesForm,
    change: str,
    *,
    problems: list[Problem] | None = None,
    system: int | None = None,
) -> HttpResponse:
    context = {
        "tab": "settings",
        "form": form,
        "change": change,
        "system": access.campaign.systems.filter(pk=system).first() if system is not None else None,
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
        "is_being_stored": waiting.is_being_stored(kept),
        "job": kept.job,
        "may_change_job": may_change(signed_in(request), kept.job),
    }
    return page(request, access, "desk/texts/waiting.html", context)


def _start_address(slug: str, details: dict[str, Any]) -> tuple[str, ...]:
    if details["change"] == uploads.REPLACE:
        return ("campaigns:replace-system", slug, details["system"])
    names = {uploads.ADD: "campaigns:add-system", uploads.SENTENCES: "campaigns:add-sentences"}
    return (names[details["change"]], slug)


def _changed_already(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a second click, or the back button, leads."""
    messages.info(request, _("These files are stored already."))
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


def _renamed(change: TextChange) -> str:
    return _("%(former)s is %(name)s now. Reports that are there already keep the former name.") % {
        "former": change.former_name,
        "name": change.name,
    }


def _done(change: TextChange) -> str:
    if change.kind == TextChange.Kind.SENTENCES_ADDED:
        return ngettext(
            "%(number)d sentence is added. Sample items from it under Items.",
            "%(number)d sentences are added. Sample items from them under Items.",
            change.sentences,
        ) % {"number": change.sentences}
    if change.kind == TextChange.Kind.SYSTEM_REPLACED:
        done = _("%(name)s has its new outputs. The former ones are called %(former)s.") % {
            "name": change.name,
            "former": change.former_name,
        }
        if discarded := Ranking.objects.filter(discard__text_change=change).count():
            taken = ngettext(
                "%(number)s ranking is discarded, and its item is judged again with the new output.",
                "%(number)s rankings are discarded, and their items are judged again with the new outputs.",
                discarded,
            )
            done += " " + taken % {"number": intcomma(discarded)}
        return done
    return _("%(name)s is added. Below you can sample items that all show it.") % {"name": change.name}
