"""Rules about people: demo accounts and the audit trail."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import AuditEvent, User


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """A demo account that a visitor can use with one click; it has no password to guess."""

    username: str
    full_name: str
    role: Promise
    explanation: Promise
    button: Promise
    may_create_campaigns: bool = False


DEMO_PEOPLE = (
    DemoPerson(
        "judge",
        "Demo judge",
        _("Judge"),
        _("Rank corrections of the demo's sentences."),
        _("Sign in as judge"),
    ),
    DemoPerson(
        "manager",
        "Demo manager",
        _("Campaign manager"),
        _("Manage the demo campaign, or create one from your own files."),
        _("Sign in as campaign manager"),
        may_create_campaigns=True,
    ),
    DemoPerson(
        "researcher",
        "Demo researcher",
        _("Researcher"),
        _("Read the report and download the rankings."),
        _("Sign in as researcher"),
    ),
)


def demo_is_on() -> bool:
    return bool(settings.DEMO)


def is_demo_person(user: User) -> bool:
    """Whether this is a demo account, shared by everybody on this machine."""
    names = {person.username for person in DEMO_PEOPLE}
    return demo_is_on() and user.get_username() in names and not user.has_usable_password()


def ensure_demo_people() -> dict[str, User]:
    """Create the demo's accounts where they are missing. Returns them by user name."""
    people = {}
    for person in DEMO_PEOPLE:
        first, _, last = person.full_name.partition(" ")
        user, created = User.objects.get_or_create(
            username=person.username,
            defaults={
                "first_name": first,
                "last_name": last,
                "may_create_campaigns": person.may_create_campaigns,
            },
        )
        if created:
            user.set_unusable_password()
            user.save(update_fields=["password"])
        people[person.username] = user
    return people


def demo_user(username: str) -> User:
    """The demo account of that name; Http404 when the demo is off or it has no such person."""
    if not demo_is_on() or username not in {person.username for person in DEMO_PEOPLE}:
        raise Http404
    user = User.objects.filter(username=username, is_active=True).first()
    # An account of the same name that can sign in with a password belongs to a real person.
    if user is None or user.has_usable_password():
        raise Http404
    return user


def record_event(
    actor: User | None, action: str, campaign_id: int | None = None, **detail: Any
) -> AuditEvent:
    """Write one line of the audit trail. `detail` must be JSON and free of secrets."""
    return AuditEvent.objects.create(actor=actor, action=action, campaign_id=campaign_id, detail=detail)
