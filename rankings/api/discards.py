"""Discarded rankings for programs: decisions so far, discard rankings of a judge, undo it."""

from typing import Any, cast

from rest_framework import serializers, status
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from rankings.access.audience import MANAGERS, open_campaign
from rankings.api.access import MANAGING
from rankings.api.base import ApiView
from rankings.api.documenting import documented
from rankings.api.serializers import KnownFields
from rankings.desk import discards
from rankings.desk.discards import LONGEST_REASON, Scope, Wanted
from rankings.models import Campaign, Discard, Judge

LARGEST_KEY = 2**63 - 1


class WantedSerializer(KnownFields):
    """Which rankings to discard: all of a judge, or those of some days."""

    judge = serializers.CharField(max_length=80)
    scope = serializers.ChoiceField(choices=Scope.values)
    since = serializers.DateField(required=False, allow_null=True, default=None)
    until = serializers.DateField(required=False, allow_null=True, default=None)
    reason = serializers.CharField(max_length=LONGEST_REASON)
    hold = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        for name in ("since", "until"):
            if attrs[name] and attrs["scope"] != Scope.SPAN:
                raise serializers.ValidationError({name: ["Only with the scope span."]})
        return attrs


class DiscardDocument(serializers.Serializer[Any]):
    """A decision that rankings of a judge do not count."""

    number = serializers.IntegerField()
    judge = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.values)
    since = serializers.DateField(allow_null=True)
    until = serializers.DateField(allow_null=True)
    rankings = serializers.IntegerField()
    reason = serializers.CharField()
    created_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)
    in_force = serializers.BooleanField()
    url = serializers.URLField()


class Discards(ApiView):
    """Decisions to discard rankings, the latest first; POST discards, and gives the items to others."""

    needs = MANAGING

    @documented("Decisions to discard rankings, the latest first", DiscardDocument(many=True))
    def get(self, request: Request, slug: str) -> Response:
        campaign = _managed(request, slug)
        return Response([_document(request, made) for made in discards.decisions_of(campaign)])

    @documented(
        "Discard rankings of a judge; others get the items",
        DiscardDocument,
        asks=WantedSerializer,
        status=201,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = _managed(request, slug)
        asked = WantedSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        judge = (
            Judge.objects.select_related("campaign").filter(campaign=campaign, name=wanted["judge"]).first()
        )
        if judge is None:
            raise serializers.ValidationError({"judge": ["The campaign has no judge of this name."]})
        made, _ = discards.discard(
            judge,
            Wanted(wanted["scope"], wanted["since"], wanted["until"]),
            wanted["reason"],
            hold=wanted["hold"],
            actor=self.person,
        )
        answer = _document(request, _decision(campaign, made.pk))
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["url"]})


class OneDiscard(ApiView):
    """A decision to discard rankings; POST undoes it, so that they count again."""

    needs = MANAGING

    @documented("A decision to discard rankings", DiscardDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_document(request, _decision(_managed(request, slug), number)))

    @documented("Undo it: the rankings count again", DiscardDocument)
    def post(self, request: Request, slug: str, number: int) -> Response:
        campaign = _managed(request, slug)
        _decision(campaign, number)
        discards.undo(campaign, number, cast("User", request.user))
        return Response(_document(request, _decision(campaign, number)))


def _managed(request: Request, slug: str) -> Campaign:
    """The campaign of a manager, as on the pages; 404 for everybody else."""
    return open_campaign(cast("User", request.user), slug, MANAGERS).campaign


def _decision(campaign: Campaign, number: int) -> Discard:
    found = discards.decisions_of(campaign).filter(pk=number).first() if number <= LARGEST_KEY else None
    if found is None:
        raise NotFound
    return found


def _document(request: Request, made: Discard) -> dict[str, Any]:
    return {
        "number": made.pk,
        "judge": made.judge.name,
        "scope": made.scope,
        "since": made.since,
        "until": made.until,
        "rankings": cast("Any", made).ranking_count,
        "reason": made.reason,
        "created_at": made.created_at,
        "undone_at": made.undone_at,
        "in_force": made.undone_at is None,
        "url": reverse("api:discard", args=[made.campaign.slug, made.pk], request=request),
    }
