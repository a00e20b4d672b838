"""People to invite, typed or in a file: one a line, name and e-mail address."""

import csv
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from rankings.access.refusals import Refused

MOST_BYTES = 100_000
SHOWN_PROBLEMS = 10
NAME_TITLES = {"name", "judge", "pseudonym", "name in reports"}
MAIL_TITLES = {"e-mail", "email", "mail", "e-mail address", "email address"}


@dataclass(frozen=True, slots=True)
class Invitee:
    """Somebody to invite. Either text may be empty: without a name, the judge gets a pseudonym."""

    name: str
    email: str


def read_people(content: bytes) -> list[Invitee]:
    """The people of a CSV file with the columns name and e-mail (comma, semicolon or tab between them).

    A first line with titles is recognised, and then the columns may stand in any order. Raises `Refused` with
    line numbers when a line cannot be read; then nobody is invited.
    """
    if len(content) > MOST_BYTES:
        raise Refused(f"The file is too big: at most {MOST_BYTES // 1000} kB are read.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("The file is not UTF-8 text. Save it as “CSV UTF-8” and choose it again.") from None
    if "\x00" in text:
        raise Refused("The file holds zero bytes, so it is not a CSV file. Save it as “CSV UTF-8”.")
    delimiter = max(",;\t", key=text.lstrip().partition("\n")[0].count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise Refused(f"Line {reader.line_num} cannot be read: {error}.") from None
    if not rows:
        raise Refused("The file is empty. Write one person per line: name, e-mail address.")
    titles = [cell.strip().casefold() for cell in rows[0][1]]
    name_column = next((place for place, title in enumerate(titles) if title in NAME_TITLES), None)
    mail_column = next((place for place, title in enumerate(titles) if title in MAIL_TITLES), None)
    if name_column is None and mail_column is None:
        name_column, mail_column = 0, 1
    else:
        rows = rows[1:]
    people, problems = [], []
    seen: set[str] = set()
    for line, row in rows:
        person = Invitee(_cell(row, name_column), _cell(row, mail_column))
        if problem := _problem(person, seen):
            problems.append(f"Line {line}: {problem}")
        seen.add(person.email.casefold())
        people.append(person)
    if problems:
        left = len(problems) - SHOWN_PROBLEMS
        more = [f"And {left} more."] if left > 0 else []
        raise Refused(*problems[:SHOWN_PROBLEMS], *more)
    if not people:
        raise Refused("The file has column titles but no people.")
    return people


def _cell(row: list[str], column: int | None) -> str:
    return " ".join(row[column].split()) if column is not None and column < len(row) else ""


def _problem(person: Invitee, seen: set[str]) -> str:
    """What is wrong with a line; "" for nothing."""
    name, email = person.name[:60], person.email[:60]
    if not person.email:
        if not name:
            return "holds neither a name nor an e-mail address."
        if "@" in name:
            return f"“{name}” is where the name should be. Write the name first, or leave it empty."
        return ""
    try:
        validate_email(person.email)
    except ValidationError:
        return f"“{email}” is not an e-mail address."
    return f"{email} is in the file twice." if person.email.casefold() in seen else ""
