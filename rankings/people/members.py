"""Judges and the team of a campaign: who takes part, and as what."""

import itertools
import re
import unicodedata
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen
from rankings.models import Assignment, Campaign, Judge, Membership
from rankings.people import invitations
from rankings.people.judge_names import rename_everywhere
from rankings.people.people_file import Invitee

MOST_JUDGES_AT_ONCE = 200
JUDGE_NAME_LENGTH = 80
MAIL_ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")

HAS_ROLE = {
    Membership.Role.OWNER: "%(name)s is owner of this campaign already.",
    Membership.Role.MANAGER: "%(name)s is manager of this campaign already.",
    Membership.Role.RESEARCHER: "%(name)s is researcher of this campaign already.",
}


@dataclass(frozen=True, slots=True)
class NewJudge:
    """A judge just added, with the secret of the invitation link: the only time it is known."""

    judge: Judge
    secret: str


def add_judges(campaign: Campaign, names: list[str], actor: User) -> list[NewJudge]:
    """Make a judge and an invitation link for every name: all of them, or `Refused` with every reason."""
    names = [clean for name in names if (clean := " ".join(name.split()))]
    if not names:
        raise Refused("Write at least one name.")
    return _add(campaign, names, actor)


def add_people(campaign: Campaign, people: list[Invitee], actor: User) -> list[NewJudge]:
    """`add_judges` for the people of a file, in its order. People without a name get a pseudonym."""
    spare = iter(pseudonyms(campaign, sum(not person.name for person in people)))
    return _add(campaign, [person.name or next(spare) for person in people], actor)


def add_existing_judge(campaign: Campaign, username: str, actor: User, name: str = "") -> Judge:
    """Make a person who has an account a judge, known in reports as `name` or else by a pseudonym."""
    refuse_when_frozen(campaign)
    user = user_named(username)
    if Judge.objects.filter(campaign=campaign, user=user).exists():
        raise Refused(f"{user.get_username()} is a judge of this campaign already.")
    name = " ".join(name.split()) or pseudonyms(campaign, 1)[0]
    if reasons := [*_unusable_names(campaign, [name]), *_revealing(name, user)]:
        raise Refused(*reasons)
    try:
        with transaction.atomic():
            judge = Judge.objects.create(campaign=campaign, user=user, name=name)
            record_event(actor, "judge.add", campaign.pk, judge=name, user=user.get_username())
    except IntegrityError:
        raise Refused("Somebody else has just added this judge. Check the list.") from None
    return judge


def rename_judge(judge: Judge, name: str, actor: User) -> None:
    """Change the name that reports and exports show from now on, also reports made before."""
    refuse_when_frozen(judge.campaign)
    name = " ".join(name.split())
    if name == judge.name:
        return
    others = judge.campaign.judges.exclude(pk=judge.pk)
    reasons = ["Write a name."] if not name else _unusable_names(judge.campaign, [name], others)
    if reasons := [*reasons, *(_revealing(name, judge.user) if judge.user else [])]:
        raise Refused(*reasons)
    try:
        with transaction.atomic():
            Campaign.objects.select_for_update().get(pk=judge.campaign_id)
            Judge.objects.filter(pk=judge.pk).update(name=name)
            # The old name goes everywhere, so that nothing ties two names and forgetting has one to look for.
            rename_everywhere(judge.campaign, judge.name, name)
            record_event(actor, "judge.rename", judge.campaign_id, judge=name)
    except IntegrityError:
        raise Refused("Somebody has just given this name to another judge.") from None
    judge.name = name


def set_quota(judge: Judge, quota: int | None, actor: User | None) -> None:
    """Set a judge's own quota of items; None for the campaign's."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        if Judge.objects.filter(pk=judge.pk).exclude(quota=quota).update(quota=quota):
            record_event(actor, "judge.quota", judge.campaign_id, judge=judge.name, quota=quota)
    judge.quota = quota


def reveals_person(judge: Judge) -> bool:
    """Whether the name in exports reveals who the judge is: user name, e-mail address or full name."""
    user = judge.user
    # A participant's account is itself called by the made-up name.
    if user is None or not user.has_usable_password():
        return False
    account_names = {user.get_username(), user.email, user.get_full_name()} - {""}
    return judge.name.casefold() in {text.casefold() for text in account_names}


def pseudonyms(campaign: Campaign, count: int, stem: str = "judge") -> list[str]:
    """`count` names such as judge-7 that no judge of the campaign has."""
    taken = {name.casefold() for name in campaign.judges.values_list("name", flat=True)}
    free = (f"{stem}-{number}" for number in itertools.count(1))
    return list(itertools.islice((name for name in free if name not in taken), count))


def set_on_hold(judge: Judge, on_hold: bool, actor: User) -> None:
    """Put a judge on hold, or end the hold. Rankings stay either way; items that the judge holds are free."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        if Judge.objects.filter(pk=judge.pk, is_active=on_hold).update(is_active=not on_hold):
            if on_hold:
                now = timezone.now()
                held = Assignment.objects.filter(judge=judge, state=Assignment.State.LENT)
                held.filter(lease_expires_at__gt=now).update(lease_expires_at=now)
            record_event(
                actor, "judge.hold" if on_hold else "judge.resume", judge.campaign_id, judge=judge.name
            )
    judge.is_active = not on_hold


def remove_judge(judge: Judge, actor: User) -> None:
    """Remove a judge who has done nothing yet. Whoever has rankings or lent items can only be put on hold."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update().get(pk=judge.pk)
        if current.rankings.exists() or current.assignments.exists():
            raise Refused(
                f"{judge.name} has already seen items and cannot be removed, so that rankings can be "
                "traced. Put the judge on hold instead."
            )
        record_event(actor, "judge.remove", judge.campaign_id, judge=judge.name)
        current.delete()


def add_member(campaign: Campaign, username: str, role: str, actor: User) -> Membership:
    """Give a person a role in the campaign; a person who has one already gets the new one instead."""
    user = user_named(username)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        before = Membership.objects.filter(campaign=campaign, user=user).first()
        if before is not None and before.role == role:
            raise Refused(HAS_ROLE[Membership.Role(before.role)] % {"name": user.get_username()})
        if before is not None and role != Membership.Role.OWNER:
            _refuse_for_last_owner(before)
        member, _made = Membership.objects.update_or_create(
            campaign=campaign, user=user, defaults={"role": role}
        )
        record_event(
            actor,
            "team.add",
            campaign.pk,
            user=user.get_username(),
            role=role,
            before=before.role if before else "",
        )
    return member


def remove_member(member: Membership, actor: User) -> None:
    """Take the role away. The last owner cannot go."""
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=member.campaign_id)
        _refuse_for_last_owner(member)
        record_event(
            actor, "team.remove", member.campaign_id, user=member.user.get_username(), role=member.role
        )
        member.delete()


def user_named(username: str) -> User:
    """The active account of that user name (capital letters do not count unless two names differ by them)."""
    wanted = username.strip()
    users = list(User.objects.filter(username__iexact=wanted, is_active=True)[:2])
    exact = [user for user in users if user.get_username() == wanted]
    if len(exact or users) != 1:
        raise Refused(f"There is no account with the user name “{wanted}”. Check the spelling.")
    return (exact or users)[0]


def _add(campaign: Campaign, names: list[str], actor: User) -> list[NewJudge]:
    refuse_when_frozen(campaign)
    if len(names) > MOST_JUDGES_AT_ONCE:
        raise Refused(f"These are {len(names)} names; at most {MOST_JUDGES_AT_ONCE} can be added at once.")
    if reasons := _unusable_names(campaign, names):
        raise Refused(*reasons)
    try:
        with transaction.atomic():
            added = []
            for name in names:
                judge = Judge.objects.create(campaign=campaign, name=name)
                record_event(actor, "judge.add", campaign.pk, judge=name)
                added.append(NewJudge(judge, invitations.issue(judge, actor)))
    except IntegrityError:
        raise Refused(
            "Somebody has just added a judge of the same name. Look at the list and try again."
        ) from None
    return added


def _unusable_names(
    campaign: Campaign, names: list[str], others: "QuerySet[Judge] | None" = None
) -> list[str]:
    judges = campaign.judges.all() if others is None else others
    taken = {name.casefold() for name in judges.values_list("name", flat=True)}
    listed: set[str] = set()
    reasons = []
    for name in names:
        if len(name) > JUDGE_NAME_LENGTH:
            reasons.append(
                f"“{name[:30]}…” is too long: a judge's name has at most {JUDGE_NAME_LENGTH} characters."
            )
        elif any(unicodedata.category(character)[0] == "C" for character in name):
            reasons.append(f"“{name!a}” holds invisible characters. Type the name again.")
        elif MAIL_ADDRESS.search(name):
            reasons.append(
                f"“{name}” holds an e-mail address, and everybody who reads the exports sees this name."
            )
        elif name.casefold() in listed:
            reasons.append(f"“{name}” is in the list twice. Names must differ, not only in capital letters.")
        elif name.casefold() in taken:
            reasons.append(
                f"There is a judge called “{name}” already. Names must differ, not only in capital letters."
            )
        listed.add(name.casefold())
    return reasons


def _revealing(name: str, user: User) -> list[str]:
    if name.casefold() not in {user.get_username().casefold(), user.email.casefold()}:
        return []
    return [(f"“{name}” is how this person signs in. Choose a name that does not identify the person.")]


def _refuse_for_last_owner(member: Membership) -> None:
    owners = Membership.objects.filter(campaign_id=member.campaign_id, role=Membership.Role.OWNER)
    if member.role == Membership.Role.OWNER and owners.count() == 1:
        raise Refused("A campaign needs an owner. Make another member owner first.")
