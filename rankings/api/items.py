"""Items of a campaign: samples, and single items."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.models import Campaign, Item, ItemOutputSystem
from rankings.plan import sampling
from rankings.plan.forms import SampleForm

LARGEST_NUMBER = 2**31 - 1
Purpose = Item.Purpose


class Draw(serializers.Serializer[Any]):
    """An earlier sample."""

    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True)
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


class ItemOfCampaign(serializers.Serializer[Any]):
    """An item as managers see it."""

    number = serializers.IntegerField(source="item.number")
    purpose = serializers.ChoiceField(source="item.purpose", choices=Purpose.values)
    sentence = serializers.IntegerField(source="item.sentence.index")
    source = serializers.CharField(source="item.sentence.text")  # type: ignore[assignment]
    retired_at = serializers.DateTimeField(source="item.retired_at", allow_null=True)
    outputs = OutputOfItem(many=True)
    rankings = serializers.IntegerField()


class CampaignItems(ManagedView):
    """Sampling items."""

    @documented("The samples so far", Items)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        draws = [
            {"at": one.at, "actor": one.actor.get_username() if one.actor else None, "detail": one.detail}
            for one in sampling.earlier_draws(campaign)
        ]
        counted = {"items": _sampled(campaign), "may_replace": sampling.may_replace_items(campaign)}
        return Response(Items({**counted, "draws": draws}).data)


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


class OneItem(ManagedView):
    """An item that judges rank."""

    @documented(
        "An item: its sentence, its outputs with their systems, and how often it is ranked", ItemOfCampaign
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        items = self.managed(slug).campaign.items.select_related("sentence")
        item = get_object_or_404(items, number=item_number(number), original=None)
        systems: dict[int, list[str]] = {}
        rows = ItemOutputSystem.objects.filter(item=item).order_by("system__name")
        for output, name in rows.values_list("output_id", "system__name"):
            systems.setdefault(output, []).append(name)
        outputs = item.outputs.order_by("position")
        shown = [{"text": one.text, "systems": systems.get(one.pk, [])} for one in outputs]
        ranked = item.rankings.filter(is_current=True, skipped=False).count()
        document = {"item": item, "outputs": shown, "rankings": ranked}
        return Response(ItemOfCampaign(document).data)


def _sampled(campaign: Campaign) -> int:
    return campaign.items.filter(purpose=Purpose.JUDGING).count()


def item_number(number: int) -> int:
    """A number that an item can have, for a look into the database."""
    if number > LARGEST_NUMBER:
        raise NotFound
    return number
