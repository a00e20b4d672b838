"""Items of a campaign: samples, and single items."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.api.rows import Rows
from rankings.models import Item, ItemOutputSystem
from rankings.plan import sampling
from rankings.plan.forms import SampleForm


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
            "items": campaign.items.filter(purpose=Item.Purpose.JUDGING).count(),
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
