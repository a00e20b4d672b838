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
    rows = _rows(text)
    if not rows:
        raise Refused("The file is empty. Write one person per line: name, e-mail address.")
    name_column, mail_column, rows = _columns(rows)
    people, problems = [], []
    seen: set[str] = set()
    for line, row in rows:
        name, email = _cell(row, name_column), _cell(row, mail_column)
        problem = _problem(row, name, email, seen)
        if problem:
            problems.append(
                problem % {"line": line, "name": name[:60], "email": email[:60], "columns": len(row)}
            )
        seen.add(email.casefold())
        people.append(Invitee(name, email))
    if problems:
        left = len(problems) - SHOWN_PROBLEMS
        more = [f"And {left} more."] if left > 0 else []
        raise Refused(*problems[:SHOWN_PROBLEMS], *more)
    if not people:
        raise Refused("The file has column titles but no people.")
    return people


def _rows(text: str) -> list[tuple[int, list[str]]]:
    first = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(text.splitlines(), delimiter=delimiter)
    try:
        return [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise Refused(f"Line {reader.line_num} cannot be read: {error}.") from None


def _columns(rows: list[tuple[int, list[str]]]) -> tuple[int, int, list[tuple[int, list[str]]]]:
    titles = [cell.strip().casefold() for cell in rows[0][1]]
    names = [place for place, title in enumerate(titles) if title in NAME_TITLES]
    mails = [place for place, title in enumerate(titles) if title in MAIL_TITLES]
    if not names and not mails:
        return 0, 1, rows
    return names[0] if names else -1, mails[0] if mails else -1, rows[1:]


def _cell(row: list[str], column: int) -> str:
    return " ".join(row[column].split()) if 0 <= column < len(row) else ""


def _problem(row: list[str], name: str, email: str, seen: set[str]) -> str:
    """What is wrong with a line, as a message to fill in; "" for nothing."""
    if not name and not email:
        return "Line %(line)d: holds neither a name nor an e-mail address."
    if "@" in name and not email:
        return (
            "Line %(line)d: “%(name)s” is where the name should be. Write the name first, or leave it empty."
        )
    if email:
        try:
            validate_email(email)
        except ValidationError:
            return "Line %(line)d: “%(email)s” is not an e-mail address."
        if email.casefold() in seen:
            return "Line %(line)d: %(email)s is in the file twice."
    if len(row) > 20:
        return "Line %(line)d: has %(columns)d columns; expected name and e-mail address."
    return ""
