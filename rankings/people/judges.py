"""What managers do about judges: add, change, hold, remove, forget, and give them links."""

from typing import Any, ClassVar

from django import forms
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.words import plural
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done, EditAction
from rankings.models import Assignment, Judge, Link
from rankings.people.links import DAYS, mail_is_configured, make_link, obstacles, send_by_mail, told, withdraw
from rankings.people.names import (
    LONGEST_NAME,
    MOST_CHARACTERS,
    NOBODY,
    Invitee,
    pseudonyms,
    read_people,
    rename_everywhere,
    revealing,
    unusable_names,
)
from rankings.people.privacy import forget_judge

MOST_AT_ONCE = 200
PLAIN = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})


class PeopleForm(forms.Form):
    """Judges to add, one on a line."""

    people = forms.CharField(
        max_length=MOST_CHARACTERS,
        strip=False,
        error_messages={"required": NOBODY},
        label="Names, one on a line",
        help_text=(
            "Reports and exports show these names: pseudonyms are best. After a comma may follow an e-mail "
            "address, which is used for the link alone, or the user name of somebody with an account here. "
            "Without a name before it, the name is one such as judge-7. Two columns of a spreadsheet can be "
            "pasted."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
    )
    send = forms.BooleanField(required=False, label="Send the links to those with an e-mail address")

    def adapt(self, action: Action) -> None:
        """No offer to send without a mail server."""
        if not mail_is_configured():
            self.fields["send"].widget = forms.HiddenInput()

    def clean_people(self) -> list[Invitee]:
        try:
            return read_people(self.cleaned_data["people"])
        except Refused as refusal:
            raise forms.ValidationError(refusal.reasons) from None


class Adding(Action):
    name, title, happened = "judge.add", "Add judges", "Judge added"
    explanation = (
        "Each judge gets a personal link; people with an account here need none. If a line is wrong, nobody "
        "is added."
    )
    roles = MANAGERS
    form = PeopleForm
    tab = "judges"
    shows = "people/new_links.html"

    def back_url(self) -> str:
        return judges_url(self)

    def run(self, people: list[Invitee], send: bool) -> Done:
        if len(people) > MOST_AT_ONCE:
            raise Refused(f"These are {len(people)} judges; at most {MOST_AT_ONCE} can be added at once.")
        spare = iter(pseudonyms(self.campaign, sum(not person.name for person in people)))
        names = [person.name or next(spare) for person in people]
        users = [user_named(person.username) if person.username else None for person in people]
        reasons = unusable_names(self.campaign, names)
        for name, user in zip(names, users, strict=True):
            reasons += revealing(name, user)
            if user is not None and self.campaign.judges.filter(user=user).exists():
                reasons.append(f"{user.get_username()} is a judge of this campaign already.")
        if reasons:
            raise Refused(*reasons)
        by_hand, by_mail, keys = [], {}, []
        for name, user, person in zip(names, users, people, strict=True):
            judge = Judge.objects.create(campaign=self.campaign, user=user, name=name)
            keys.append(judge.pk)
            if user is not None:
                continue
            link, secret = make_link(Link.Kind.SEAT, self.campaign, self.actor, judge=judge)
            if send and person.email:
                by_mail[link.pk] = person.email
            else:
                by_hand.append((link, secret))
        if send and not by_mail:
            raise Refused("No line holds an e-mail address, so there is nothing to send.")
        if by_mail:
            send_by_mail(self.campaign, by_mail, site=self.site, actor=self.actor)
        said = "1 judge is added." if len(keys) == 1 else f"{len(keys)} judges are added."
        return Done(said, {"judge": keys}, judges_url(self), told(by_hand, self.site), once=bool(by_hand))


class JudgeForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name and quota of a judge."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        label="Name in reports and exports",
        help_text="Earlier reports follow. Files that somebody has downloaded keep the old name.",
        widget=PLAIN,
    )
    quota = forms.IntegerField(
        min_value=1,
        max_value=100_000,
        required=False,
        label="Items at most",
        help_text=(
            "Left empty: as the plan says for everybody. Repetitions and check items count, training "
            "does not."
        ),
    )

    class Meta:
        model = Judge
        fields = ("name", "quota")


class _OfAJudge(Action):
    abstract = True
    roles: ClassVar[tuple[str, ...]] = MANAGERS
    of = Judge
    tab = "judges"

    def back_url(self) -> str:
        return reverse("campaigns:judge", args=[self.campaign.slug, self.row.pk])


class Editing(_OfAJudge, EditAction):
    name, title, happened = "judge.edit", "Name and quota", "Name or quota of a judge changed"
    button = "Save"
    form = JudgeForm

    def run(self, **wanted: Any) -> Done:
        judge = self.row
        wanted["name"] = name = " ".join(wanted["name"].split())
        if name != judge.name:
            if reasons := [*unusable_names(self.campaign, [name], judge), *revealing(name, judge.user)]:
                raise Refused(*reasons)
            rename_everywhere(self.campaign, judge.name, name)
        done = super().run(**wanted)
        return Done(done.said, done.detail and {"judge": judge.pk, **done.detail})


class Holding(_OfAJudge):
    name, title, happened = "judge.hold", "Put on hold", "Judge put on hold"
    explanation = (
        "The judge gets no more items. Rankings stay, and items that the judge holds are free for others."
    )

    def run(self) -> Done:
        hold(self.row)
        return Done(f"{self.row.name} is on hold. Rankings made so far stay.", {"judge": self.row.pk})


class Resuming(_OfAJudge):
    name, title, happened = "judge.resume", "End the hold", "Judge resumed"

    def run(self) -> Done:
        self.row.is_active = True
        self.row.save(update_fields=["is_active"])
        return Done(f"{self.row.name} can continue.", {"judge": self.row.pk})


class Removing(_OfAJudge):
    name, title, happened = "judge.remove", "Remove", "Judge removed"
    explanation = "Only who has seen no item yet can be removed, so that every ranking can be traced."
    asks = final = True

    def obstacles(self) -> list[str]:
        if self.row.rankings.exists() or self.row.assignments.exists():
            return [f"{self.row.name} has already seen items. Put the judge on hold instead."]
        return []

    def run(self) -> Done:
        name = self.row.name
        self.row.delete()
        return Done(f"{name} is removed.", {}, judges_url(self))


class Forgetting(_OfAJudge):
    """Nothing here tells any more who the judge was. Allowed at any time, also in a frozen campaign."""

    name, title, happened = "judge.forget", "Remove personal data", "Personal data of a judge removed"
    explanation = (
        "The account is removed from this campaign, links end, and the history no longer names the person, "
        "who can no longer judge here. Notes that the judge wrote about items are deleted. Rankings, times "
        "and statistics stay as they are, under a name such as anonymous-1, also in existing reports. Files "
        "that were already downloaded cannot be changed. This cannot be undone."
    )
    asks = final = True
    changes = False

    def run(self) -> Done:
        name = forget_judge(self.row)
        said = f"The personal data is removed. The rankings stay as those of {name}."
        return Done(said, {"judge": self.row.pk}, judges_url(self))


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


class MakingLink(_OfAJudge):
    name, title, happened = "link.make", "Make a link", "Link made"
    explanation = "Whoever has the link judges under this name. An earlier link of the same kind ends."
    form = LinkForm
    shows = "people/new_links.html"

    def obstacles(self) -> list[str]:
        return obstacles(self.row)

    def run(self, kind: str, days: int, letter_to: str) -> Done:
        judge = self.row
        if kind == Link.Kind.SEAT and judge.user_id is not None:
            raise Refused(f"{judge.name} has accepted an invitation already.")
        link, secret = make_link(kind, self.campaign, self.actor, days=days, judge=judge)
        detail = {"judge": judge.pk, "link": kind, "days": days}
        if letter_to:
            send_by_mail(self.campaign, {link.pk: letter_to}, site=self.site, actor=self.actor)
            return Done("The link is on its way.", detail)
        return Done("The link is made.", detail, gives=told([(link, secret)], self.site), once=True)


class WithdrawingLink(Action):
    """Whoever came in by a personal link, without a password, is out. Those to the team are for owners."""

    name, title, happened = "link.withdraw", "Withdraw the link", "Link withdrawn"
    roles = MANAGERS
    of = Link
    tab = "judges"
    changes = False

    def rows(self) -> QuerySet[Link]:
        links: QuerySet[Link] = Link.objects.standing().filter(campaign=self.campaign)
        return links if self.access.is_owner else links.exclude(judge=None)

    def back_url(self) -> str:
        if self.row.judge_id is None:
            return f"{reverse('campaigns:settings', args=[self.campaign.slug])}#team"
        return reverse("campaigns:judge", args=[self.campaign.slug, self.row.judge_id])

    def run(self) -> Done:
        withdraw(self.row)
        of = {"judge": self.row.judge_id} if self.row.judge_id else {"role": self.row.role}
        return Done(f"The link of {self.row.name} is withdrawn.", {**of, "link": self.row.kind})


def hold(judge: Judge) -> None:
    """Put a judge on hold; items that the judge holds are free."""
    now = timezone.now()
    held = Assignment.objects.filter(judge=judge, state=Assignment.State.LENT)
    held.filter(lease_expires_at__gt=now).update(lease_expires_at=now)
    Judge.objects.filter(pk=judge.pk).update(is_active=False)


def judges_url(action: Action) -> str:
    return reverse("campaigns:judges", args=[action.campaign.slug])


def user_named(username: str) -> User:
    """The active account of that user name (capital letters do not count unless two names differ by them)."""
    wanted = username.strip()
    users = list(User.objects.filter(username__iexact=wanted, is_active=True)[:2])
    exact = [user for user in users if user.get_username() == wanted]
    if len(exact or users) != 1:
        raise Refused(f"There is no account with the user name “{wanted}”. Check the spelling.")
    return (exact or users)[0]
