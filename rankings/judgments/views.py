"""Pages of managers who import judgments: upload, preview, confirm."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in
from rankings.formats.records import FormatError
from rankings.items.sentence_numbers import NUMBERINGS
from rankings.judgments.forms import JudgmentFileForm
from rankings.judgments.importing import ImportSummary, import_judgments
from rankings.judgments.uploads import (
    JudgmentFile,
    claim_judgments,
    judges_in,
    read_judgment_file,
    stage_judgments,
    staged_judgments,
    with_offered_numbers,
)

# The most judgments that one request can store before visitor or server time out.
MOST_IN_BROWSER = 20_000


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file. What is wrong with it is shown at once; a usable one waits for confirmation."""
    user, access = signed_in(request), managed(request, slug)
    if request.method != "POST":
        return _upload_page(request, access, JudgmentFileForm())
    form = JudgmentFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, access, form, status=422)
    file = cast("UploadedFile[bytes]", form.cleaned_data["file"])
    name, content = str(file.name), file.read()
    read = read_judgment_file(access.campaign, name, content)
    if not read.usable and with_offered_numbers(access.campaign, read, content) is None:
        return _upload_page(request, access, JudgmentFileForm(), read, status=422)
    if len(read.judgments) > MOST_IN_BROWSER:
        form.add_error(
            "file",
            f"The file holds {len(read.judgments):,} judgments; this page takes {MOST_IN_BROWSER:,} at once. "
            "Ask the operator to import it with the command import_judgments, or split it.",
        )
        return _upload_page(request, access, form, status=422)
    staged = stage_judgments(access.campaign, user, name, content)
    return redirect("reports:import-preview", slug=slug, token=staged.token)


@login_required
@require_safe
def preview(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """The content of the waiting file, before anything of it is stored."""
    user, access = signed_in(request), managed(request, slug)
    file = staged_judgments(access.campaign, user, token)
    if file is None:
        return _imported_already(request, slug)
    read = read_judgment_file(access.campaign, file.name, file.content)
    offered = with_offered_numbers(access.campaign, read, file.content)
    if not read.usable and offered is None:
        return _upload_page(request, access, JudgmentFileForm(), read, status=409)
    refused, read = (read.problems, offered) if offered else ((), read)
    context = {
        "tab": "report",
        "file": read,
        "refused": [problem for problem in refused if problem.fatal],
        "token": token,
        "judges": judges_in(read.judgments),
        "skipped": sum(judgment.skipped for judgment in read.judgments),
        "sentences": len({judgment.sentence for judgment in read.judgments}),
        "systems": len(
            {name for judgment in read.judgments for output in judgment.outputs for name in output.systems}
        ),
    }
    return page(request, access, "judgments/import_preview.html", context)


@login_required
@require_POST
def confirm(request: HttpRequest, slug: str, token: UUID) -> HttpResponse:
    """Store the waiting file's judgments."""
    user, access = signed_in(request), managed(request, slug)
    file = staged_judgments(access.campaign, user, token)
    if file is None:
        return _imported_already(request, slug)
    first_sentence = _first_sentence(request)
    read = read_judgment_file(access.campaign, file.name, file.content, first_sentence)
    try:
        with transaction.atomic():
            if not claim_judgments(access.campaign, user, token):
                return _imported_already(request, slug)
            summary = import_judgments(
                access.campaign,
                read.judgments,
                file.name,
                read.sha256,
                user,
                size=read.size,
                first_sentence=first_sentence,
            )
    except FormatError as error:
        problems = (*read.problems, *error.problems) if read.usable else read.problems
        refused = JudgmentFile(file.name, read.sha256, read.size, (), problems)
        return _upload_page(request, access, JudgmentFileForm(), refused, status=409)
    messages.success(request, imported_in_words(summary))
    return redirect("reports:overview", slug=slug)


def _first_sentence(request: HttpRequest) -> int:
    """The number of the file's first sentence, as the button says it."""
    by_text = {str(number): number for number in NUMBERINGS}
    text = request.POST.get("first_sentence", "0")
    if text not in by_text:
        raise BadRequest(f"first_sentence: expected one of {', '.join(by_text)}")
    return by_text[text]


def _imported_already(request: HttpRequest, slug: str) -> HttpResponse:
    """Where a second click, or the back button, leads."""
    messages.info(request, "This file is imported. Its rankings count once.")
    return redirect("reports:overview", slug=slug)


def imported_in_words(summary: ImportSummary) -> str:
    """The outcome of an import, in one sentence."""
    skipped = f", {summary.skipped:,} of them skipped" if summary.skipped else ""
    rankings, judges = _number(summary.rankings, "ranking"), _number(len(summary.judges), "judge")
    return f"Imported {rankings}{skipped}, by {judges} on {_number(summary.sentences, 'sentence')}."


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _upload_page(
    request: HttpRequest,
    access: CampaignAccess,
    form: JudgmentFileForm,
    read: JudgmentFile | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"tab": "report", "form": form, "file": read}
    return page(request, access, "judgments/import.html", context, status)
