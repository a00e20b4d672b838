"""Judges who come by a public link with an id from another site: "ids in, completion code out".

docs/people.md explains what an id proves: whoever presents it is its participant.
"""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.models import Campaign, CrowdEntry, CrowdParticipant, Item, Judge
from rankings.people.names import pseudonyms

USABLE_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:@+-]{0,99}")
PROLIFIC = {
    "participant_parameter": "PROLIFIC_PID",
    "study_parameter": "STUDY_ID",
    "session_parameter": "SESSION_ID",
}


class NotNow(Refused):
    """The link is right, but nobody new can come in: not open, full, or begun in another browser.

    `title` heads the page that says so.
    """

    def __init__(self, title: str, reason: str) -> None:
        super().__init__(reason)
        self.title = title


@dataclass(frozen=True, slots=True)
class Arrival:
    """The ids that a link carried. `session` is empty where none came or none is asked for."""

    participant: str
    session: str


def entry_of(campaign: Campaign) -> CrowdEntry:
    """The campaign's crowd entry; one with usual values, not stored yet, where it has none."""
    entry = CrowdEntry.objects.filter(campaign=campaign).first()
    return entry or CrowdEntry(
        campaign=campaign,
        completion_code=secrets.token_hex(4).upper(),
        screened_out_code=secrets.token_hex(4).upper(),
        items_each=20,
        **PROLIFIC,
    )


def tasks_of_each(entry: CrowdEntry) -> int | None:
    """How many items one participant is asked to do, those of training included; None where nobody knows."""
    if entry.items_each is None:
        return None
    if not entry.campaign.begins_with_training:
        return entry.items_each
    training = Item.objects.filter(
        campaign=entry.campaign, purpose=Item.Purpose.TRAINING, retired_at__isnull=True
    )
    return entry.items_each + training.count()


def read_arrival(entry: CrowdEntry, parameters: Mapping[str, list[str]]) -> Arrival:
    """The ids among the link's parameters. Raises `Refused` where they are missing, doubled or no ids.

    Args:
        entry: gives the names of the parameters.
        parameters: all values of each parameter.
    """
    participant = _only_value(entry.participant_parameter, parameters)
    if not participant:
        raise Refused(
            _(
                "The link carries no %(name)s. Open it from the site that sent you here, "
                "and do not type or shorten it."
            )
            % {"name": entry.participant_parameter}
        )
    if entry.study_id and _only_value(entry.study_parameter, parameters) != entry.study_id:
        raise Refused(_("The link belongs to another study. Open the link of this study."))
    session = _only_value(entry.session_parameter, parameters) if entry.session_parameter else ""
    return Arrival(participant, session)


def place_of(entry: CrowdEntry, arrival: Arrival) -> CrowdParticipant | None:
    """The place of a participant who has joined before."""
    return (
        entry.participants.select_related("judge__user", "judge__campaign")
        .filter(id_hash=_hash(entry, arrival.participant))
        .first()
    )


def refuse_entrance(entry: CrowdEntry, place: CrowdParticipant | None, user: User | AnonymousUser) -> None:
    """Raise `NotNow` where `user` may not join as `place`, or as a new participant where that is None."""
    if place is not None:
        if not place.judge.is_active:
            raise NotNow(_("You cannot continue"), _("You have been put on hold in this study."))
        if entry.same_browser_only and place.judge.user_id != user.pk:
            raise NotNow(
                _("You have begun in another browser"),
                _("You can continue this study only in the browser in which you began. Open the link there."),
            )
        return
    if entry.campaign.state == Campaign.State.DRAFT:
        raise NotNow(_("Not open yet"), _("This study has not begun. Try again later."))
    if entry.campaign.state != Campaign.State.OPEN:
        raise NotNow(_("This study is over"), _("No new answers are accepted. Thank you for your interest."))
    if entry.max_participants is not None and entry.participants.count() >= entry.max_participants:
        raise NotNow(
            _("This study is full"),
            _("The study has all the participants it needs. Thank you for your interest."),
        )


def join(entry: CrowdEntry, arrival: Arrival, user: User | AnonymousUser) -> Judge:
    """The judge of the participant: the one of before, or a new one with an account of its own.

    The account has no password; the browser's session is the only way in, and the link makes a new session.
    Raises `NotNow` where the participant cannot come in.
    """
    with transaction.atomic():
        # Everybody who comes in waits here, so that places are counted one by one.
        entry = CrowdEntry.objects.select_for_update(of=("self",)).select_related("campaign").get(pk=entry.pk)
        place = place_of(entry, arrival)
        refuse_entrance(entry, place, user)
        session = _hash(entry, arrival.session) if arrival.session else ""
        if place is not None:
            if session and session != place.session_hash:
                CrowdParticipant.objects.filter(pk=place.pk).update(session_hash=session)
            return place.judge
        name = pseudonyms(entry.campaign, 1, "participant")[0]
        account = User.objects.create_user(f"participant-{secrets.token_hex(8)}", first_name=name)
        judge = Judge.objects.create(campaign=entry.campaign, user=account, name=name)
        CrowdParticipant.objects.create(
            entry=entry,
            judge=judge,
            id_hash=_hash(entry, arrival.participant),
            session_hash=session,
        )
        record_event(account, "crowd.join", entry.campaign_id, judge=judge.pk)
    return judge


def find_judge(entry: CrowdEntry, text: str) -> Judge | None:
    """The judge behind the id of a participant or of a submission."""
    if not USABLE_ID.fullmatch(text):
        return None
    hashed = _hash(entry, text)
    place = entry.participants.filter(Q(id_hash=hashed) | Q(session_hash=hashed)).first()
    return place.judge if place else None


def public_query(entry: CrowdEntry) -> str:
    """The query string of the link: placeholders for the other site to fill in."""
    names = [entry.participant_parameter, entry.session_parameter]
    if entry.study_id:
        names.insert(1, entry.study_parameter)
    if entry.participant_parameter == PROLIFIC["participant_parameter"]:
        return "&".join(f"{name}={{{{%{name}%}}}}" for name in names if name)
    return "&".join(f"{name}={name.upper()}" for name in names if name)


def _only_value(name: str, parameters: Mapping[str, list[str]]) -> str:
    values = {value.strip() for value in parameters.get(name, [])} - {""}
    if len(values) > 1:
        raise Refused(_("The link carries %(name)s more than once, with different values.") % {"name": name})
    value = next(iter(values), "")
    if value and not USABLE_ID.fullmatch(value):
        raise Refused(
            _(
                "The link's value for %(name)s is not a valid ID. "
                "Open the link from the site that sent you here."
            )
            % {"name": name}
        )
    return value


def _hash(entry: CrowdEntry, text: str) -> str:
    # Keyed, because ids can be short enough to try them all.
    return salted_hmac("appraise_gec.crowd", f"{entry.pk}:{text}", algorithm="sha256").hexdigest()
