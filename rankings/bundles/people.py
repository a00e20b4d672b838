"""People in a bundle: in full, or hidden behind pseudonyms."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

from django.db.models import Q

from appraise_gec.accounts.models import User
from rankings.bundles.description import Privacy, all_tables, is_person
from rankings.formats.names_in_documents import NAME_KEYS, NAME_LIST_KEYS, renamed
from rankings.models import Campaign, Judge

SOMEBODY = "somebody"
MAIL_ADDRESS = re.compile(r"[^\s@<>\"'(),;:]+@[^\s@<>\"'(),;:]+\.[^\s@<>\"'(),;:]+")
# Keys of the history that name people who are no judges.
PERSON_KEYS = frozenset({"user", "invitee", "to", "email"})
SHORTEST_NAME = 2
# Shorter names may be words, and count only as they are written.
ANY_CASE_FROM = 5

PEOPLE_COLUMNS = {
    "user_name": "how the person signs in",
    "first_name": "first name",
    "last_name": "last name",
    "email": "e-mail address",
}


class People(Protocol):
    """How a bundle shows people."""

    def number_of(self, user: int | None) -> int | None:
        """The id of an account in the bundle."""

    def shown(self, value: Any, privacy: Privacy) -> Any:
        """The value of a column as the bundle shows it."""

    def rows(self) -> list[dict[str, Any]]:
        """The lines of `people.csv`, after everything else is written."""


class InFull:
    """People as they are. Numbers are given in the order in which rows name people."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}

    def number_of(self, user: int | None) -> int | None:
        return None if user is None else self._numbers.setdefault(user, len(self._numbers) + 1)

    def shown(self, value: Any, privacy: Privacy) -> Any:
        return value

    def rows(self) -> list[dict[str, Any]]:
        users = User.objects.in_bulk(list(self._numbers))
        return [
            {
                "id": number,
                "user_name": users[key].get_username(),
                "first_name": users[key].first_name,
                "last_name": users[key].last_name,
                "email": users[key].email,
            }
            for key, number in self._numbers.items()
        ]


class Pseudonymous:
    """Judges as judge-1, judge-2, ...; nobody else is named.

    In what people wrote, names of judges and of all accounts that the campaign knows are replaced, and
    whatever looks like an e-mail address. Texts of the corpus stay as they are.
    """

    def __init__(self, campaign: Campaign) -> None:
        judges = Judge.objects.filter(campaign=campaign).order_by("pk").values_list("name", flat=True)
        self._judges = {name: f"judge-{number}" for number, name in enumerate(judges, start=1)}
        words: dict[str, str] = {}
        for number, user in enumerate(users_of(campaign), start=1):
            names = {user.get_username(), user.email, user.get_full_name(), user.first_name, user.last_name}
            words |= dict.fromkeys(names, f"person-{number}")
        words |= self._judges
        self._words = {name.casefold(): new for name, new in words.items() if len(name) >= SHORTEST_NAME}
        self._pattern = _any_of([name for name in words if len(name) >= SHORTEST_NAME])

    def number_of(self, user: int | None) -> int | None:
        return None

    def shown(self, value: Any, privacy: Privacy) -> Any:
        if privacy == "judge":
            return self._judges[value]
        if privacy == "words":
            return self._without_names(value)
        if privacy == "document":
            return renamed(value, self._judges)
        return self._detail(value) if privacy == "detail" else value

    def rows(self) -> list[dict[str, Any]]:
        return []

    def _without_names(self, text: str) -> str:
        text = MAIL_ADDRESS.sub(SOMEBODY, text)
        return self._pattern.sub(lambda match: self._words.get(match.group().casefold(), SOMEBODY), text)

    def _detail(self, value: Any, key: str = "") -> Any:
        if isinstance(value, Mapping):
            return {name: self._detail(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            one = "judge" if key in NAME_LIST_KEYS else key
            return [self._detail(inner, one) for inner in value]
        if not isinstance(value, str):
            return value
        if key in NAME_KEYS:
            return self._judges.get(value, SOMEBODY)
        return SOMEBODY if key in PERSON_KEYS and value else self._without_names(value)


def users_of(campaign: Campaign) -> list[User]:
    """Every account that a row of the campaign names, in the order of the accounts."""
    keys: set[int] = set()
    for table in all_tables():
        own = Q(pk=campaign.pk) if not table.of else Q(**{table.of: campaign})
        for name, field in table.fields.items():
            if is_person(field):
                rows = table.rows_model._default_manager.filter(own, **{f"{name}__isnull": False})
                keys |= set(rows.order_by().values_list(name, flat=True).distinct())
    return list(User.objects.filter(pk__in=keys).order_by("pk"))


def _any_of(names: list[str]) -> re.Pattern[str]:
    """Matches any of the names where it stands as a word, the longest first."""
    if not names:
        return re.compile(r"(?!)")
    alternatives = []
    for name in sorted(set(names), key=lambda name: (-len(name), name)):
        escaped = re.escape(name)
        alternatives.append(f"(?i:{escaped})" if len(name) >= ANY_CASE_FROM else escaped)
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(alternatives)})(?![^\W_])")
