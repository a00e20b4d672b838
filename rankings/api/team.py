"""The team of a campaign, and the public link for participants."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.entity_tags import refuse_when_changed
from rankings.api.form_fields import check, document_of, fill
from rankings.api.serializers import KnownFields
from rankings.models import Campaign, CrowdEntry, Membership, TeamInvitation
from rankings.people import crowd, members, team_invitations
from rankings.people.forms import CrowdForm, MemberForm
from rankings.people.judge_list import LARGEST_KEY

NewMember = document_of("NewMember", MemberForm())
CrowdSettings = document_of("CrowdSettings", CrowdForm())


class Member(serializers.Serializer[Any]):
    """A person with a role in the campaign."""

    number = serializers.IntegerField(source="pk")
    user_name = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")
    role = serializers.ChoiceField(choices=Membership.Role.values)


class PendingInvitation(serializers.Serializer[Any]):
    """A link that nobody has used yet."""

    number = serializers.IntegerField(source="pk")
    invitee = serializers.CharField()
    role = serializers.ChoiceField(choices=Membership.Role.values)
    expires_at = serializers.DateTimeField()


class TeamDocument(serializers.Serializer[Any]):
    """Who is in the team, and who is invited."""

    members = Member(many=True)
    invitations = PendingInvitation(many=True)


class NewInvitation(KnownFields):
    """Somebody who may not have an account, and the role in the team."""

    invitee = serializers.CharField(max_length=254)
    role = serializers.ChoiceField(choices=Membership.Role.values)


class MadeInvitation(serializers.Serializer[Any]):
    """A link to a role, told once."""

    invitee = serializers.CharField()
    role = serializers.CharField()
    invitation_url = serializers.URLField()


class CrowdDocument(CrowdSettings):  # type: ignore[misc,valid-type]
    """The public link with its settings; no address as long as nothing is stored."""

    public_url = serializers.CharField(
        allow_null=True, help_text="with the places that the recruiting site fills in"
    )
    participants = serializers.IntegerField()


class Team(ManagedView):
    """Owners, managers and researchers. Only owners change it."""

    @documented("The team", TeamDocument)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        rows = {
            "members": campaign.memberships.select_related("user").order_by("user__username"),
            "invitations": campaign.team_invitations.pending(),
        }
        return Response(TeamDocument(rows).data)

    @documented("Give a person with an account a role", Member, asks=NewMember, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.owned(slug).campaign
        asked = NewMember(data=request.data)
        asked.is_valid(raise_exception=True)
        form = MemberForm(asked.validated_data)
        check(form)
        member = members.add_member(
            campaign, form.cleaned_data["username"], form.cleaned_data["role"], self.person
        )
        return made(Member(member).data, reverse("api:member", args=[slug, member.pk], request=request))


class OneMember(ManagedView):
    """A person of the team."""

    @documented("A person of the team", Member)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(Member(_member(self.managed(slug).campaign, number)).data)

    @documented("Take the role away", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        members.remove_member(_member(self.owned(slug).campaign, number), self.person)
        return Response(status=204)


class TeamInvitations(ManagedView):
    """Links to a role, for people who may not have an account."""

    @documented("Make a link to a role", MadeInvitation, asks=NewInvitation, status=201)
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.owned(slug).campaign
        asked = NewInvitation(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        secret = team_invitations.invite(campaign, wanted["invitee"], wanted["role"], self.person)
        document = {**wanted, "invitation_url": reverse("invitations:accept", args=[secret], request=request)}
        return made(document, reverse("api:team", args=[slug], request=request))


class OneTeamInvitation(ManagedView):
    """A link to a role."""

    @documented("A link that nobody has used yet", PendingInvitation)
    def get(self, request: Request, slug: str, number: int) -> Response:
        pending = self.owned(slug).campaign.team_invitations.pending()
        return Response(PendingInvitation(get_object_or_404(pending, pk=_key(number))).data)

    @documented("Withdraw the link", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.owned(slug).campaign
        invitation = get_object_or_404(TeamInvitation, campaign=campaign, pk=_key(number))
        team_invitations.revoke(invitation, self.person)
        return Response(status=204)


class Crowd(ManagedView):
    """The public link for participants, what it must carry, and the codes they get."""

    @documented("The public link and its settings", CrowdDocument)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        return Response(_crowd(crowd.entry_of(campaign), request))

    @documented("Change settings of the public link", CrowdDocument, asks=CrowdSettings(partial=True))
    def patch(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        entry = crowd.entry_of(campaign)
        refuse_when_changed(request, _crowd(entry, request))
        sent = CrowdSettings(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        form = CrowdForm(fill(_shown(entry), sent.validated_data), instance=entry)
        check(form)
        crowd.save_entry(form.instance, self.person, form.changed_data)
        return self.get(request, slug)


class CrowdAddress(ManagedView):
    """The address of the public link."""

    @documented("Replace the public link; the old one is dead", CrowdDocument)
    def post(self, request: Request, slug: str) -> Response:
        entry = get_object_or_404(CrowdEntry, campaign=self.managed(slug).campaign)
        crowd.change_address(entry, self.person)
        return Response(_crowd(entry, request))


def _shown(entry: CrowdEntry) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in CrowdForm().fields}


def _crowd(entry: CrowdEntry, request: Request) -> Any:
    is_stored = entry.pk is not None
    address = reverse("join", args=[entry.key], request=request)
    # Codes are drawn when something is stored; those of an entry that is not would be others each time.
    codes = {} if is_stored else {"completion_code": "", "screened_out_code": ""}
    document = {
        **_shown(entry),
        **codes,
        "public_url": f"{address}?{crowd.public_query(entry)}" if is_stored else None,
        "participants": entry.participants.count() if is_stored else 0,
    }
    return CrowdDocument(document).data


def _member(campaign: Campaign, number: int) -> Membership:
    known = Membership.objects.select_related("user")
    return get_object_or_404(known, campaign=campaign, pk=_key(number))


def _key(number: int) -> int:
    """A key that the database can look for."""
    return min(number, LARGEST_KEY)
