"""Pages of uploads: choose files, see what they would become, change them, confirm."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from appraise_gec.accounts.models import User
from rankings.access import Refused, open_campaign, signed_in, tell_refusal
from rankings.formats.records import FormatError, Problem
from rankings.models import Campaign, Upload
from rankings.uploads import flow
from rankings.uploads.kinds import UploadForm, UploadKind, kind_of, kinds

PROBLEMS_SHOWN = 20


@dataclass(frozen=True, slots=True)
class FileProblems:
    """The problems of one file: the first ones, and how many more there are."""

    file: str
    shown: tuple[Problem, ...]
    more: int


def group_problems(problems: Sequence[Problem]) -> tuple[FileProblems, ...]:
    """Problems by file in the order in which the files appear, capped per file."""
    order = {name: place for place, name in reversed(list(enumerate(problem.file for problem in problems)))}
    ordered = sorted(problems, key=lambda problem: order[problem.file])
    groups = []
    for file, members in groupby(ordered, key=lambda problem: problem.file):
        of_file = tuple(members)
        shown = of_file[:PROBLEMS_SHOWN]
        groups.append(FileProblems(file, shown, len(of_file) - len(shown)))
    return tuple(groups)


# The check against forged requests reads the whole form. A form that is too big for the site fails there with
# a bare error page, so the form is read first and the check made after it.
@csrf_exempt
@login_required
def new(request: HttpRequest, kind: str, slug: str = "") -> HttpResponse:
    """Fill in the form of a kind of upload. What comes is its preview."""
    user = signed_in(request)
    chosen = kinds().get(kind)
    if chosen is None or bool(slug) != bool(chosen.roles):
        raise Http404
    campaign = target_of(user, chosen, slug)
    blank = chosen.form(initial=chosen.initial(campaign), campaign=campaign)
    if (why := _why_unreadable(request)) is not None:
        return _new_page(request, user, chosen, campaign, blank, status=413, refused=[why])
    return _taken(request, chosen, campaign, blank)


@csrf_exempt
@login_required
def upload(request: HttpRequest, key: UUID) -> HttpResponse:
    """What the files would become, or how far the work on them is; POST does what its `act` says."""
    user = signed_in(request)
    row = flow.own_upload(user, key)
    may_see(user, row)
    if (why := _why_unreadable(request)) is not None:
        return _page(request, row, flow.form_of(row), status=413, refused=[why])
    return _acted(request, row) if request.method == "POST" else _shown(request, row)


def target_of(user: User, kind: UploadKind, slug: str) -> Campaign | None:
    """The campaign that files of this kind are for. Http404 and PermissionDenied for who may not."""
    if kind.roles:
        return open_campaign(user, slug, kind.roles).campaign
    if not user.can_create_campaigns():
        raise PermissionDenied("You may not make campaigns on this site.")
    return None


def may_see(user: User, row: Upload) -> None:
    """Http404 and PermissionDenied for who may not (any more) bring such files."""
    kind = kind_of(row)
    target_of(user, kind, row.campaign.slug if kind.roles and row.campaign else "")


@csrf_protect
def _taken(
    request: HttpRequest, kind: UploadKind, campaign: Campaign | None, blank: UploadForm
) -> HttpResponse:
    user = signed_in(request)
    if request.method != "POST":
        return _new_page(request, user, kind, campaign, blank)
    try:
        row, form = flow.stage(kind, user, campaign, request.POST, request.FILES)
    except Refused as refusal:
        return _new_page(request, user, kind, campaign, blank, status=409, refused=refusal.reasons)
    if row is None:
        return _new_page(request, user, kind, campaign, form, status=422)
    return redirect(flow.address_of(row))


@csrf_protect
def _acted(request: HttpRequest, row: Upload) -> HttpResponse:
    try:
        match request.POST.get("act"):
            case "confirm":
                row = flow.confirm(row)
                if row.state != Upload.State.DONE:
                    return redirect(flow.address_of(row))
                messages.success(request, row.told)
                return redirect(row.leads_to)
            case "discard":
                flow.drop(row)
                messages.success(request, "The uploaded files are deleted. Nothing was stored.")
                return redirect(row.campaign.get_absolute_url() if row.campaign else "home")
            case _:
                flow.change(row, request.POST, request.FILES, set(request.POST.getlist("remove")))
    except Refused as refusal:
        tell_refusal(request, refusal)
    except FormatError:
        pass  # the page of the upload shows its problems
    return redirect(flow.address_of(row))


@csrf_protect
def _shown(request: HttpRequest, row: Upload) -> HttpResponse:
    if row.state == Upload.State.DONE:
        return redirect(row.leads_to)
    form = flow.form_of(row)
    return _page(request, row, form, status=422 if form.errors else 200)


def _new_page(
    request: HttpRequest,
    user: User,
    kind: UploadKind,
    campaign: Campaign | None,
    form: UploadForm,
    *,
    status: int = 200,
    refused: list[str] | None = None,
) -> HttpResponse:
    context = {**_shared(user, kind, campaign), "form": form, "refused": refused}
    return render(request, "uploads/new.html", context, status=status)


def _page(
    request: HttpRequest,
    row: Upload,
    form: UploadForm,
    *,
    status: int = 200,
    refused: list[str] | None = None,
) -> HttpResponse:
    kind, user = kind_of(row), signed_in(request)
    problems, facts = flow.problems_of(row), flow.facts_of(row)
    context = {
        **_shared(user, kind, row.campaign),
        "upload": row,
        "standing": row.standing,
        "job": row.job,
        "may_change_job": True,
        "form": form,
        "refused": refused,
        "errors": group_problems([problem for problem in problems if problem.fatal]),
        "error_count": sum(problem.fatal for problem in problems),
        "warnings": group_problems([problem for problem in problems if not problem.fatal]),
        "warning_count": sum(not problem.fatal for problem in problems),
        "facts": facts,
        "ready": facts is not None and row.standing in (Upload.State.READY, Upload.State.FAILED),
        **(kind.context(row, facts) if facts else {}),
    }
    return render(request, "uploads/upload.html", context, status=status)


def _shared(user: User, kind: UploadKind, campaign: Campaign | None) -> dict[str, Any]:
    """What both pages show: the kind, its place, and the bounds of uploads."""
    shared = {
        "kind": kind,
        "layout": "uploads/in_campaign.html" if campaign else "uploads/alone.html",
        "most_megabytes": settings.MAX_UPLOAD_BYTES // (1024 * 1024),
        "tab": kind.tab,
    }
    if campaign is None:
        return shared
    access = open_campaign(user, campaign.slug, kind.roles)
    return {**shared, "campaign": campaign, "access": access, "frozen": campaign.is_read_only}


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
