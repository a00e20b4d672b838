"""The team of a campaign: owners, managers and researchers. Only owners change it."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.urls import reverse

from rankings.access import Refused
from rankings.actions import OWNERS, Action, Done
from rankings.models import Link, Membership
from rankings.people.judges import user_named
from rankings.people.links import mail_is_configured, make_link, send_by_mail, told

Role = Membership.Role
MOST_OPEN_INVITATIONS = 100
NEEDS_OWNER = "A campaign needs an owner. Make another member owner first."
ROLES = [(role.value, role.label) for role in reversed(Role)]
WHAT_ROLES_DO = (
    "Researchers read reports and exports. Managers also manage items, judges and the campaign's state. "
    "Owners also manage the team."
)


class MemberForm(forms.Form):
    """A person with an account, and a role."""

    username = forms.CharField(
        max_length=150, label="User name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(choices=ROLES, label="Role")


class InvitationForm(forms.Form):
    """A person who may have no account, and a role."""

    invitee = forms.CharField(
        max_length=254,
        label="Name or e-mail address",
        help_text="Shows you whose link it is. With an e-mail address, the link can be sent.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    role = forms.ChoiceField(choices=ROLES, label="Role")
    send = forms.BooleanField(required=False, label="Send the link by e-mail")

    def adapt(self, action: Action) -> None:
        """No offer to send without a mail server."""
        if not mail_is_configured():
            self.fields["send"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("send") and "invitee" in self.cleaned_data:
            try:
                validate_email(self.cleaned_data["invitee"])
            except ValidationError:
                self.add_error("invitee", "To send the link, write an e-mail address.")
        return self.cleaned_data


class _OfTheTeam(Action):
    """The team may change at any time, also in a frozen campaign."""

    abstract = True
    roles = OWNERS
    changes = False
    tab = "settings"

    def back_url(self) -> str:
        return f"{reverse('campaigns:settings', args=[self.campaign.slug])}#team"


class AddingMember(_OfTheTeam):
    name, title, happened = "team.add", "Add a member or change a role", "Role given"
    explanation = WHAT_ROLES_DO
    form = MemberForm

    def run(self, username: str, role: str) -> Done:
        user = user_named(username)
        before = Membership.objects.filter(campaign=self.campaign, user=user).first()
        if before is not None and before.role == role:
            raise Refused(f"{user.get_username()} is {role} of this campaign already.")
        if before is not None and _is_last_owner(before):
            raise Refused(NEEDS_OWNER)
        Membership.objects.update_or_create(campaign=self.campaign, user=user, defaults={"role": role})
        return Done(
            f"{user.get_username()} is {role} of this campaign now.",
            {"user": user.pk, "role": role, "before": before.role if before else ""},
        )


class RemovingMember(_OfTheTeam):
    name, title, happened = "team.remove", "Take the role away", "Role taken away"
    of = Membership
    asks = True

    def obstacles(self) -> list[str]:
        return [NEEDS_OWNER] if _is_last_owner(self.row) else []

    def run(self) -> Done:
        user = self.row.user
        self.row.delete()
        home = reverse("home") if user == self.actor and not user.is_superuser else ""
        said = f"{user.get_username()} has no role in this campaign any more."
        return Done(said, {"user": user.pk, "role": self.row.role}, home)


class InvitingMember(_OfTheTeam):
    name, title, happened = "team.invite", "Invite somebody without an account", "Member invited"
    explanation = WHAT_ROLES_DO
    form = InvitationForm
    shows = "people/new_links.html"

    def run(self, invitee: str, role: str, send: bool) -> Done:
        if self.campaign.links.pending().filter(kind=Link.Kind.ROLE).count() >= MOST_OPEN_INVITATIONS:
            raise Refused(f"{MOST_OPEN_INVITATIONS} invitations are already pending. Withdraw some first.")
        invitee = " ".join(invitee.split())
        link, secret = make_link(Link.Kind.ROLE, self.campaign, self.actor, role=role, invitee=invitee)
        if send:
            send_by_mail(self.campaign, {link.pk: invitee}, site=self.site, actor=self.actor)
            return Done("The link is on its way.", {"role": role})
        said = f"Whoever opens the link becomes {role} of this campaign."
        return Done(said, {"role": role}, gives=told([(link, secret)], self.site), once=True)


def _is_last_owner(member: Membership) -> bool:
    owners = Membership.objects.filter(campaign_id=member.campaign_id, role=Role.OWNER)
    return member.role == Role.OWNER and owners.count() == 1
