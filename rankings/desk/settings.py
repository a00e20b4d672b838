"""Settings: title, look, language; guidelines and their versions; the files of the texts; the history."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from appraise_gec.accounts.models import User
from rankings.access import MANAGERS, managed, page, signed_in
from rankings.actions import Done, EditAction
from rankings.corpus.upload import LANGUAGE_CODE
from rankings.desk.history import past_events
from rankings.models import Campaign, GuidelinesRevision, Link, Ranking

EVENTS_SHOWN = 30


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    MOST_GUIDELINES = 20_000

    class Meta:
        model = Campaign
        fields = (
            *("title", "guidelines", "guidelines_format", "language", "direction"),
            *("first_rank", "look", "suggests_breaks", "shows_active_time"),
            "marks_edits",
        )
        labels = {"title": "Title"}
        widgets = {"guidelines": forms.Textarea(attrs={"rows": 12, "maxlength": 20_000})}
        help_texts = {
            "guidelines": "Shown to judges on their task page and beside every item.",
            "guidelines_format": (
                "In Markdown, “## ” begins a heading, “- ” and “1. ” lists, “> ” a worked "
                "example; **bold**, *italics*, [links](https://example.org). HTML stays text."
            ),
            "first_rank": (
                "Only the order of ranks counts, so a ranking without rank 1 is as informative as "
                "one with it."
            ),
            "marks_edits": (
                "Optional for judges, beside the ranking. Best set before judging is open: "
                "rankings made without it say nothing about single edits."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].validators.append(LANGUAGE_CODE)
        for name in ("first_rank", "look", "guidelines_format"):
            # A form that does not name them leaves them as they are.
            self.fields[name].required = False

    def clean_guidelines(self) -> str:
        guidelines = str(self.cleaned_data["guidelines"])
        if len(guidelines) > self.MOST_GUIDELINES:
            raise forms.ValidationError("The guidelines are longer than 20,000 characters.")
        return guidelines


class ChangingSettings(EditAction):
    """Title, look, language; and guidelines, which keep their versions."""

    name, title, happened = "campaign.edit", "Save settings", "Settings changed"
    roles = MANAGERS
    form = SettingsForm
    tab = "settings"

    def back_url(self) -> str:
        return reverse("campaigns:settings", args=[self.campaign.slug])

    def run(self, guidelines: str, guidelines_format: str, **wanted: Any) -> Done:
        changed = [name for name, value in wanted.items() if getattr(self.campaign, name) != value]
        super().run(**wanted)
        before = (self.campaign.guidelines, self.campaign.guidelines_format)
        revise_guidelines(self.campaign, guidelines, self.actor, guidelines_format or None)
        if (self.campaign.guidelines, self.campaign.guidelines_format) != before:
            changed.append("guidelines")
        return Done("Saved.", {"fields": sorted(changed)} if changed else None)


@login_required
@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, the team, the origin of the files, and what was done in the campaign."""
    access = managed(request, slug)
    campaign = access.campaign
    changing = ChangingSettings(access, signed_in(request))
    events = Paginator(campaign.audit_events.select_related("actor"), EVENTS_SHOWN)
    shown = events.get_page(request.GET.get("page"))
    context = {
        "tab": "settings",
        "action": changing,
        "form": changing.fill(),
        "files": campaign.files.all(),
        "events": shown,
        "history": past_events(campaign, shown),
        "members": campaign.memberships.select_related("user").order_by("user__username"),
        "invitations": campaign.links.pending().filter(kind=Link.Kind.ROLE),
    }
    return page(request, access, "desk/settings.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """As judges see them: the chosen version, or with POST a text of which nothing is stored."""
    access = managed(request, slug)
    campaign = access.campaign
    versions = list(campaign.guidelines_revisions.select_related("created_by").order_by("-version"))
    asked = request.GET.get("version", "")
    shown = next((one for one in versions if str(one.version) == asked), None)
    text, written_as = campaign.guidelines, campaign.guidelines_format
    if request.method == "POST":
        text = request.POST.get("guidelines", "")
        written_as = request.POST.get("guidelines_format", "")
    elif shown is not None:
        text, written_as = shown.text, shown.format
    if written_as not in Campaign.GuidelinesFormat.values:
        written_as = campaign.guidelines_format
    most = SettingsForm.MOST_GUIDELINES
    context = {
        "tab": "settings",
        "versions": versions,
        "shown": shown.version if shown else campaign.guidelines_version,
        "is_preview": request.method == "POST",
        "text": text[:most],
        "written_as": written_as,
        "too_long": len(text) > most,
    }
    return page(request, access, "desk/guidelines.html", context)


def revise_guidelines(
    campaign: Campaign, text: str, actor: User | None, written_as: str | None = None
) -> int:
    """Make `text` the campaign's guidelines, written as Markdown or plain; returns the version in force then.

    As long as nobody has ranked under the present version, it is overwritten; after that, a change makes a
    new one and the old stays readable.
    """
    with transaction.atomic():
        current = Campaign.objects.select_for_update().get(pk=campaign.pk)
        version = current.guidelines_version
        written_as = written_as or current.guidelines_format
        if _same(text, current.guidelines) and written_as == current.guidelines_format:
            return version
        used = Ranking.objects.filter(judge__campaign=current, guidelines_version=version).exists()
        GuidelinesRevision.objects.get_or_create(
            campaign=current,
            version=version,
            defaults={
                "text": current.guidelines,
                "format": current.guidelines_format,
                "created_by": current.created_by,
            },
        )
        if used:
            version += 1
        GuidelinesRevision.objects.update_or_create(
            campaign=current,
            version=version,
            defaults={"text": text, "format": written_as, "created_by": actor},
        )
        Campaign.objects.filter(pk=current.pk).update(
            guidelines=text, guidelines_format=written_as, guidelines_version=version
        )
    campaign.refresh_from_db(fields=["guidelines", "guidelines_format", "guidelines_version"])
    return version


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n") == other.replace("\r\n", "\n")
