"""Files of references and of scores, by program: looked through, stored, replaced, removed."""

from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from metrics.models import MetricRun, ReferenceSet, SystemScore
from rankings.models import Campaign, Membership, Upload
from tests.factories import act, add_member, token_of
from tests.metrics.site.conftest import GOLD

pytestmark = pytest.mark.django_db
REFERENCES = "/api/v1/campaigns/essays/references/"
FILES = "/api/v1/campaigns/essays/metrics/files/"
DO = "/api/v1/campaigns/essays/do/"
TABLE = "system,metric,score\nALPHA,F,0.5\nBETA,F,0.25\nALPHA,G,1\n"


def client_of(user: Any, scope: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, scope)}")
    return client


@pytest.fixture
def program(alice) -> APIClient:
    cache.clear()  # throttles count there
    return client_of(alice, "manage")


def file(name: str, text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, text.encode(), "text/plain")


def add(program: APIClient, *files: SimpleUploadedFile, **fields: Any) -> Any:
    return program.post(REFERENCES, {**fields, "uploads": list(files)})


def test_references_are_looked_through_stored_and_removed(program, essays: Campaign) -> None:
    tried = add(program, file("gold.m2", GOLD), dry_run="true")
    assert (tried.status_code, tried.json()["references"]) == (200, None)
    assert (tried.json()["kind"], tried.json()["summary"]["sentences"]) == ("gold", 4)
    assert not ReferenceSet.objects.exists()
    made = add(program, file("gold.m2", GOLD))
    assert made.status_code == 201, made.json()
    stored = made.json()["references"]
    assert (stored["name"], stored["kind"], stored["scores"]) == ("gold", "gold", 0)
    assert made["Location"] == stored["url"]
    assert program.get(REFERENCES).json()["results"] == [stored]
    assert program.get(stored["files"][0]["url"]).content == GOLD.encode()
    assert program.get(f"{stored['url']}files/1/").status_code == 404
    taken = add(program, file("gold.m2", GOLD))
    assert (taken.status_code, "already" in taken.json()["detail"]) == (409, True)
    assert program.post(f"{DO}references.remove/{stored['key']}/").status_code == 200
    assert program.get(stored["url"]).status_code == 404
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    ("sent", "status", "told"),
    [
        ({"uploads": [file("gold.m2", "S He is .\n\n")]}, 422, "differs from sentence 1"),
        ({}, 400, "uploads"),
    ],
)
def test_references_that_cannot_be_used_are_refused(program, essays, sent, status, told) -> None:
    answer = program.post(REFERENCES, sent)
    assert answer.status_code == status, answer.json()
    assert told in str(answer.json())
    assert not ReferenceSet.objects.exists()
    assert not Upload.objects.exists()


def test_scores_are_looked_through_stored_and_removed(program, essays: Campaign) -> None:
    tried = program.post(FILES, {"file": file("scores.csv", TABLE), "dry_run": "true"})
    assert (tried.status_code, tried.json()["stored"]) == (200, [])
    assert tried.json()["scores"] == {"F": {"ALPHA": 0.5, "BETA": 0.25}, "G": {"ALPHA": 1.0}}
    assert {one["fatal"] for one in tried.json()["problems"]} == {False}
    assert not MetricRun.objects.exists()
    made = program.post(FILES, {"file": file("scores.csv", TABLE)})
    assert made.status_code == 201
    first, _ = made.json()["stored"]
    assert (first["metric"], first["origin"], first["state"]) == ("F", "imported", "done")
    assert SystemScore.objects.count() == 3
    found = program.get(first["url"]).json()
    assert {one["system"]: one["score"] for one in found["result"]["systems"]}["ALPHA"] == 0.5
    assert program.post(f"{DO}metrics.remove/{first['key']}/").status_code == 200
    assert program.post(f"{DO}metrics.remove/{first['key']}/").status_code == 404
    assert MetricRun.objects.count() == 1


def test_a_table_that_cannot_be_used_is_refused_with_its_lines(program, essays) -> None:
    wrong = program.post(FILES, {"file": file("scores.csv", "system,metric,score\nOMEGA,F,1\nALPHA,F,x\n")})
    assert wrong.status_code == 422
    assert [one["line"] for one in wrong.json()["problems"]] == [3]
    assert program.post(FILES, {}).status_code == 400
    assert not MetricRun.objects.exists()


def test_only_managers_change_them_and_not_in_a_frozen_campaign(program, alice, bob, essays) -> None:
    stored = add(program, file("gold.m2", GOLD)).json()["references"]
    key, remove = stored["url"], f"{DO}references.remove/{stored['key']}/"
    add_member(essays, bob, Membership.Role.RESEARCHER)
    reader = client_of(bob, "manage")
    assert reader.get(key).status_code == 200
    assert reader.post(remove).status_code == 404
    assert add(reader, file("b.m2", GOLD)).status_code == 404
    assert reader.post(FILES, {"file": file("scores.csv", TABLE)}).status_code == 404
    narrow = client_of(alice, "compute")
    assert add(narrow, file("b.m2", GOLD)).status_code == 403
    act(alice, "campaign.close", essays)
    act(alice, "campaign.freeze", essays)
    assert add(program, file("b.m2", GOLD)).status_code == 409
    assert program.post(remove).status_code == 409
    assert program.post(FILES, {"file": file("scores.csv", TABLE)}).status_code == 409
