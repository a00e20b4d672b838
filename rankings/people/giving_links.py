"""Making and withdrawing links of judges."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.urls import reverse

from appraise_gec.words import plural
from rankings.access.audience import MANAGERS
from rankings.access.refusals import Refused
from rankings.actions.action import Action, Done
from rankings.models import Judge, Link
from rankings.people.letters import mail_is_configured, send_by_mail
from rankings.people.links import DAYS, make_link, obstacles, told, withdraw

KINDS = (
    (Link.Kind.SEAT, "An invitation: works once; the judge chooses a user name and a password"),
    (Link.Kind.PERSONAL, "A personal link: works as often as needed, without an account"),
)


class LinkForm(forms.Form):
    """What kind of link, how long it works, and where it is sent."""

    kind = forms.ChoiceField(
        choices=KINDS, initial=Link.Kind.SEAT, label="Kind of link", widget=forms.RadioSelect
    )
    days = forms.TypedChoiceField(
        choices=[(days, plural(days, "{days} day", "{days} days", days=days)) for days in (7, DAYS, 30, 90)],
        coerce=int,
        initial=DAYS,
        label="Works for",
    )
    one_device = forms.BooleanField(
        required=False,
        label="Works only on the first device that uses it",
        help_text="Personal links only. A cookie remembers the browser; private windows lose it.",
    )
    letter_to = forms.EmailField(
        required=False,
        label="Send it to this e-mail address",
        help_text="Left empty, you get the link here. The address is not kept.",
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def adapt(self, action: Action) -> None:
        """No offer of what cannot be."""
        if action.row.user_id is not None:
            self.fields["kind"].choices = KINDS[1:]  # type: ignore[attr-defined]
            self.initial["kind"] = Link.Kind.PERSONAL
        if not mail_is_configured():
            self.fields["letter_to"].widget = forms.HiddenInput()


class MakingLink(Action):
    name, title, happened = "link.make", "Make a link", "Link made"
    explanation = "Whoever has the link judges under this name. An earlier link of the same kind ends."
    roles = MANAGERS
    of = Judge
    form = LinkForm
    tab = "judges"
    shows = "people/new_links.html"

    def obstacles(self) -> list[str]:
        return obstacles(self.row)

    def back_url(self) -> str:
        return reverse("campaigns:judge", args=[self.campaign.slug, self.row.pk])

    def run(self, kind: str, days: int, one_device: bool, letter_to: str) -> Done:
        judge = self.row
        only_once = kind == Link.Kind.SEAT
        if only_once and judge.user_id is not None:
            raise Refused(f"{judge.name} has accepted an invitation already.")
        link, secret = make_link(
            kind, self.campaign, self.actor, days=days, judge=judge, one_device=one_device and not only_once
        )
        detail = {"judge": judge.pk, "link": kind, "days": days}
        if letter_to:
            send_by_mail(self.campaign, {link.pk: letter_to}, site=self.site, actor=self.actor)
            return Done("The link is on its way.", detail)
        return Done("The link is made.", detail, gives=told([(link, secret)], self.site), once=True)


class WithdrawingLink(Action):
    """Whoever came in by a personal link, without a password, is out."""

    name, title, happened = "link.withdraw", "Withdraw the link", "Link withdrawn"
    roles = MANAGERS
    of = Link
    tab = "judges"

    def rows(self) -> QuerySet[Link]:
        standing: QuerySet[Any] = Link.objects.standing().exclude(judge=None)
        return standing.filter(campaign=self.campaign)

    def back_url(self) -> str:
        return reverse("campaigns:judge", args=[self.campaign.slug, self.row.judge_id])

    def run(self) -> Done:
        withdraw(self.row)
        detail = {"judge": self.row.judge_id, "link": self.row.kind}
        return Done(f"The link of {self.row.name} is withdrawn.", detail)
