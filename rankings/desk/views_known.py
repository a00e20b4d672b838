"""Set the known answer of a training or check item, with the control that judges rank with; and change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from appraise_gec.words import plural
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk.item_list import LARGEST_NUMBER
from rankings.desk.quality import CheckTally, check_tallies
from rankings.items.direction import reading_direction
from rankings.items.edits import Segment, mark_edits
from rankings.items.ranking_words import ranks_in_words
from rankings.models import Campaign, Item
from rankings.plan import known_answers
from rankings.plan.forms import KnownOrderForm

Purpose = Item.Purpose
CHECKS: dict[str, str] = {
    Item.CheckKind.DAMAGED: "A check item (a damaged output beside the good one).",
    Item.CheckKind.IDENTICAL: "A check item (the same output twice).",
    Item.CheckKind.KNOWN_ORDER: "A check item (a known order).",
}


@dataclass(frozen=True, slots=True)
class KnownRow:
    """One output as judges see it, with the rank that is expected."""

    number: int
    letter: str
    text: str
    segments: tuple[Segment, ...]
    rank: int | None
    errors: tuple[str, ...]

    @property
    def unchanged(self) -> bool:
        return not any(segment.is_edit for segment in self.segments)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make_known(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a sentence, rank its outputs and explain why: a training item, or a check with a known order."""
    access = managed(request, slug)
    campaign = access.campaign
    asked = request.POST.get("line") or request.GET.get("line") or ""
    chosen = None
    if asked:
        line = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else 0
        chosen = known_answers.candidate(campaign, line - 1) if line else None
        if chosen is None:
            told = "Line %(line)s of the source is not one with two different outputs."
            messages.error(request, told % {"line": asked[:20]})
            return redirect("campaigns:make-known", slug=slug)
    if chosen is None:
        choice = {"tab": "design", "suggestions": known_answers.suggestions(campaign)}
        return page(request, access, "plan/plan_known_choose.html", choice)
    form = KnownOrderForm(len(chosen.texts), request.POST or None)
    reasons: list[str] = []
    if request.method == "POST" and form.is_valid():
        training = form.cleaned_data["use"] == KnownOrderForm.Use.TRAINING
        try:
            known_answers.make_known(
                campaign,
                chosen.sentence.index,
                form.ranks(),
                form.cleaned_data["explanation"],
                signed_in(request),
                training=training,
            )
        except Refused as refusal:
            reasons = refusal.reasons
        else:
            messages.success(request, "The training item is made." if training else "The check item is made.")
            return redirect("campaigns:design", slug=slug)
    context = {
        "line": chosen.sentence.index + 1,
        "is_drawn": chosen.is_drawn,
        "reasons": reasons,
        **_sheet(campaign, chosen.sentence.text, chosen.texts, form),
    }
    status = 422 if request.method == "POST" else 200
    return page(request, access, "plan/plan_known.html", context, status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def edit_known(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The known answer of an item, to be changed."""
    access = managed(request, slug)
    campaign = access.campaign
    item = known_answers.known_item(campaign, number) if number <= LARGEST_NUMBER else None
    if item is None:
        raise Http404
    texts = [output.text for output in sorted(item.outputs.all(), key=lambda output: output.position)]
    ranks = known_answers.ranks_from_expected(item.expected, len(texts))
    stored = {f"rank-{place}": rank for place, rank in enumerate(ranks)}
    form = KnownOrderForm(
        len(texts), request.POST or None, initial={**stored, "explanation": item.explanation}, is_new=False
    )
    before = _given(item)
    reasons: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            changed = known_answers.change_known(
                campaign,
                number,
                form.ranks(),
                form.cleaned_data["explanation"],
                signed_in(request),
            )
        except Refused as refusal:
            if campaign.is_read_only:
                tell_refusal(request, refusal)
                return redirect("campaigns:edit-known", slug=slug, number=number)
            reasons = refusal.reasons
        else:
            messages.success(request, _told(before, _given(item)) if changed else "Nothing was changed.")
            return redirect("campaigns:design", slug=slug)
    context = {
        "item": item,
        "check_words": CHECKS.get(item.check_kind, ""),
        "is_training": item.purpose == Purpose.TRAINING,
        "given": before,
        "reasons": reasons,
        **_sheet(campaign, item.sentence.text, texts, form),
    }
    status = 422 if request.method == "POST" else 200
    return page(request, access, "plan/plan_known_edit.html", context, status)


def _sheet(campaign: Campaign, source: str, texts: Sequence[str], form: KnownOrderForm) -> dict[str, Any]:
    """The sentence and its outputs as on the judging page."""
    ranks = form.ranks()
    rows = [
        KnownRow(
            place,
            chr(ord("A") + place),
            text,
            tuple(mark_edits(source, text)),
            ranks[place],
            tuple(str(error) for error in form.errors.get(f"rank-{place}", ())),
        )
        for place, text in enumerate(texts)
    ]
    return {
        "tab": "design",
        "source": source,
        "rows": rows,
        "scale": range(1, len(rows) + 1),
        "words": ranks_in_words(ranks),
        "direction": reading_direction(campaign.direction, campaign.language, source),
        "form": form,
    }


def _given(item: Item) -> CheckTally:
    """Judges' answers to a check item, and how many are as its known answer says."""
    tallies = check_tallies(item.campaign, submitted=Q(ranking__item=item.pk)).values()
    return CheckTally(sum(one.answered for one in tallies), sum(one.passed for one in tallies))


def _told(before: CheckTally, now: CheckTally) -> str:
    if not now.answered:
        return "The known answer is changed."
    told = plural(
        now.answered,
        "The known answer is changed: {passed} of {n} answer pass now, {before} before.",
        "The known answer is changed: {passed} of {n} answers pass now, {before} before.",
        passed=f"{now.passed:,}",
        before=f"{before.passed:,}",
    )
    return told
