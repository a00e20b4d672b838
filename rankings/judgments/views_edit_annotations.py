"""The page on which managers import judgments of single edits, and remove them again."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.words import in_readers_language
from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.formats.records import FormatError, Problem
from rankings.judgments.edit_annotations import (
    ImportedAnnotations,
    annotation_imports,
    import_annotations,
    read_annotation_files,
    remove_annotations,
)
from rankings.judgments.forms import EditAnnotationsForm
from rankings.models import CampaignFile

MOST_WARNINGS = 20

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_annotations(request: HttpRequest, slug: str) -> HttpResponse:
    """What was imported, and a form for more. Where files have problems, nothing is stored."""
    access = managed(request, slug)
    if request.method != "POST":
        return _page(request, access, EditAnnotationsForm())
    form = EditAnnotationsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    files = cast("list[UploadedFile[bytes]]", form.cleaned_data["chosen"])
    named = [(str(file.name), cast("bytes", file.read())) for file in files]
    try:
        annotations = read_annotation_files(named, form.cleaned_data["annotator"].strip())
        made = import_annotations(
            access.campaign, annotations, name_of_import([name for name, _ in named]), signed_in(request)
        )
    except FormatError as error:
        return _page(request, access, form, error.problems, status=422)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("reports:edit-annotations", slug=slug)
    messages.success(request, _in_words(made))
    for problem in made.warnings[:MOST_WARNINGS]:
        messages.warning(request, in_readers_language(problem.in_words()))
    if left := len(made.warnings[MOST_WARNINGS:]):
        messages.warning(
            request,
            ngettext("%(count)d further warning.", "%(count)d further warnings.", left) % {"count": left},
        )
    return redirect("reports:edit-annotations", slug=slug)


@login_required
@require_POST
def remove_edit_annotations(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Delete one import."""
    access = managed(request, slug)
    try:
        remove_annotations(access.campaign, number, signed_in(request))
    except CampaignFile.DoesNotExist as gone:
        raise Http404 from gone
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, gettext("The import is removed. The next report is without it."))
    return redirect("reports:edit-annotations", slug=slug)


def _page(
    request: HttpRequest,
    access: CampaignAccess,
    form: EditAnnotationsForm,
    problems: Sequence[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    context = {
        "tab": "report",
        "form": form,
        "problems": problems,
        "imports": annotation_imports(access.campaign),
    }
    return page(request, access, "judgments/edit_annotations.html", context, status)


def name_of_import(names: Sequence[str]) -> str:
    """What the list of imports calls one of files with these names."""
    if len(names) == 1:
        return names[0]
    return ngettext("%(count)d file", "%(count)d files", len(names)) % {"count": len(names)}


def _in_words(made: ImportedAnnotations) -> str:
    return ngettext(
        "Imported judgments of %(edits)s edit in %(corrections)s corrections, by %(annotators)s.",
        "Imported judgments of %(edits)s edits in %(corrections)s corrections, by %(annotators)s.",
        made.edits,
    ) % {
        "edits": f"{made.edits:,}",
        "corrections": f"{made.corrections:,}",
        "annotators": ", ".join(made.annotators),
    }
