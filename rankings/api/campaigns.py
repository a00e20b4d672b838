"""Campaigns for programs: the list, one with its progress, systems and history, and its files."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.accounts.services import record_event
from rankings.access import campaigns_of
from rankings.api.access import MANAGING
from rankings.api.base import ApiView, Conflict, ReportThrottle, Rows
from rankings.api.documents import FILE, Address, documented
from rankings.archive.writing import archive_response
from rankings.corpus.systems import systems_by_name
from rankings.desk.history import known_actions
from rankings.formats.records import FormatError
from rankings.formats.writing import FORMATS
from rankings.judgments.exporting import EXPORTS, export_edit_marks, export_judgments
from rankings.models import Campaign, System
from rankings.plan.progress import campaign_progress


class ManagedView(ApiView):
    """A view of managers: tokens read with `read`, and change with `manage`."""

    needs = MANAGING


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """A campaign as its members know it."""

    url = Address("api:campaign", "slug")
    role = serializers.SerializerMethodField()
    rankings = serializers.IntegerField(source="ranking_count", read_only=True)
    judgments_url = Address("api:judgments", "slug")
    reports_url = Address("report-api:reports", "slug")

    class Meta:
        model = Campaign
        fields = (
            "slug",
            "title",
            "state",
            "language",
            "role",
            "rankings",
            "created_at",
            "url",
            "judgments_url",
            "reports_url",
        )

    def get_role(self, campaign: Campaign) -> str:
        return str(getattr(campaign, "role", "owner"))


class CampaignDetailSerializer(CampaignSerializer):
    """A campaign with its systems and judges."""

    sentences = serializers.SerializerMethodField()
    systems = serializers.SerializerMethodField()
    judges = serializers.SerializerMethodField()

    class Meta(CampaignSerializer.Meta):
        fields = (*CampaignSerializer.Meta.fields, "sentences", "systems", "judges")  # type: ignore[assignment]

    def get_sentences(self, campaign: Campaign) -> int:
        return campaign.sentences.count()

    def get_systems(self, campaign: Campaign) -> list[str]:
        return list(campaign.systems.taking_part().values_list("name", flat=True))

    def get_judges(self, campaign: Campaign) -> list[str]:
        return list(campaign.judges.values_list("name", flat=True))


class Campaigns(Rows):
    """Campaigns that the person manages or reads, newest first."""

    many_are = "Campaigns that you manage or read, newest first"
    document = CampaignSerializer
    filters = (
        OpenApiParameter("state", str, enum=Campaign.State.values, description="only in this state"),
        OpenApiParameter("archived", bool, description="whether it is in the archive"),
    )

    def rows(self, **asked: Any) -> QuerySet[Campaign]:
        rows = campaigns_of(self.person)
        if state := asked["state"]:
            rows = rows.filter(state=state)
        if (archived := asked["archived"]) is not None:
            rows = rows.filter(archived_at__isnull=not archived)
        return rows


class OneCampaign(ApiView):
    """A campaign with its systems and judges."""

    @documented("A campaign with its systems and judges", CampaignDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        access = self.open(slug)
        campaign = campaigns_of(self.person).get(pk=access.campaign.pk)
        return Response(CampaignDetailSerializer(campaign, context={"request": request}).data)


class Progress(serializers.Serializer[Any]):
    """How far judging is: planned rankings of the target."""

    documents = serializers.IntegerField()
    sentences = serializers.IntegerField()
    systems = serializers.IntegerField()
    items = serializers.IntegerField()
    retired_items = serializers.IntegerField()
    done = serializers.IntegerField()
    planned = serializers.IntegerField()
    skipped = serializers.IntegerField()
    target = serializers.IntegerField()
    percent = serializers.IntegerField()
    top_up_done = serializers.IntegerField()
    top_up_target = serializers.IntegerField()
    judges_ready = serializers.IntegerField()


class Event(serializers.Serializer[Any]):
    """An action in the campaign."""

    at = serializers.DateTimeField()
    action = serializers.CharField()
    actor = serializers.CharField(source="actor.username", allow_null=True)
    detail = serializers.DictField()


class CampaignProgress(ManagedView):
    """How far judging is."""

    @documented("How many of the planned rankings are done", Progress)
    def get(self, request: Request, slug: str) -> Response:
        return Response(Progress(campaign_progress(self.managed(slug).campaign)).data)


class SystemDocument(serializers.ModelSerializer[System]):
    """A system of a campaign."""

    number = serializers.IntegerField(source="pk")
    items = serializers.IntegerField(source="items_shown", help_text="of the plan that show it")

    class Meta:
        model = System
        fields = ("number", "name", "is_input", "items", "retired_at", "rankings_before")


class Systems(Rows):
    """The systems of a campaign."""

    many_are = "Systems by name, retired ones last"
    document = SystemDocument

    def rows(self) -> QuerySet[System]:
        return systems_by_name(self.campaign)


class History(Rows):
    """Actions in the campaign."""

    many_are = "Actions and who took them, the latest first"
    document = Event
    filters = (
        OpenApiParameter("action", str, enum=known_actions(), description="only of this kind"),
        OpenApiParameter("since", OpenApiTypes.DATETIME, description="only from this time on"),
    )

    def rows(self, action: str | None = None, since: datetime | None = None) -> Any:
        events = self.managed(self.kwargs["slug"]).campaign.audit_events.select_related("actor")
        wanted = {"action": action, "at__gte": since}
        return events.filter(**{name: value for name, value in wanted.items() if value is not None})


NAMES = OpenApiParameter("names", bool, description="whether it names judges")


MEDIA_TYPES = tuple(dict.fromkeys(FORMATS[name].media_type for name in EXPORTS))
FORMAT = OpenApiParameter("format", str, enum=list(EXPORTS), description="json unless told")


class Judgments(ApiView):
    """All current rankings: `?format=` is `json`, `xml` (the 2015 result XML), `csv` or another format of
    `appraise-gec convert`.
    """

    gives_file = True

    @documented(
        "All current rankings: `?format=json`, `xml`, `csv` or another format of `appraise-gec convert`",
        OpenApiTypes.ANY,
        media_types=MEDIA_TYPES,
        query=(FORMAT,),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        access, chosen = self.open(slug), self.asked(FORMAT) or "json"
        try:
            exported = export_judgments(access.campaign, chosen)
        except FormatError as error:
            raise Conflict(f"{chosen} cannot hold these rankings: {error}") from error
        record_event(self.person, "judgments.export", access.campaign.pk, format=chosen)
        return exported.response()


class EditMarks(ApiView):
    """Every edit that judges could mark, with its marks, for everybody on the team."""

    gives_file = True

    @documented("Every edit that judges could mark", FILE, media_types=("text/csv",))
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        campaign = self.open(slug).campaign
        try:
            exported = export_edit_marks(campaign)
        except FormatError as error:
            raise Conflict(f"CSV cannot hold these edits: {error}") from error
        record_event(self.person, "edit-marks.export", campaign.pk)
        return exported.response()


class CampaignFile(ApiView):
    """The whole campaign as one file."""

    gives_file = True

    throttle_classes = [*ApiView.throttle_classes, ReportThrottle]

    @documented(
        "The whole campaign as one zip archive",
        FILE,
        query=(NAMES,),
        media_types=("application/zip",),
    )
    def get(self, request: Request, slug: str) -> FileResponse:
        names = self.asked(NAMES)
        return archive_response(self.managed(slug).campaign, self.person, names=bool(names))
