"""Items that are added later, for programs: while judging is open, and top-ups of uncertain pairs."""

from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.urls import reverse as page_address
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import PersonThrottle, ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.form_fields import check, document_of, fill
from rankings.api.serializers import KnownFields
from rankings.judgments.stored import campaign_judgments
from rankings.models import AdaptiveJudging, Campaign, TopUp
from rankings.plan import adding, top_ups
from rankings.plan.forms import LARGEST_SEED, AddingForm, fresh_seed
from rankings.plan.top_ups import Proposal

SETTINGS = AddingForm.Meta.fields

AddingChanges = document_of(
    "AddingChanges",
    AddingForm(instance=AdaptiveJudging()),
    on=serializers.BooleanField(help_text="whether items are added; `false` pauses it"),
)
_Settings = document_of("AddingSettings", AddingForm(instance=AdaptiveJudging()))


class SettledOrder(serializers.Serializer[Any]):
    """A pair of systems whose order is settled."""

    better = serializers.CharField()
    worse = serializers.CharField()
    look = serializers.IntegerField(help_text="at the results, from 1")


class AddingDocument(_Settings):  # type: ignore[misc,valid-type]
    """Whether and how items are added while judging is open, and how far the question is settled."""

    state = serializers.ChoiceField(
        choices=AdaptiveJudging.State.values, allow_null=True, help_text="null while nobody has set it up"
    )
    ending = serializers.ChoiceField(
        choices=AdaptiveJudging.Ending.values, allow_null=True, help_text="why it has ended"
    )
    about = serializers.CharField(allow_blank=True, help_text="the state in words")
    trouble = serializers.CharField(allow_blank=True, help_text="why the last attempt to add items failed")
    may_change = serializers.BooleanField(help_text="the settings: until results have been looked at")
    seed = serializers.IntegerField(allow_null=True)
    added = serializers.IntegerField(help_text="items so far")
    at_random = serializers.IntegerField(help_text="of these")
    looks_taken = serializers.IntegerField()
    pairs = serializers.IntegerField(help_text="of systems", allow_null=True)
    settled = SettledOrder(many=True)
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    page_url = serializers.URLField()


class TopUpPair(serializers.Serializer[Any]):
    """Two systems, and how many of the items compare them."""

    first = serializers.CharField()
    second = serializers.CharField()
    items = serializers.IntegerField()


class TopUpDocument(serializers.Serializer[Any]):
    """Items that were added later."""

    number = serializers.IntegerField()
    seed = serializers.IntegerField()
    is_automatic = serializers.BooleanField(help_text="added by the site while judging was open")
    items = serializers.IntegerField()
    at_random = serializers.IntegerField()
    pairs = TopUpPair(many=True)
    created_at = serializers.DateTimeField()


class TopUpRequest(KnownFields):
    """How many items to add for uncertain pairs of systems."""

    items = serializers.IntegerField(min_value=1, max_value=top_ups.MOST_ITEMS, default=50)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)
    items_before = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="how many items there were when this was decided: 409 otherwise",
    )
    dry_run = serializers.BooleanField(default=False)


class UncertainPairDocument(TopUpPair):
    """Two systems whose rank ranges overlap."""

    first_ranks = serializers.ListField(child=serializers.IntegerField())
    second_ranks = serializers.ListField(child=serializers.IntegerField())


class TopUpAnswer(serializers.Serializer[Any]):
    """What was added, or would be with `dry_run`."""

    dry_run = serializers.BooleanField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    new_sentences = serializers.IntegerField(help_text="of the items show a sentence that no item shows yet")
    items_before = serializers.IntegerField()
    pairs = UncertainPairDocument(many=True)


class Adding(ManagedView):
    """Adding items while judging is open."""

    @documented("Whether and how items are added while judging is open", AddingDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.document(self.managed(slug).campaign))

    @documented(
        "Switch it on with `on`, change settings, pause it or let it go on; settings that are not sent stay",
        AddingDocument,
        asks=AddingChanges(partial=True),
    )
    def patch(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        refuse_when_changed(request, self.document(campaign))
        asked = AddingChanges(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        wanted = dict(asked.validated_data)
        on = wanted.pop("on", None)
        known = AdaptiveJudging.objects.filter(campaign=campaign).first()
        if known is None and wanted and on is None:
            reason = "Nobody has switched it on. Send true with the settings, or false to keep it paused."
            raise serializers.ValidationError({"on": [reason]})
        with transaction.atomic():
            if wanted or (on and known is None):
                form = AddingForm(fill(_settings(known), wanted), instance=AdaptiveJudging(), prefix="")
                check(form)
                values = {name: form.cleaned_data[name] for name in SETTINGS}
                adding.set_up(campaign, values, self.person, seed=fresh_seed())
            if on is not None:
                (adding.resume if on else adding.pause)(campaign, self.person)
        return Response(self.document(campaign))

    def document(self, campaign: Campaign) -> Any:
        status = adding.adding_status(campaign)
        known = status.setting if status else None
        page = page_address("campaigns:plan-adding", kwargs={"slug": campaign.slug})
        document = {
            **_settings(known),
            "state": known.state if known else None,
            "ending": known.ending or None if known else None,
            "about": str(status.words) if status else "",
            "trouble": str(status.trouble) if status else "",
            "may_change": status is None or status.may_change,
            "seed": known.seed if known else None,
            "added": status.added if status else 0,
            "at_random": status.at_random if status else 0,
            "looks_taken": known.looks_taken if known else 0,
            "pairs": status.pairs if status else None,
            "settled": [
                {"better": better, "worse": worse, "look": look}
                for better, worse, look in (known.settled if known else ())
            ],
            "started_at": known.started_at if known else None,
            "ended_at": known.ended_at if known else None,
            "page_url": self.request.build_absolute_uri(f"{page}#adding"),
        }
        return AddingDocument(document).data


class TopUps(ManagedView):
    """Items for pairs of systems whose order the plan has left uncertain."""

    post_throttle: type[PersonThrottle] | None = ReportThrottle

    @documented("Items that were added later, the latest first", page_of(TopUpDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(_top_ups(self.managed(slug).campaign), lambda row: TopUpDocument(_top_up(row)).data)

    @documented(
        "Add items for uncertain pairs of systems, or with `dry_run` say which these would be",
        TopUpAnswer,
        asks=TopUpRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = TopUpRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        before = wanted.get("items_before", top_ups.planned_items(campaign))
        seed = wanted.get("seed", fresh_seed())
        proposal = top_ups.propose(campaign, campaign_judgments(campaign), wanted["items"], seed)
        document = TopUpAnswer(_proposed(proposal, before, dry_run=wanted["dry_run"])).data
        if wanted["dry_run"]:
            return Response(document)
        top_ups.add_top_up(campaign, proposal, self.person, items_before=before)
        return made(document, reverse("api:top-ups", args=[slug], request=request))


def _settings(known: AdaptiveJudging | None) -> dict[str, Any]:
    """The settings as they are, or the usual ones."""
    setting = known or AdaptiveJudging()
    return {name: getattr(setting, name) for name in SETTINGS}


def _top_ups(campaign: Campaign) -> QuerySet[TopUp]:
    """Later additions, without the copies that judges are shown again."""
    own = Q(items__original__isnull=True)
    counted = campaign.top_ups.annotate(
        item_count=Count("items", filter=own),
        random_count=Count("items", filter=own & Q(items__at_random=True)),
    )
    return counted.order_by("-created_at", "-pk")


def _top_up(row: Any) -> dict[str, Any]:
    return {
        "number": row.pk,
        "seed": row.seed,
        "is_automatic": row.is_automatic,
        "items": row.item_count,
        "at_random": row.random_count,
        "pairs": [{"first": first, "second": second, "items": items} for first, second, items in row.pairs],
        "created_at": row.created_at,
    }


def _proposed(proposal: Proposal, before: int, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "seed": proposal.seed,
        "items": len(proposal.items),
        "new_sentences": proposal.new_sentences,
        "items_before": before,
        "pairs": proposal.pairs,
    }
