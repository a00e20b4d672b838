"""A campaign from files to its report by program: tokens, and the links that answers give."""

import json
from collections.abc import Callable
from typing import Any

from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from tests.factories import token_of
from tests.stories.campaigns import SENTENCES, by_taste, join, output_files, ranking_count
from tests.stories.person import Person, file

ROOT = "/api/v1/"


def program(username: str, scope: str) -> APIClient:
    """A program that acts for somebody."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(User.objects.get(username=username), scope)}")
    return client


def files(**more: Any) -> dict[str, Any]:
    return {"title": "Animals", "source": file("source.txt", SENTENCES), "outputs": output_files(), **more}


def right(answer: Any, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return answer.json() if answer.content else None


def post(client: APIClient, address: str, sent: Any = None, status: int = 201) -> Any:
    return right(client.post(address, {} if sent is None else sent, format="json"), status)


def upload(client: APIClient, status: int = 201, **sent: Any) -> Any:
    return right(client.post(f"{ROOT}uploads/", {"kind": "campaign", **sent}, format="multipart"), status)


def rank_all(client: APIClient) -> int:
    """Rank every item; how many there were."""
    (task,) = right(client.get(f"{ROOT}judging/"))
    ranked = 0
    while (item := post(client, task["url"], status=200)["item"]) is not None:
        ranks = by_taste([output["text"] for output in item["outputs"]])
        assert not {"NORTH", "SOUTH", "EAST"} & set(json.dumps(item).split('"'))
        answer = post(client, item["url"], {"ranks": ranks, "active_seconds": 9.5}, 200)
        assert [output["rank"] for output in answer["outputs"]] == ranks
        ranked += 1
    assert right(client.get(task["url"]))["stage"] == "finished"
    return ranked


def test_a_campaign_from_files_to_its_report(manager: Person, run_jobs: Callable[[], int]) -> None:
    calls = program("alice", "manage")
    staged = upload(calls, **files(documents="one"))
    assert (staged["state"], staged["problems"]) == ("ready", [])
    campaign = right(calls.get(post(calls, staged["url"], status=200)["campaign_url"]))
    assert (campaign["title"], campaign["sentences"]) == ("Animals", 24)
    url = campaign["url"]
    wanted = {"items": 3, "seed": 1, "repeats": False}
    assert post(calls, f"{url}do/items.draw/", wanted, 200)["gives"]["items"] == 3
    assert post(calls, f"{url}do/plan.edit/", {"judges_per_item": 2}, 200)["done"]
    added = post(calls, f"{url}do/judge.add/", {"people": "Ann\nBen"}, 200)["gives"]["links"]
    assert post(calls, f"{url}do/campaign.open/", {}, 200)["done"]

    # Judges come by the links that the answer gave, and let programs rank for them.
    for judge in added:
        join(judge["link"], judge["name"].lower())
        assert rank_all(program(judge["name"].lower(), "judge")) == 3
    assert ranking_count(manager) == 6
    progress = right(calls.get(f"{url}progress/"))
    assert (progress["planned"], progress["target"]) == (6, 6)
    assert post(calls, f"{url}do/campaign.close/", {}, 200)["done"]

    report = post(calls, f"{url}reports/", {"replicates": 200})
    assert right(calls.get(report["url"]))["state"] != "done"
    run_jobs()
    done = right(calls.get(report["url"]))
    assert done["state"] == "done"
    assert done["result"]["ranking"]["systems"][0]["system"] == "NORTH"
    listed = {one["name"]: one["url"] for one in right(calls.get(done["files_url"]))}
    for name in ("report.zip", "report.json", "tables/ranking.csv", "figures/ranking.pdf", "rankings.xml"):
        answer = calls.get(listed[name])
        assert (answer.status_code, bool(answer.getvalue())) == (200, True), name


def test_what_is_wrong_with_files_is_told_by_file(manager: Person) -> None:
    calls = program("alice", "manage")
    bad = files(outputs=[*output_files(), file("SHORT.txt", "only one line\n")])
    staged = upload(calls, **bad)
    assert [one["file"] for one in staged["problems"] if one["fatal"]] == ["SHORT.txt"]
    assert right(calls.post(staged["url"]), 409)
    assert right(calls.delete(staged["url"]), 204) is None
    assert right(calls.get(staged["url"]), 404)
    told = upload(calls, **files(outputs=[file("outputs.zip", b"PK\x03\x04 broken")]))
    assert told["problems"][0]["file"] == "outputs.zip"
    assert list(upload(calls, 400, title="T", sauce="x")["errors"]) == ["sauce"]
    assert set(upload(calls, 400, title="T")["errors"]) == {"source", "outputs"}
    manager.visit("/").sees_not("Your campaigns")
