"""Systems and sentences that come later: systems with their work, renaming, catching up; changes, undoing."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.form_fields import document_of
from rankings.desk.texts import catching_up, systems, undoing
from rankings.desk.texts.forms import CatchUpForm, RenameForm
from rankings.desk.texts.overview import SystemRow, changes_of, system_rows
from rankings.models import Campaign, TextChange
from rankings.plan.forms import LARGEST_SEED, fresh_seed

LARGEST_KEY = 2**63 - 1

RenameRequest = document_of("RenameRequest", RenameForm())
CatchUpRequest = document_of(
    "CatchUpRequest",
    CatchUpForm(),
    seed=serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False),
)


class SystemDocument(serializers.Serializer[Any]):
    """A system of a campaign, and what judges have made of it."""

    number = serializers.IntegerField(source="system.pk")
    name = serializers.CharField(source="system.name")
    is_input = serializers.BooleanField(source="system.is_input")
    items = serializers.IntegerField(help_text="of the plan that show it")
    pairs = serializers.IntegerField(help_text="of the rankings so far that compare it")
    retired_at = serializers.DateTimeField(
        source="system.retired_at", allow_null=True, help_text="since when its outputs are replaced by others"
    )
    change = serializers.IntegerField(
        source="change.pk", allow_null=True, default=None, help_text="that it came with, where it came later"
    )
    url = serializers.SerializerMethodField()

    def get_url(self, row: SystemRow) -> str:
        place = [self.context["slug"], row.system.pk]
        return str(reverse("api:system", args=place, request=self.context["request"]))


class CaughtUp(serializers.Serializer[Any]):
    """How many items were added that show the system."""

    made = serializers.IntegerField()
    seed = serializers.IntegerField()


class TextChangeDocument(serializers.Serializer[Any]):
    """A change of the texts of a campaign, and whether it was undone."""

    number = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(choices=TextChange.Kind.values)
    system = serializers.IntegerField(source="system_id", allow_null=True)
    name = serializers.CharField(allow_blank=True, help_text="of the system since then")
    former_name = serializers.CharField(
        allow_blank=True, help_text="before it was renamed, or of the outputs that were replaced"
    )
    first_sentence = serializers.IntegerField(allow_null=True, help_text="number of the first one added")
    sentences = serializers.IntegerField(help_text="that were added")
    rankings_before = serializers.IntegerField(help_text="of the campaign when the change was made")
    items = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="numbers of items by what became of them: retired, made, kept",
    )
    discarded = serializers.IntegerField(help_text="rankings that were discarded with it")
    created_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)
    url = serializers.SerializerMethodField()

    def get_url(self, change: TextChange) -> str:
        place = [self.context["slug"], change.pk]
        return str(reverse("api:text-change", args=place, request=self.context["request"]))


class SystemView(ManagedView):
    """A view of systems."""

    def row(self, campaign: Campaign, number: int) -> SystemRow:
        found = next((row for row in system_rows(campaign) if row.system.pk == number), None)
        if found is None:
            raise NotFound
        return found

    def described(self, row: SystemRow, slug: str) -> Any:
        return SystemDocument(row, context={"request": self.request, "slug": slug}).data


class Systems(SystemView):
    """The systems of a campaign."""

    @documented("Systems by name, replaced ones last", page_of(SystemDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        rows = system_rows(self.managed(slug).campaign)
        return self.paged(rows, lambda row: self.described(row, slug))


class OneSystem(SystemView):
    """A system."""

    @documented("A system", SystemDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.described(self.row(self.managed(slug).campaign, number), slug))

    @documented(
        "Rename a system; reports that are there already keep the former name",
        SystemDocument,
        asks=RenameRequest,
    )
    def patch(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        refuse_when_changed(request, self.described(self.row(campaign, number), slug))
        asked = RenameRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        systems.rename_system(campaign, number, asked.validated_data["name"], self.person)
        return Response(self.described(self.row(campaign, number), slug))


class CatchUp(SystemView):
    """Items for a system that came later."""

    @documented(
        "Sample items that all show one system, of sentences where none does yet",
        CaughtUp,
        asks=CatchUpRequest,
        status=201,
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        self.row(campaign, number)
        asked = CatchUpRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        items = asked.validated_data.get("items", 30)
        seed = asked.validated_data.get("seed", fresh_seed())
        count = catching_up.sample_items_with(campaign, number, items, seed, self.person)
        return made({"made": count, "seed": seed}, reverse("api:items", args=[slug], request=request))


class TextChangeView(ManagedView):
    """A view of changes."""

    def change(self, campaign: Campaign, number: int) -> TextChange:
        found = next((one for one in changes_of(campaign) if one.pk == number), None)
        if found is None:
            raise NotFound
        return found

    def described(self, change: TextChange, slug: str) -> Any:
        return TextChangeDocument(change, context={"request": self.request, "slug": slug}).data


class TextChanges(TextChangeView):
    """Changes of the systems and sentences of a campaign."""

    @documented(
        "Changes of systems and sentences, the latest first", page_of(TextChangeDocument), query=PAGING
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = changes_of(self.managed(slug).campaign)
        return self.paged(rows, lambda row: self.described(row, slug))


class OneTextChange(TextChangeView):
    """A change."""

    @documented("A change of systems or sentences", TextChangeDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.described(self.change(self.managed(slug).campaign, number), slug))

    @documented("Undo it, as long as no judge has seen anything of it", TextChangeDocument)
    def post(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        self.change(campaign, number)
        undoing.undo(campaign, number, self.person)
        return Response(self.described(self.change(campaign, number), slug))
