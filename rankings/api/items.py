"""Items of a campaign: samples, single items, check and training items."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.form_fields import check, document_of
from rankings.api.serializers import KnownFields
from rankings.desk import retiring
from rankings.models import Campaign, Item, ItemOutputSystem
from rankings.plan import known_answers, sampling
from rankings.plan.forms import LARGEST_SEED, MakeChecksForm, SampleForm, fresh_seed

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


class Sampled(serializers.Serializer[Any]):
    """What was sampled, or would be with `dry_run`."""

    dry_run = serializers.BooleanField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField(help_text="that the campaign has then")
    forecast = SampleForecast()


SampleRequest = document_of(
    "SampleRequest",
    SampleForm(),
    seed=serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False),
    replace=serializers.BooleanField(default=False, help_text="instead of the items that are there"),
    items_before=serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="how many items there were when this was decided: 409 otherwise",
    ),
    dry_run=serializers.BooleanField(default=False),
)
MakeChecks = document_of(
    "MakeChecks",
    MakeChecksForm(),
    seed=serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False),
)


class KnownItem(serializers.Serializer[Any]):
    """A check or training item that is handed out."""

    number = serializers.IntegerField()
    purpose = serializers.ChoiceField(choices=[Purpose.CHECK.value, Purpose.TRAINING.value])
    check_kind = serializers.CharField(allow_blank=True)
    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    explanation = serializers.CharField(allow_blank=True)
    answered = serializers.IntegerField()


class MadeChecks(serializers.Serializer[Any]):
    """How many check items could be made."""

    made = serializers.IntegerField()
    seed = serializers.IntegerField()


class NewKnown(KnownFields):
    """A sentence with the correct ranking of its outputs, in the order of `GET known/?sentence=`."""

    sentence = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER)
    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10, allow_null=True), max_length=10
    )
    use = serializers.ChoiceField(choices=["training", "check"])
    explanation = serializers.CharField(max_length=4_000, allow_blank=True, default="")


class KnownCandidate(serializers.Serializer[Any]):
    """A sentence that a check or training item can be made of."""

    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    outputs = serializers.ListField(child=serializers.CharField(allow_blank=True), source="texts")
    is_sampled = serializers.BooleanField(source="is_drawn")


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

    @documented(
        "Sample items, or with `dry_run` say what that would give",
        Sampled,
        asks=SampleRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = SampleRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = dict(asked.validated_data)
        before = _sampled(campaign)
        usual = {"items": 100, "sampler": campaign.sampler, "seed": fresh_seed(), "repeats": True}
        form = SampleForm({**usual, "only_differing": True, **wanted})
        check(form)
        options = form.options(campaign.judges_per_item)
        expected = sampling.forecast(sampling.corpus_sets(campaign), options, campaign.max_outputs)
        document = {"dry_run": wanted["dry_run"], "seed": options.seed, "forecast": expected}
        if wanted["dry_run"]:
            kept = 0 if wanted["replace"] else before
            return Response(Sampled({**document, "items": kept + expected.items}).data)
        total = sampling.draw_items(
            campaign,
            options,
            self.person,
            items_before=wanted.get("items_before", before),
            replace=wanted["replace"],
        )
        url = reverse("api:items", args=[slug], request=request)
        return made(Sampled({**document, "items": total}).data, url)


class OneItem(ManagedView):
    """An item that judges rank."""

    @documented(
        "An item: its sentence, its outputs with their systems, and how often it is ranked", ItemOfCampaign
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        items = self.managed(slug).campaign.items.select_related("sentence")
        item = get_object_or_404(items, number=_number(number), original=None)
        systems: dict[int, list[str]] = {}
        rows = ItemOutputSystem.objects.filter(item=item).order_by("system__name")
        for output, name in rows.values_list("output_id", "system__name"):
            systems.setdefault(output, []).append(name)
        outputs = item.outputs.order_by("position")
        shown = [{"text": one.text, "systems": systems.get(one.pk, [])} for one in outputs]
        ranked = item.rankings.filter(is_current=True, skipped=False).count()
        document = {"item": item, "outputs": shown, "rankings": ranked}
        return Response(ItemOfCampaign(document).data)

    @documented("Hand the item out no more; its rankings stay", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        retiring.retire_item(self.managed(slug).campaign, _number(number), self.person)
        return Response(status=204)

    @documented("Hand a retired item out again", status=204)
    def post(self, request: Request, slug: str, number: int) -> Response:
        retiring.put_back_item(self.managed(slug).campaign, _number(number), self.person)
        return Response(status=204)


class Checks(ManagedView):
    """Check items that the site makes by itself, and all items with a known answer."""

    @documented("Check and training items, by number", page_of(KnownItem), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(_known(self.managed(slug).campaign), lambda item: KnownItem(item).data)

    @documented("Make check items that need no person's answer", MadeChecks, asks=MakeChecks, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = MakeChecks(data=request.data)
        asked.is_valid(raise_exception=True)
        form = MakeChecksForm({"kind": Item.CheckKind.DAMAGED, "number": 10, **asked.validated_data})
        check(form)
        seed = asked.validated_data.get("seed", fresh_seed())
        count = known_answers.make_checks(
            campaign, form.cleaned_data["kind"], form.cleaned_data["number"], seed, self.person
        )
        return made({"made": count, "seed": seed}, reverse("api:checks", args=[slug], request=request))


class OneCheck(ManagedView):
    """A check or training item."""

    @documented("A check or training item", KnownItem)
    def get(self, request: Request, slug: str, number: int) -> Response:
        found = get_object_or_404(_known(self.managed(slug).campaign), number=_number(number))
        return Response(KnownItem(found).data)

    @documented("Hand the item out no more; answers stay", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        known_answers.retire_known(self.managed(slug).campaign, _number(number), self.person)
        return Response(status=204)


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
        item.answered = 0  # type: ignore[attr-defined]
        return made(KnownItem(item).data, reverse("api:check", args=[slug, item.number], request=request))


class KnownCandidateOf(ManagedView):
    """The outputs of one sentence, in the order in which their known ranks are given."""

    @documented("The outputs of a sentence that a known answer can be given for", KnownCandidate)
    def get(self, request: Request, slug: str, sentence: int) -> Response:
        found = known_answers.candidate(self.managed(slug).campaign, _number(sentence))
        if found is None:
            raise NotFound("No such sentence has two different outputs.")
        return Response(KnownCandidate(found).data)


def _known(campaign: Campaign) -> QuerySet[Item]:
    """Check and training items that are handed out."""
    answered = Count("rankings", filter=Q(rankings__is_current=True, rankings__skipped=False))
    return (
        campaign.items.filter(purpose__in=(Purpose.CHECK, Purpose.TRAINING), retired_at__isnull=True)
        .select_related("sentence")
        .annotate(answered=answered)
        .order_by("number")
    )


def _sampled(campaign: Campaign) -> int:
    return campaign.items.filter(purpose=Purpose.JUDGING).count()


def _number(number: int) -> int:
    """A number that an item can have, for a look into the database."""
    if number > LARGEST_NUMBER:
        raise NotFound
    return number
