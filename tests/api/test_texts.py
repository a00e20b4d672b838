"""Systems and sentences that come later, by program: the same steps and rules as on the pages."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from appraise_gec.accounts.models import User
from rankings.models import Campaign, StagedUpload, System
from tests.api.conftest import Program
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db
DELTA = "He has two cats .\nThey are here .\nI like teas .\nShe is going home .\n"


@pytest.fixture
def essays(alice: User) -> Campaign:
    made = make_campaign("essays", owner=alice)
    items = make_items(made)
    make_ranking(make_judge(made, "Ann"), items[0])
    return made


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, essays: Campaign) -> Program:
    return program(alice)


def file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/plain")


def send(ask: Program, text: str = DELTA, name: str = "DELTA.txt", **fields: Any) -> Any:
    fields = {"change": "add", **fields}
    return ask("post", "text-uploads/", fields, files={"outputs": file(name, text)})


def test_a_system_is_added_after_its_preview(ask: Program, essays: Campaign) -> None:
    sent = send(ask)
    assert (sent.status_code, sent["Location"]) == (201, sent.json()["url"])
    kept = sent.json()
    assert (kept["change"], kept["state"], kept["problems"], kept["obstacles"]) == ("add", "ready", [], [])
    assert kept["preview"]["system"] == "DELTA"
    assert kept["preview"]["sentences"] == 4
    assert not System.objects.filter(name="DELTA").exists()
    assert [one["key"] for one in ask("get", "text-uploads/").json()] == [kept["key"]]

    done = ask("post", kept["url"])
    assert (done.status_code, done.json()["state"]) == (200, "stored")
    again = ask("post", kept["url"])
    assert (again.status_code, again.json()["system_url"]) == (200, done.json()["system_url"])
    listed = ask("get", "systems/").json()
    (delta,) = [one for one in listed["results"] if one["name"] == "DELTA"]
    assert (listed["count"], delta["items"], delta["pairs"], delta["rankings_before"]) == (5, 3, 0, 1)
    assert ask("get", done.json()["system_url"]).json() == delta


def test_files_with_problems_change_nothing(ask: Program, essays: Campaign) -> None:
    kept = send(ask, "He has two cats .\nI like teas .\nShe is going home .\n").json()
    assert (kept["state"], kept["preview"]) == ("unusable", None)
    (problem,) = [one for one in kept["problems"] if one["fatal"]]
    assert (problem["file"], "The file has 3 lines" in problem["message"]) == ("DELTA.txt", True)
    assert ask("post", kept["url"], {}).status_code == 409
    assert ask("delete", kept["url"]).status_code == 204
    assert ask("get", kept["url"]).status_code == 404
    assert not StagedUpload.objects.exists()


def test_sentences_are_added(ask: Program, essays: Campaign) -> None:
    outputs = [file(f"{name}.txt", f"{name} sleep .\n") for name in ("ALPHA", "BETA", "GAMMA")]
    kept = ask(
        "post",
        "text-uploads/",
        {"change": "sentences", "documents": "one"},
        files={"source": file("more.txt", "It sleep .\n"), "outputs": outputs},
    )
    assert kept.status_code == 201, kept.json()
    assert (kept.json()["state"], kept.json()["preview"]["sentences"]) == ("ready", 1)
    done = ask("post", kept.json()["url"], {}).json()
    assert (done["state"], done["system_url"]) == ("stored", None)
    assert essays.sentences.count() == 5


@pytest.mark.parametrize(
    ("fields", "status", "told"),
    [
        ({"change": "nothing"}, 400, "change"),
        ({"change": "add", "system": 1}, 400, "system"),
        ({"change": "add", "name": "alpha"}, 409, "already"),
        ({"change": "add", "name": "A+B"}, 422, "contains +"),
        ({"change": "sentences"}, 400, "source"),
    ],
)
def test_what_cannot_be_used_is_said(
    ask: Program, essays: Campaign, fields: dict[str, Any], status: int, told: str
) -> None:
    refused = send(ask, **fields)
    assert refused.status_code == status, refused.json()
    assert told in str(refused.json())
    assert not StagedUpload.objects.exists()


def test_a_system_is_renamed_and_retired(ask: Program, essays: Campaign) -> None:
    kept = send(ask).json()
    ask("post", kept["url"], {})
    (delta,) = [one for one in ask("get", "systems/").json()["results"] if one["name"] == "DELTA"]
    seen = ask("get", delta["url"])["ETag"]
    renamed = ask("patch", delta["url"], {"name": "EPSILON"}, headers={"If-Match": seen})
    assert (renamed.status_code, renamed.json()["name"]) == (200, "EPSILON")
    assert ask("patch", delta["url"], {"name": "X"}, headers={"If-Match": seen}).status_code == 412
    assert ask("patch", delta["url"], {"name": "ALPHA"}).status_code == 409
    assert ask("patch", delta["url"], {"retired": False}).status_code == 400
    retired = ask("patch", delta["url"], {"retired": True})
    assert (retired.status_code, retired.json()["items"]) == (200, 0)
    assert retired.json()["retired_at"] is not None
    assert ask("patch", delta["url"], {"retired": True}).status_code == 409
    assert ask("get", "systems/99999/").status_code == 404
