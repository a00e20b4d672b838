"""Names of judges: what can be one, and pseudonyms."""

import itertools
import re
import unicodedata
from collections.abc import Sequence

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge

LONGEST_NAME = 80
MAIL_ADDRESS = re.compile(r"[^\s@]@[^\s@]+\.[^\s@]")


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
