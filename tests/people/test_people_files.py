"""Many judges at once from a CSV file."""

import re

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rankings.models import Campaign, Invitation
from rankings.people.people_file import Invitee, read_people

ADDRESS = "/campaigns/spring/judges/file/"


def file_of(text: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("people.csv", text.encode() if isinstance(text, str) else text)


@pytest.mark.parametrize(
    "text",
    [
        "Jo,jo@example.org\nKim,\n,lee@example.org\n",
        "name,e-mail\nJo,jo@example.org\nKim,\n,lee@example.org\n",
        "\ufeffE-Mail;Name\r\njo@example.org;Jo\r\n;Kim\r\nlee@example.org;\r\n",
        "Name\tEmail\n Jo \tjo@example.org\n\nKim\n\tlee@example.org\n",
        'Pseudonym,Age,Mail\n"Jo",31,jo@example.org\nKim,,\n,,lee@example.org\n',
    ],
)
def test_the_usual_forms_of_a_file_are_read(text: str) -> None:
    wanted = [Invitee("Jo", "jo@example.org"), Invitee("Kim", ""), Invitee("", "lee@example.org")]
    assert read_people(text.encode()) == wanted


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"\n \n", "empty"),
        (b"name,e-mail\n", "titles but no people"),
        (b"Jo,jo@example\n", "Line 1: .*not an e-mail address"),
        (b"Jo,jo@example.org\nKim,JO@example.org\n", "Line 2: .*twice"),
        (b"jo@example.org\n", "Write the name first"),
        (b"name,e-mail\n,,\nx@y.zz\n", "Line 3"),
        (b"J\xf6rg,j@example.org\n", "not UTF-8"),
        (b"Jo\x00,j@example.org\n", "zero bytes"),
        (b"Jo," + b"x" * 100_000, "too big"),
        (b'Jo,"' + b"x" * 99_000 + b"\n", "not an e-mail"),
        (b"a@b.cc,d@e.ff\nBcc: x@y.zz,x@y.zz\r\n", "holds an e-mail address|Line"),
    ],
)
def test_unusable_files_are_reported_by_line(
    as_alice: Client, campaign: Campaign, content: bytes, said: str
) -> None:
    page = as_alice.post(ADDRESS, {"file-people": file_of(content)})
    assert page.status_code == 422
    assert re.search(said, page.context["file_form"].errors.as_text())
    assert not campaign.judges.exists()


def test_everybody_gets_a_place_and_a_link(as_alice: Client, campaign: Campaign) -> None:
    page = as_alice.post(ADDRESS, {"file-people": file_of("Jo,jo@example.org\n,lee@example.org\n")})
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert len(set(re.findall(r"/invitations/([\w-]{43})/", page.text))) == 2
    assert {one.name for one in campaign.judges.all()} == {"Jo", "judge-1"}
    assert not mail.outbox
    assert "example.org" not in str(list(campaign.judges.values()) + list(Invitation.objects.values()))
