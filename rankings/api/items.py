"""Items of a campaign for programs: samples, single items, known answers, flags, and what judges hold."""

from typing import Any, ClassVar

from django.db.models import Count, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.api.rows import Rows
from rankings.desk.flags import decided_flags, open_flags
from rankings.desk.leases import leases
from rankings.models import Assignment, Item, ItemOutputSystem, Ranking
from rankings.plan import sampling
from rankings.plan.forms import SampleForm
from rankings.plan.known_answers import ranks_from_expected, texts_of

Purpose = Item.Purpose


class Draw(serializers.Serializer[Any]):
    """An earlier sample."""

    at = serializers.DateTimeField()
    actor = serializers.CharField(source="actor.username", allow_null=True)
    detail = serializers.DictField()


class Items(serializers.Serializer[Any]):
    """The sampled items of a campaign."""

    items = serializers.IntegerField(help_text="sampled so far, top-ups included")
    may_replace = serializers.BooleanField()
    draws = Draw(many=True)


class SampleForecast(serializers.Serializer[Any]):
    """The numbers of a sample when every item has all its judges: exact for this seed."""

    items = serializers.IntegerField()
    sentences = serializers.IntegerField()
    rankings = serializers.IntegerField()
    unexpanded_pairs = serializers.IntegerField()
    expanded_pairs = serializers.IntegerField()
    mean_outputs = serializers.FloatField()
    mean_covered = serializers.FloatField()
    single_outputs = serializers.IntegerField()


class OutputOfItem(serializers.Serializer[Any]):
    """A distinct output, and who wrote it."""

    text = serializers.CharField(allow_blank=True)
    systems = serializers.ListField(child=serializers.CharField())


class ItemOfCampaign(serializers.ModelSerializer[Item]):
    """An item as managers see it."""

    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    outputs = serializers.SerializerMethodField()
    rankings = serializers.SerializerMethodField()

    class Meta:
        model = Item
        fields: ClassVar = ["number", "purpose", "sentence", "source", "retired_at", "outputs", "rankings"]
        read_only_fields = fields

    @extend_schema_field(OutputOfItem(many=True))
    def get_outputs(self, item: Item) -> list[dict[str, Any]]:
        systems: dict[int, list[str]] = {}
        rows = ItemOutputSystem.objects.filter(item=item).order_by("system__name")
        for output, name in rows.values_list("output_id", "system__name"):
            systems.setdefault(output, []).append(name)
        outputs = item.outputs.order_by("position")
        return [{"text": one.text, "systems": systems.get(one.pk, [])} for one in outputs]

    def get_rankings(self, item: Item) -> int:
        return item.rankings.filter(is_current=True, skipped=False).count()


class CampaignItems(ManagedView):
    """Sampling items."""

    @documented("The samples so far", Items)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        counted = {
            "items": campaign.items.filter(purpose=Purpose.JUDGING).count(),
            "may_replace": sampling.may_replace_items(campaign),
        }
        return Response(Items({**counted, "draws": sampling.earlier_draws(campaign)}).data)


class SampleForecastOf(ManagedView):
    """What a sample would give, before anybody makes it."""

    @documented(
        "What a sample of these settings would give; nothing is stored",
        SampleForecast,
        query=tuple(
            OpenApiParameter(name, str, description=str(field.label))
            for name, field in SampleForm().fields.items()
            if name not in {"replace", "items_before"}
        ),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        usual = {
            "items": 100,
            "sampler": campaign.sampler,
            "seed": 0,
            "repeats": True,
            "only_differing": True,
        }
        form = SampleForm({**usual, **request.query_params.dict()})
        check(form)
        options = form.options(campaign.judges_per_item)
        expected = sampling.forecast(sampling.corpus_sets(campaign), options, campaign.max_outputs)
        return Response(SampleForecast(expected).data)


class SampledItems(Rows):
    """Items that judges rank."""

    one_is = "An item: its sentence, its outputs with their systems, and how often it is ranked"
    document, key = ItemOfCampaign, "number"

    def rows(self) -> QuerySet[Item]:
        return self.campaign.items.filter(original=None).select_related("sentence")


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
        return list(texts_of(item))

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(allow_null=True)))
    def get_ranks(self, item: Item) -> list[int | None]:
        return ranks_from_expected(item.expected, len(texts_of(item)))


class Checks(Rows):
    """Check and training items that are handed out."""

    many_are = "Check and training items, by number"
    document = KnownItem

    def rows(self) -> QuerySet[Item]:
        answered = Count("rankings", filter=Q(rankings__is_current=True, rankings__skipped=False))
        known = self.campaign.items.filter(purpose__in=(Purpose.CHECK, Purpose.TRAINING), retired_at=None)
        return known.select_related("sentence").annotate(answered=answered).order_by("number")


class FlagDocument(serializers.Serializer[Any]):
    """A flag that a judge has raised, and the decision about it."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.CharField(source="judge.name")
    item = serializers.IntegerField(source="item.number")
    source = serializers.CharField(source="item.sentence.text")  # type: ignore[assignment]
    reason = serializers.CharField(source="flag_reason", allow_blank=True)
    note = serializers.CharField(source="flag_note", allow_blank=True)
    skipped = serializers.BooleanField()
    raised_at = serializers.DateTimeField(source="submitted_at", allow_null=True)
    outcome = serializers.ChoiceField(
        source="flag_outcome", choices=Ranking.FlagOutcome.values, allow_blank=True
    )
    answer = serializers.CharField(source="flag_answer", allow_blank=True)


class Lease(serializers.ModelSerializer[Assignment]):
    """An item that a judge holds."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.CharField(source="judge.name")
    item = serializers.IntegerField(source="item.number")

    class Meta:
        model = Assignment
        fields: ClassVar = ["number", "judge", "item", "lent_at", "lease_expires_at"]
        read_only_fields = fields


class Flags(Rows):
    """Flags that judges have raised."""

    many_are = "Flags without a decision, or with `?state=decided` those with one"
    document = FlagDocument
    filters = (OpenApiParameter("state", str, enum=("open", "decided"), description="open unless told"),)

    def rows(self, state: str | None = None) -> QuerySet[Ranking]:
        return decided_flags(self.campaign) if state == "decided" else open_flags(self.campaign)


class Leases(Rows):
    """Items that judges hold."""

    many_are = "Items lent and not finished, the oldest first"
    document = Lease

    def rows(self) -> QuerySet[Assignment]:
        return leases(self.campaign)
