"""A campaign from files to its report, by program alone: managers with a token, judges at their own door."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge, Ranking
from tests.factories import OUTPUTS, SENTENCES, make_campaign, token_of

CAMPAIGNS, UPLOADS = "/api/v1/campaigns/", "/api/v1/campaign-uploads/"


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    cache.clear()


@pytest.fixture
def manager(make_user: Callable[..., User]) -> APIClient:
    return program(make_user("maria", may_create_campaigns=True))


def program(user: User, scope: str = "manage") -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, scope)}")
    return client


def files(**more: Any) -> dict[str, Any]:
    def file(name: str, lines: Any) -> SimpleUploadedFile:
        return SimpleUploadedFile(name, "".join(f"{line}\n" for line in lines).encode(), "text/plain")

    outputs = [file(f"{name}.txt", lines) for name, lines in OUTPUTS.items() if name != "INPUT"]
    return {"title": "Essays", "source": file("source.txt", SENTENCES), "outputs": outputs, **more}


def right(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def post(client: APIClient, address: str, sent: Any = None, status: int = 201) -> Any:
    return right(client.post(address, {} if sent is None else sent, format="json"), status)


def test_a_campaign_from_files_to_its_report(manager: APIClient, run_jobs: Callable[[], int]) -> None:
    upload = right(manager.post(UPLOADS, files(documents="one"), format="multipart"), 201)
    assert (upload["state"], upload["problems"]) == ("ready", [])
    assert [one["name"] for one in upload["preview"]["systems"]] == ["ALPHA", "BETA", "GAMMA", "INPUT"]
    assert not Campaign.objects.exists()
    campaign = post(manager, upload["create_url"])
    assert (campaign["slug"], campaign["role"], campaign["sentences"]) == ("essays", "owner", 4)
    url = campaign["url"]
    assert right(manager.get(upload["url"]))["campaign_url"] == url

    dry = post(manager, f"{url}items/", {"items": 3, "seed": 1, "dry_run": True, "repeats": False}, 200)
    assert (dry["forecast"]["rankings"], Item.objects.count()) == (6, 0)
    sampled = post(manager, f"{url}items/", {"items": 3, "seed": 1, "repeats": False})
    assert (sampled["items"], Item.objects.count()) == (3, 3)
    plan = right(manager.patch(f"{url}plan/", {"judges_per_item": 2}, format="json"))
    assert plan["judges_per_item"] == 2
    added = post(manager, f"{url}judges/", {"names": ["Ann", "Ben"]})["judges"]
    assert post(manager, f"{url}state/", {"step": "open"}, 200)["state"] == "open"

    for judge in added:
        link = post(manager, f"{judge['url']}personal-link/", {"days": 7})
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Link {link['secret']}")
        assert rank_all(client) == 3
    progress = right(manager.get(f"{url}progress/"))
    assert (progress["planned"], progress["target"], progress["percent"]) == (6, 6, 100)
    assert [judge["standing"] for judge in right(manager.get(f"{url}judges/"))["results"]] == ["ready"] * 2
    assert post(manager, f"{url}state/", {"step": "close"}, 200)["state"] == "closed"

    report = post(manager, f"{url}reports/", {"replicates": 20, "parts": []})
    early = right(manager.get(f"{report['url']}files/"), 409)
    assert "not done yet" in early["detail"]
    run_jobs()
    done = right(manager.get(report["url"]))
    assert done["state"] == "done"
    assert len(done["result"]["ranking"]["systems"]) == 4
    listed = right(manager.get(f"{report['url']}files/"))
    assert {one["kind"] for one in listed} == {"document", "table", "figure", "rankings"}
    for one in listed:
        answer = manager.get(one["url"])
        assert (answer.status_code, len(answer.content) > 20) == (200, True), one
    whole = json.loads(manager.get(next(one["url"] for one in listed if one["kind"] == "document")).content)
    assert whole["result"] == done["result"]


def rank_all(client: APIClient) -> int:
    """Rank every item from first to last row; how many there were."""
    (task,) = right(client.get("/api/v1/judging/"))
    ranked = 0
    while (item := post(client, f"{task['url']}next/", status=200)["item"]) is not None:
        ranks = list(range(1, len(item["outputs"]) + 1))
        answer = post(client, f"{item['url']}ranking/", {"ranks": ranks, "active_seconds": 9.5}, 200)
        assert ([output["rank"] for output in answer["outputs"]], answer["revision"]) == (ranks, 1)
        ranked += 1
    assert right(client.get(task["url"]))["stage"] == "finished"
    assert right(client.get(f"{task['url']}items/"))["count"] == ranked
    return ranked


def test_what_is_wrong_with_files_is_told_by_file_and_line(manager: APIClient) -> None:
    bad = SimpleUploadedFile("DELTA.txt", b"only one line\n")
    wanted = files()
    upload = right(
        manager.post(UPLOADS, {**wanted, "outputs": [*wanted["outputs"], bad]}, format="multipart"), 201
    )
    assert upload["state"] == "unusable"
    assert [(one["file"], one["fatal"]) for one in upload["problems"] if one["fatal"]] == [
        ("DELTA.txt", True)
    ]
    refused = right(manager.post(upload["create_url"]), 422)
    assert "DELTA.txt" in refused["problems"][0]["file"]
    assert right(manager.delete(upload["url"]), 204) is None
    assert right(manager.get(upload["url"]), 404)
    broken = SimpleUploadedFile("outputs.zip", b"PK\x03\x04 broken")
    told = right(manager.post(UPLOADS, {**files(), "outputs": [broken]}, format="multipart"), 422)
    assert told["problems"][0]["file"] == "outputs.zip"
    missing = right(manager.post(UPLOADS, {"title": "T", "sauce": "x"}, format="multipart"), 400)
    assert list(missing["errors"]) == ["sauce"]
    nothing = right(manager.post(UPLOADS, {"title": "T"}, format="multipart"), 400)
    assert set(nothing["errors"]) == {"source", "outputs"}
    assert not Campaign.objects.exists()


def test_another_managers_campaign_does_not_exist(manager: APIClient, make_user: Callable[..., User]) -> None:
    make_campaign("foreign", owner=make_user("otto"))
    for address in ("settings/", "plan/", "judges/", "items/", "team/", "progress/", "history/", "crowd/"):
        assert right(manager.get(f"{CAMPAIGNS}foreign/{address}"), 404)
    assert right(manager.patch(f"{CAMPAIGNS}foreign/settings/", {"title": "Mine"}, format="json"), 404)
    assert right(manager.post(f"{CAMPAIGNS}foreign/state/", {"step": "close"}, format="json"), 404)
    judge = Judge.objects.create(campaign=Campaign.objects.get(), name="Ann")
    make_campaign("mine", owner=User.objects.get(username="maria"))
    assert right(manager.get(f"{CAMPAIGNS}mine/judges/{judge.pk}/"), 404)
    assert right(manager.post(f"{CAMPAIGNS}mine/judges/{judge.pk}/personal-link/", {}, format="json"), 404)
    assert not Ranking.objects.exists()
