"""The judges of a campaign: who they are, how they get in, what they may do."""

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.form_fields import check, document_of
from rankings.api.serializers import KnownFields
from rankings.models import Campaign, Judge
from rankings.people import invitations, members, personal_links, privacy
from rankings.people.account_forms import ForgetForm
from rankings.people.forms import ExistingJudgeForm, JudgeQuotaForm, PersonalLinkForm
from rankings.people.judge_list import JudgeRow, judge_of, judge_rows
from rankings.people.members import JUDGE_NAME_LENGTH, MOST_JUDGES_AT_ONCE

STANDINGS = ("ready", "invited", "expired", "withdrawn", "no account", "on hold", "closed")

ExistingJudge = document_of("ExistingJudge", ExistingJudgeForm())
PersonalLinkRequest = document_of("PersonalLinkRequest", PersonalLinkForm())
ForgetRequest = document_of("ForgetRequest", ForgetForm())


class JudgeDocument(serializers.Serializer[Any]):
    """A judge, with the work done. `invitation_url` is there only in the answer that made the link."""

    number = serializers.IntegerField(source="judge.pk")
    name = serializers.CharField(source="judge.name")
    standing = serializers.ChoiceField(choices=STANDINGS)
    quota = serializers.IntegerField(source="judge.quota", allow_null=True)
    on_hold = serializers.SerializerMethodField()
    done = serializers.IntegerField(source="progress.done")
    planned = serializers.IntegerField(source="progress.planned")
    skipped = serializers.IntegerField(source="progress.skipped")
    last_active = serializers.DateTimeField(source="progress.last_active", allow_null=True)
    url = serializers.SerializerMethodField()

    def get_on_hold(self, row: JudgeRow) -> bool:
        return not row.judge.is_active

    def get_url(self, row: JudgeRow) -> str:
        return judge_url(row.judge, self.context["request"], self.context["slug"])


class InvitedJudge(serializers.Serializer[Any]):
    """A judge with an invitation link, which is told once."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    invitation_url = serializers.URLField()
    url = serializers.URLField()


class InvitedJudges(serializers.Serializer[Any]):
    """The judges that were added."""

    judges = InvitedJudge(many=True)


class Link(serializers.Serializer[Any]):
    """A link that is told once; who has it is the judge."""

    link_url = serializers.URLField()
    secret = serializers.CharField()
    expires_at = serializers.DateTimeField()


class NewJudges(KnownFields):
    """Names of judges to add: what reports and exports call them."""

    names = serializers.ListField(
        child=serializers.CharField(max_length=JUDGE_NAME_LENGTH),
        max_length=MOST_JUDGES_AT_ONCE,
        min_length=1,
    )


class JudgeChange(KnownFields):
    """What to change of a judge; what is not sent stays."""

    name = serializers.CharField(max_length=JUDGE_NAME_LENGTH, required=False)
    quota = serializers.IntegerField(min_value=1, max_value=100_000, allow_null=True, required=False)
    on_hold = serializers.BooleanField(required=False)


class Judges(ManagedView):
    """The judges of a campaign."""

    @documented(
        "Judges by name, with their work; `?standing=` for those with one",
        page_of(JudgeDocument),
        query=(*PAGING, OpenApiParameter("standing", str, enum=STANDINGS, description="only these")),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = judge_rows(self.managed(slug).campaign)
        context = {"request": request, "slug": slug}
        if standing := self.chosen("standing", STANDINGS):
            rows = [row for row in rows if row.standing == standing]
        return self.paged(rows, lambda row: JudgeDocument(row, context=context).data)

    @documented("Add judges by name, each with an invitation link", InvitedJudges, asks=NewJudges, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = NewJudges(data=request.data)
        asked.is_valid(raise_exception=True)
        added = members.add_judges(campaign, asked.validated_data["names"], self.person)
        document = {"judges": [_invited(new.judge, new.secret, request) for new in added]}
        return made(document, reverse("api:judges", args=[slug], request=request))


class ExistingJudges(ManagedView):
    """People with an account, as judges."""

    @documented("Make a person with an account a judge", JudgeDocument, asks=ExistingJudge, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = ExistingJudge(data=request.data)
        asked.is_valid(raise_exception=True)
        form = ExistingJudgeForm(asked.validated_data)
        check(form)
        added = members.add_existing_judge(
            campaign, form.cleaned_data["username"], self.person, form.cleaned_data["name"]
        )
        return made(_document(campaign, added, request), judge_url(added, request))


class OneJudge(ManagedView):
    """One judge."""

    @documented("A judge, with the work done", JudgeDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        return Response(_document(campaign, judge_of(campaign, number), request))

    @documented("Rename, put on hold or release, change the quota", JudgeDocument, asks=JudgeChange)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        judge = judge_of(campaign, number)
        if "If-Match" in request.headers:
            refuse_when_changed(request, _document(campaign, judge, request))
        asked = JudgeChange(data=request.data)
        asked.is_valid(raise_exception=True)
        with transaction.atomic():  # all that was sent, or nothing
            self._change(judge, asked.validated_data)
        return Response(_document(campaign, judge, request))

    def _change(self, judge: Judge, changes: dict[str, Any]) -> None:
        if "quota" in changes:
            form = JudgeQuotaForm({"quota": changes["quota"]})
            check(form)
            members.set_quota(judge, form.cleaned_data["quota"], self.person)
        if "on_hold" in changes:
            members.set_on_hold(judge, changes["on_hold"], self.person)
        if "name" in changes:
            members.rename_judge(judge, changes["name"], self.person)

    @documented("Remove a judge who has seen nothing yet", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        members.remove_judge(judge_of(self.managed(slug).campaign, number), self.person)
        return Response(status=204)


class JudgeInvitation(ManagedView):
    """The invitation link of a judge who has not come yet."""

    @documented("A new invitation link; earlier ones end", InvitedJudge, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        judge = judge_of(self.managed(slug).campaign, number)
        document = _invited(judge, invitations.issue(judge, self.person), request)
        return made(document, document["url"])

    @documented("Withdraw the invitation link", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        invitations.revoke(judge_of(self.managed(slug).campaign, number), self.person)
        return Response(status=204)


class JudgePersonalLink(ManagedView):
    """The link with which a judge gets in without a password."""

    @documented("A new personal link; an earlier one ends", Link, asks=PersonalLinkRequest, status=201)
    def post(self, request: Request, slug: str, number: int) -> Response:
        judge = judge_of(self.managed(slug).campaign, number)
        asked = PersonalLinkRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = PersonalLinkForm({"days": 30, **asked.validated_data})
        check(form)
        secret = personal_links.make(judge, self.person, **form.cleaned_data)
        link = personal_links.current_link(judge)
        document = {
            "link_url": reverse("start", args=[secret], request=request),
            "secret": secret,
            "expires_at": link.expires_at if link else None,
        }
        return made(Link(document).data, judge_url(judge, request))

    @documented("Withdraw the personal link", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        personal_links.revoke(judge_of(self.managed(slug).campaign, number), self.person)
        return Response(status=204)


class JudgeForgotten(ManagedView):
    """Removal of what ties a judge's rankings to a person."""

    @documented("Remove personal data; rankings stay", JudgeDocument, asks=ForgetRequest)
    def post(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        judge = judge_of(campaign, number)
        asked = ForgetRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = ForgetForm({"clear_notes": True, **asked.validated_data})
        check(form)
        privacy.forget_judge(judge, self.person, **form.cleaned_data)
        return Response(_document(campaign, judge, request))


def judge_url(judge: Judge, request: Request, slug: str = "") -> str:
    """The address of a judge; with the campaign's `slug` it takes no query."""
    return reverse("api:judge", args=[slug or judge.campaign.slug, judge.pk], request=request)


def _invited(judge: Judge, secret: str, request: Request) -> dict[str, Any]:
    return {
        "number": judge.pk,
        "name": judge.name,
        "invitation_url": reverse("invitations:accept", args=[secret], request=request),
        "url": judge_url(judge, request),
    }


def _document(campaign: Campaign, judge: Judge, request: Request) -> Any:
    row = next(row for row in judge_rows(campaign) if row.judge.pk == judge.pk)
    return JudgeDocument(row, context={"request": request, "slug": campaign.slug}).data
