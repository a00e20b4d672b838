"""Judges who come by a public link with an id from another site: "ids in, completion code out".

docs/people.md explains what an id proves: whoever presents it is its participant.
"""

import re
import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib.auth.models import AnonymousUser
from django.core.validators import MaxLengthValidator, RegexValidator
from django.db import transaction
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done, EditAction
from rankings.models import Campaign, Crowd, Item, Judge
from rankings.models.links import make_key
from rankings.people.names import pseudonyms
from rankings.plan.progress import campaign_progress

USABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+-]{0,99}")
PARAMETER = RegexValidator(r"^[A-Za-z][A-Za-z0-9_.-]*\Z", "Letters, digits and _ . - only, a letter first.")
CODE = RegexValidator(r"^[A-Za-z0-9_-]+\Z", "Letters, digits, _ and - only.")
LONGEST_INFORMATION = 10_000


class NotNow(Refused):
    """The link is right, but nobody new can come in: not open, full, or begun in another browser.

    `title` heads the page that says so.
    """

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(reason)
        self.title = title


def crowd_of(campaign: Campaign) -> Crowd:
    """The campaign's crowd; one with usual values, not stored yet, where it has none."""
    return Crowd.objects.filter(campaign=campaign).first() or Crowd(campaign=campaign)


def tasks_of_each(crowd: Crowd) -> int | None:
    """How many items a new participant is asked to do, with those of training; None where nobody knows."""
    if crowd.items_each is None:
        return None
    campaign = crowd.campaign
    training = campaign.items.filter(purpose=Item.Purpose.TRAINING, retired_at__isnull=True)
    first = training.count() if campaign.begins_with_training else 0
    return first + min(crowd.items_each, campaign_progress(campaign).missing or crowd.items_each)


def participant_in(crowd: Crowd, parameters: Mapping[str, list[str]]) -> str:
    """The id among the link's parameters, all values of each. Raises `Refused` for none, several or no id."""
    name = crowd.parameter
    values = {value.strip() for value in parameters.get(name, [])} - {""}
    if not values:
        words = _(
            "The link carries no %(name)s. Open it from the site that sent you here, "
            "and do not type or shorten it."
        )
    elif len(values) > 1:
        words = _("The link carries %(name)s more than once, with different values.")
    elif not USABLE_ID.fullmatch(next(iter(values))):
        words = _(
            "The link's value for %(name)s is not a valid ID. Open the link from the site that sent you here."
        )
    else:
        return values.pop()
    raise Refused(words % {"name": name})


def judge_behind(crowd: Crowd, participant: str) -> Judge | None:
    """The judge of a participant who has joined before."""
    judges = Judge.objects.select_related("user").filter(campaign=crowd.campaign_id)
    return judges.filter(crowd_id=_hash(crowd, participant)).first()


def refuse_entrance(crowd: Crowd, judge: Judge | None, user: User | AnonymousUser) -> None:
    """Raise `NotNow` where `user` may not join as `judge`, or as a new participant where that is None."""
    if judge is not None:
        if not judge.is_active:
            raise NotNow(_("You cannot continue"), _("You have been put on hold in this study."))
        if crowd.same_browser_only and judge.user_id != user.pk:
            raise NotNow(
                _("You have begun in another browser"),
                _("You can continue this study only in the browser in which you began. Open the link there."),
            )
        return
    if crowd.campaign.state == Campaign.State.DRAFT:
        raise NotNow(_("Not open yet"), _("This study has not begun. Try again later."))
    if crowd.campaign.state != Campaign.State.OPEN:
        raise NotNow(_("This study is over"), _("No new answers are accepted. Thank you for your interest."))
    if crowd.max_participants is not None and participants(crowd) >= crowd.max_participants:
        raise NotNow(
            _("This study is full"),
            _("The study has all the participants it needs. Thank you for your interest."),
        )


def participants(crowd: Crowd) -> int:
    """How many people have joined."""
    return Judge.objects.filter(campaign=crowd.campaign_id).exclude(crowd_id="").count()


def join(crowd: Crowd, participant: str, user: User | AnonymousUser) -> Judge:
    """The judge of the participant: the one of before, or a new one with an account of its own.

    The account has no password; the browser's session is the only way in, and the link makes a new session.
    Raises `NotNow` where the participant cannot come in.
    """
    with transaction.atomic():
        # Everybody who comes in waits here, so that places are counted one by one.
        crowd = Crowd.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=crowd.pk)
        judge = judge_behind(crowd, participant)
        refuse_entrance(crowd, judge, user)
        if judge is None:
            name = pseudonyms(crowd.campaign, 1, "participant")[0]
            account = User.objects.create_user(f"participant-{secrets.token_hex(8)}", first_name=name)
            judge = Judge.objects.create(
                campaign=crowd.campaign, user=account, name=name, crowd_id=_hash(crowd, participant)
            )
            record_event(account, "crowd.join", crowd.campaign_id, judge=judge.pk)
    return judge


def _hash(crowd: Crowd, text: str) -> str:
    # Keyed, because ids can be short enough to try them all.
    return salted_hmac("appraise_gec.crowd", f"{crowd.pk}:{text}", algorithm="sha256").hexdigest()


def _public_url(crowd: Crowd, site: str) -> str:
    """The link for the study, with a place that the recruiting site fills in."""
    name = crowd.parameter
    place = f"{{{{%{name}%}}}}" if name == "PROLIFIC_PID" else name.upper()
    return f"{site}{reverse('join', args=[crowd.key])}?{name}={place}"


# What managers do about it.


def https_only(address: str) -> None:
    """Raise ValidationError for another address than one that participants can be sent to."""
    try:
        parts = urlsplit(address)
    except ValueError:  # "https://[": Django's own check words this one.
        return
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise forms.ValidationError("An address that starts with https://, without a user name.")


def _way_back(label: str) -> forms.URLField:
    return forms.URLField(
        assume_scheme="https",
        max_length=500,
        required=False,
        label=label,
        help_text="Starts with https://. Left empty, only the code is shown.",
        validators=[https_only],
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )


def _at_most(most: int, label: str, left_empty: str) -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1, max_value=most, required=False, label=label, help_text=f"Left empty: {left_empty}."
    )


class CrowdForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who may join by the public link, and the codes they get."""

    items_each = _at_most(10_000, "Items per participant", "all items")
    max_participants = _at_most(
        100_000, "Participants at most", "no limit. People who were screened out count too"
    )
    completion_url = _way_back("Address to go back to when finished")
    screened_out_url = _way_back("Address to go back to after failing")
    replace_link = forms.BooleanField(
        required=False,
        label="Replace the link",
        help_text="The one in the study stops working. People who have joined stay.",
    )

    class Meta:
        model = Crowd
        fields = (
            "is_on",
            "information",
            "items_each",
            "max_participants",
            "completion_code",
            "completion_url",
            "screened_out_code",
            "screened_out_url",
            "parameter",
            "same_browser_only",
        )
        labels = {
            "is_on": "People can join through the public link",
            "same_browser_only": "Participants can continue only in the browser in which they began",
        }
        help_texts = {
            "information": (
                "Plain text, shown before they begin: who you are, what happens with the answers, "
                "how long it takes, how to stop."
            ),
            "completion_code": "Shown to those who finish. Prolific calls it the completion code.",
            "screened_out_code": "Another code, shown to those who fail the check items.",
            "parameter": "PROLIFIC_PID for Prolific; participant is a good name elsewhere.",
            "same_browser_only": (
                "Safer against people who know somebody else's id; but whoever changes the "
                "device, or deletes cookies, cannot go on."
            ),
        }
        widgets = {
            "information": forms.Textarea(attrs={"rows": 6, "maxlength": LONGEST_INFORMATION, "dir": "auto"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["parameter"].validators.append(PARAMETER)
        for name in ("completion_code", "screened_out_code"):
            self.fields[name].validators.append(CODE)
        self.fields["information"].validators.append(MaxLengthValidator(LONGEST_INFORMATION))

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        codes = [str(cleaned.get(name, "")).casefold() for name in ("completion_code", "screened_out_code")]
        if codes[0] and codes[0] == codes[1]:
            self.add_error("screened_out_code", "The two codes must differ, or nobody can tell them apart.")
        return cleaned


class _OfTheCrowd(Action):
    abstract = True
    roles = MANAGERS
    tab = "judges"

    def back_url(self) -> str:
        return reverse("do:crowd.edit", args=[self.campaign.slug])


class EditingCrowd(_OfTheCrowd, EditAction):
    name, title, happened = "crowd.edit", "Prolific and other sites", "Settings of the public link changed"
    button = "Save"
    explanation = (
        "A public link admits people who arrive with an ID from another site: each becomes a judge with a "
        "pseudonym and receives a code at the end."
    )
    form = CrowdForm
    template = "people/crowd.html"

    def instance(self) -> Crowd:
        return crowd_of(self.campaign)

    def facts(self) -> dict[str, Any]:
        crowd = self.instance()
        link = _public_url(crowd, self.site) if crowd.pk else None
        return {"public_url": link, "participants": participants(crowd)}

    def run(self, replace_link: bool, **wanted: Any) -> Done:
        crowd = self.instance()
        if replace_link:
            wanted["key"] = make_key()
        changed = [name for name, value in wanted.items() if getattr(crowd, name) != value]
        for name in changed:
            setattr(crowd, name, wanted[name])
        crowd.save()
        return Done("Saved.", {"fields": sorted(changed)})


class ParticipantForm(forms.Form):
    """The id of a participant, to find the judge behind it."""

    participant = forms.CharField(
        max_length=200,
        label="Participant's ID",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )


class FindingParticipant(_OfTheCrowd):
    name, title, happened = "crowd.find", "Find a judge by ID", "Participant looked up"
    explanation = (
        "IDs are not stored in readable form; one that you have from the other site can be looked up."
    )
    form = ParticipantForm
    changes = False

    def run(self, participant: str) -> Done:
        judge = judge_behind(crowd_of(self.campaign), participant)
        if judge is None:
            raise Refused("No participant has this ID.")
        page = reverse("campaigns:judge", args=[self.campaign.slug, judge.pk])
        return Done(f"It is {judge.name}.", None, page, gives={"judge": judge.pk})
