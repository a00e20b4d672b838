"""Check and training items for programs: those that the site makes, and those whose order a person knows."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.rows import Rows
from rankings.api.serializers import KnownFields
from rankings.models import Campaign, Item, ItemOutput
from rankings.plan import known_answers

LARGEST_NUMBER = 2**31 - 1
Purpose = Item.Purpose


class KnownItem(serializers.Serializer[Any]):
    """A check or training item that is handed out."""

    number = serializers.IntegerField()
    purpose = serializers.ChoiceField(choices=[Purpose.CHECK.value, Purpose.TRAINING.value])
    check_kind = serializers.CharField(allow_blank=True)
    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    outputs = serializers.SerializerMethodField()
    ranks = serializers.SerializerMethodField(help_text="of the outputs; null where any will do")
    explanation = serializers.CharField(allow_blank=True)
    answered = serializers.IntegerField()

    def get_outputs(self, item: Item) -> list[str]:
        return [output.text for output in _outputs(item)]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(allow_null=True)))
    def get_ranks(self, item: Item) -> list[int | None]:
        return known_answers.ranks_from_expected(item.expected, len(_outputs(item)))


def _ranks() -> serializers.ListField:
    rank = serializers.IntegerField(min_value=1, max_value=10, allow_null=True)
    return serializers.ListField(child=rank, max_length=10)


class KnownChange(KnownFields):
    """What to change of a known answer; what is not sent stays."""

    ranks = _ranks()
    explanation = serializers.CharField(max_length=4_000, allow_blank=True)


class NewKnown(KnownFields):
    """A sentence with the correct ranking of its outputs, in the order in which they are listed."""

    sentence = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    ranks = _ranks()
    use = serializers.ChoiceField(choices=["training", "check"])
    explanation = serializers.CharField(max_length=4_000, allow_blank=True, default="")


class KnownCandidate(serializers.Serializer[Any]):
    """A sentence that a check or training item can be made of."""

    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    outputs = serializers.ListField(child=serializers.CharField(allow_blank=True), source="texts")
    is_sampled = serializers.BooleanField(source="is_drawn")


class Checks(Rows):
    """Check and training items that are handed out."""

    many_are, one_is = "Check and training items, by number", "A check or training item"
    document, key = KnownItem, "number"

    def rows(self) -> QuerySet[Item]:
        return _known(self.campaign)


class OneCheck(Checks):
    """A check or training item."""

    @documented(
        "Change the known answer; every ranking is compared with the answer in force",
        KnownItem,
        asks=KnownChange(partial=True),
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        before = KnownItem(self.row()).data
        asked = KnownChange(data=request.data, partial=True)
        asked.is_valid(raise_exception=True)
        wanted = {"ranks": before["ranks"], "explanation": before["explanation"], **asked.validated_data}
        known_answers.change_known(self.campaign, number, wanted["ranks"], wanted["explanation"], self.person)
        return Response(self.described(self.row()))


class KnownAnswers(ManagedView):
    """Training and check items whose order a person knows."""

    @documented("Sentences that are fit for one", KnownCandidate(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(
            KnownCandidate(known_answers.suggestions(self.managed(slug).campaign), many=True).data
        )

    @documented("Make one of a sentence and the ranks of its outputs", KnownItem, asks=NewKnown, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = NewKnown(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        item = known_answers.make_known(
            campaign,
            wanted["sentence"],
            wanted["ranks"],
            wanted["explanation"],
            self.person,
            training=wanted["use"] == "training",
        )
        item = _known(campaign).get(pk=item.pk)
        return made(KnownItem(item).data, reverse("api:check", args=[slug, item.number], request=request))


class KnownCandidateOf(ManagedView):
    """The outputs of one sentence, in the order in which their known ranks are given."""

    @documented("The outputs of a sentence that a known answer can be given for", KnownCandidate)
    def get(self, request: Request, slug: str, sentence: int) -> Response:
        found = known_answers.candidate(self.managed(slug).campaign, sentence)
        if found is None:
            raise NotFound("No such sentence has two different outputs.")
        return Response(KnownCandidate(found).data)


def _known(campaign: Campaign) -> QuerySet[Item]:
    """Check and training items that are handed out."""
    answered = Count("rankings", filter=Q(rankings__is_current=True, rankings__skipped=False))
    return (
        campaign.items.filter(purpose__in=(Purpose.CHECK, Purpose.TRAINING), retired_at__isnull=True)
        .select_related("sentence")
        .prefetch_related("outputs")
        .annotate(answered=answered)
        .order_by("number")
    )


def _outputs(item: Item) -> list[ItemOutput]:
    return sorted(item.outputs.all(), key=lambda output: output.position)
