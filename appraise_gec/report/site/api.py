"""Reports: ask for one, follow it, cancel it, name it, delete it."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.accounts.models import ApiToken
from appraise_gec.jobs import services as jobs
from appraise_gec.jobs.models import State
from appraise_gec.jobs.views import may_change
from appraise_gec.report.site import keeping
from appraise_gec.report.site.services import request_report
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle, made
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields, OptionsSerializer, ReportDetailSerializer, ReportSerializer
from rankings.models import Report

STATES = (*State.values, "lost")


class ReportView(ApiView):
    """Reports are for everybody on the team; asking for one takes the scope `compute`."""

    needs = {**COMPUTING, **dict.fromkeys(("PATCH", "DELETE"), COMPUTING["POST"])}

    def report(self, slug: str, key: UUID) -> Report:
        campaign = self.open(slug).campaign
        known = campaign.reports.select_related("campaign", "job", "created_by")
        return get_object_or_404(known, key=key)

    def finished(self, slug: str, key: UUID) -> Report:
        report = self.report(slug, key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return report


class Reports(ReportView):
    """Reports of a campaign."""

    post_throttle = ReportThrottle

    @documented(
        "Reports, newest first; `?state=` for those in one",
        page_of(ReportSerializer),
        query=(*PAGING, OpenApiParameter("state", str, enum=STATES, description="only in this state")),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = campaign.reports.select_related("campaign", "job")
        rows = rows.defer("recipe", "result")
        match self.chosen("state", STATES):
            case "":
                pass
            case "done":
                rows = rows.filter(finished_at__isnull=False)
            case "lost":
                rows = rows.filter(finished_at__isnull=True, job=None)
            case state:
                rows = rows.filter(finished_at__isnull=True, job__state=state)
        return self.paged(rows, lambda row: ReportSerializer(row, context={"request": request}).data)

    @documented(
        "Ask for a report; an equal one is given again with 200",
        ReportSerializer,
        asks=OptionsSerializer,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = OptionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        requested = request_report(campaign, self.person, asked.options())
        answer = ReportSerializer(requested.report, context={"request": request}).data
        return made(answer, answer["url"], is_new=requested.is_new)


class ReportChanges(KnownFields):
    """What becomes of a report as a whole; what is left out stays as it is."""

    name = serializers.CharField(max_length=keeping.NAME_LENGTH, allow_blank=True, required=False)


class OneReport(ReportView):
    """A report."""

    @documented("State and progress; recipe and result once it is done", ReportDetailSerializer)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        return self._described(self.report(slug, key))

    @documented(
        "Name it; takes the scope `manage` for what others asked for",
        ReportDetailSerializer,
        asks=ReportChanges,
    )
    def patch(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self.open(slug), self.report(slug, key)
        refuse_when_changed(request, self._described(report).data)
        asked = ReportChanges(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        self._check_scope(report)
        if "name" in wanted:
            keeping.name_report(access, self.person, report, wanted["name"])
        return self._described(report)

    @documented(
        "Cancel the work on a report that is not done, which only who asked for it may; delete one that is "
        "done or has failed with `?finished=true`, its archives too and, with `?with_links=true`, its links",
        status=204,
        query=(
            OpenApiParameter("finished", bool, description="delete a report that is done"),
            OpenApiParameter("with_links", bool, description="whether public links may stop working"),
        ),
    )
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self.open(slug), self.report(slug, key)
        if report.job is None or report.job.is_final:
            # Said in so many words: who cancels a report that was just done does not mean to lose it.
            if not self.yes_or_no("finished"):
                raise Conflict("The report is not being computed. Delete it with ?finished=true.")
            self._check_scope(report)
            with_links = bool(self.yes_or_no("with_links"))
            keeping.delete_report(access, self.person, report, with_links=with_links)
            return Response(status=204)
        if not may_change(self.person, report.job):
            raise PermissionDenied("Only the person who asked for the report may cancel it.")
        if not jobs.cancel(report.job):
            raise Conflict("The work has ended already.")
        return Response(status=204)

    def _described(self, report: Report) -> Response:
        return Response(ReportDetailSerializer(report, context={"request": self.request}).data)

    def _check_scope(self, report: Report) -> None:
        """Let tokens of the scope `compute` change what their owner asked for, and no more."""
        token = self.request.auth
        own = report.created_by_id == self.person.pk
        if not own and isinstance(token, ApiToken) and token.scope != ApiToken.Scope.MANAGE:
            raise PermissionDenied("This needs a token with the scope manage.")
