"""Names of judges: lists of people, what can be a name, pseudonyms, and the one way to change them.

The history keeps judges by key. Reports, and what people wrote, name a judge as the judge's row does at
present. So whoever renames or forgets a judge calls `rename_everywhere`, and a worker that stores what it
computed from earlier names calls `names_changed_since` first. `tests/people/test_forgotten_names.py` searches
every column of every table, so that a place missing here is noticed.
"""

import itertools
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import models

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job
from rankings.access import Refused
from rankings.formats.results import renamed
from rankings.models import Campaign, CampaignFile, Judge, Ranking, Report, ReportFolder, Upload
from rankings.uploads.kinds import kinds

LONGEST_NAME = 80
MAIL_ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")
MOST_CHARACTERS = 100_000
SHOWN_PROBLEMS = 10
NOBODY = "Write at least one name."


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody who is to judge. Any text may be empty: without a name, the judge gets a pseudonym."""

    name: str
    email: str = ""
    username: str = ""


def read_people(text: str) -> list[Invitee]:
    """One person on a line: name, and e-mail address or user name (comma, semicolon or tab between them).

    Raises `Refused` with line numbers when a line cannot be read; then nobody is invited.
    """
    people, problems = [], []
    seen: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        parts = [" ".join(part.split()) for part in re.split("[,;\t]", line, maxsplit=1)]
        name, account = parts if len(parts) == 2 else (*parts, "")
        if not name and not account:
            continue
        person = Invitee(name, email=account) if "@" in account else Invitee(name, username=account)
        if problem := _problem(person, seen):
            problems.append(f"Line {number}: {problem}")
        seen.add(account.casefold())
        people.append(person)
    if problems:
        left = len(problems) - SHOWN_PROBLEMS
        more = [f"And {left} more."] if left > 0 else []
        raise Refused(*problems[:SHOWN_PROBLEMS], *more)
    if not people:
        raise Refused(NOBODY)
    return people


def _problem(person: Invitee, seen: set[str]) -> str:
    """What is wrong with a line; "" for nothing."""
    account = person.email or person.username
    if not account and "@" in person.name:
        return f"“{person.name[:60]}” is where the name should be. Write the name first, or leave it empty."
    try:
        if person.email:
            validate_email(person.email)
    except ValidationError:
        return f"“{account[:60]}” is not an e-mail address."
    return f"{account[:60]} is in the list twice." if account and account.casefold() in seen else ""


def pseudonyms(campaign: Campaign, count: int, stem: str = "judge") -> list[str]:
    """`count` names such as judge-7 that no judge of the campaign has."""
    taken = {name.casefold() for name in campaign.judges.values_list("name", flat=True)}
    free = (f"{stem}-{number}" for number in itertools.count(1))
    return list(itertools.islice((name for name in free if name not in taken), count))


def unusable_names(campaign: Campaign, names: Sequence[str], judge: Judge | None = None) -> list[str]:
    """What is wrong with new names, in sentences; `judge` is the one who gets the name, if there is one."""
    others = campaign.judges.exclude(pk=judge.pk) if judge else campaign.judges
    taken = {name.casefold() for name in others.values_list("name", flat=True)}
    listed: set[str] = set()
    reasons = []
    for name in names:
        if len(name) > LONGEST_NAME:
            reasons.append(f"“{name[:30]}…” is too long: a name has at most {LONGEST_NAME} characters.")
        elif any(unicodedata.category(character)[0] == "C" for character in name):
            reasons.append(f"“{name!a}” holds invisible characters. Type the name again.")
        elif MAIL_ADDRESS.search(name):
            reasons.append(
                f"“{name}” holds an e-mail address, and everybody who reads exports sees this name."
            )
        elif name.casefold() in listed:
            reasons.append(f"“{name}” is in the list twice. Names must differ, not only in capital letters.")
        elif name.casefold() in taken:
            reasons.append(f"There is a judge called “{name}” already. Choose another name.")
        listed.add(name.casefold())
    return reasons


def revealing(name: str, user: User | None) -> list[str]:
    """Why a name may not stand for this person: it is how the person signs in."""
    if user is None or name.casefold() not in {user.get_username().casefold(), user.email.casefold()}:
        return []
    return [f"“{name}” is how this person signs in. Choose a name that does not identify the person."]


def reveals_person(judge: Judge) -> bool:
    """Whether the name in exports reveals who the judge is: user name, e-mail address or full name."""
    user = judge.user
    # A participant's account is itself called by the made-up name.
    if user is None or not user.has_usable_password():
        return False
    account_names = {user.get_username(), user.email, user.get_full_name()} - {""}
    return judge.name.casefold() in {text.casefold() for text in account_names}


def rename_everywhere(campaign: Campaign, old: str, new: str) -> None:
    """Put a judge's new name in place of the old one, wherever something that is stored names the judge.

    No number changes. Folders of reports are written again when somebody opens them. Uploaded judgments that
    wait for confirmation cannot be changed and are thrown away. The caller holds the campaign, so that a
    report that is asked for at this moment has been stored with the old name, or will see the new one.
    """
    for report in Report.objects.select_for_update().filter(campaign=campaign).order_by("pk"):
        documents = (report.options, report.recipe, report.result)
        report.options, report.recipe, report.result = (renamed(one, {old: new}) for one in documents)
        report.save(update_fields=["options", "recipe", "result"])
    ReportFolder.objects.filter(report__campaign=campaign, is_public=False).delete()
    Job.objects.filter(report__campaign=campaign).exclude(traceback="").update(traceback="")
    for event in AuditEvent.objects.filter(campaign=campaign, detail__has_key="reason"):
        event.detail["reason"] = in_text(event.detail["reason"], old, new)
        event.save(update_fields=["detail"])
    naming = [name for name, kind in kinds().items() if kind.names_judges]
    Upload.objects.filter(campaign=campaign, kind__in=naming).exclude(state=Upload.State.DONE).delete()
    texts: tuple[tuple[models.QuerySet[models.Model], str, int], ...] = (
        (Report.objects.filter(campaign=campaign), "name", 80),
        (Job.objects.filter(report__campaign=campaign), "error", 10_000),
        (Ranking.objects.filter(judge__campaign=campaign).exclude(discard_reason=""), "discard_reason", 1000),
        # People call a file after the judge who filled it in.
        (CampaignFile.objects.filter(campaign=campaign, kind=CampaignFile.Kind.JUDGMENTS), "name", 255),
    )
    for rows, field, most in texts:
        for key, text in rows.values_list("pk", field):
            if (changed := in_text(text, old, new)[:most]) != text:
                rows.filter(pk=key).update(**{field: changed})


def in_text(text: str, old: str, new: str) -> str:
    """The text with the new name where the old one stands as a word, in capitals or not."""
    # A digit more is another judge, and the A of "Answers.csv" is none; "_" divides words.
    word = rf"(?<![^\W_]){re.escape(old)}(?![^\W_])"
    return re.sub(word, lambda _: new, text, flags=re.IGNORECASE)


def names_of_judges(campaign: Campaign) -> dict[int, str]:
    """The names of the campaign's judges by key, as they are now."""
    return dict(Judge.objects.filter(campaign=campaign).values_list("pk", "name"))


def names_changed_since(campaign: Campaign, before: Mapping[int, str]) -> dict[str, str]:
    """New names by old ones, of judges renamed or forgotten since `names_of_judges` gave `before`.

    Within a transaction; nobody can change a name until it ends.
    """
    judges = Judge.objects.select_for_update(no_key=True).filter(campaign=campaign).order_by("pk")
    now = dict(judges.values_list("pk", "name"))
    return {old: now[key] for key, old in before.items() if key in now and now[key] != old}
