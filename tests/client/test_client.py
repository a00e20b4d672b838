"""The client over HTTP, against the live site."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connections

from appraise_gec.accounts.models import User
from appraise_gec.client import ApiError, Client, UnreachableError, WorkFailedError
from appraise_gec.jobs.models import Job, State
from rankings.models import Campaign, Ranking
from tests.conftest import run_waiting_jobs
from tests.factories import OUTPUTS, SENTENCES, make_campaign, token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_throttles(db: None) -> None:
    cache.clear()


@pytest.fixture
def maria(make_user: Callable[..., User], transactional_db: None) -> User:
    return make_user("maria", may_create_campaigns=True)


@pytest.fixture
def site(live_server) -> str:
    return str(live_server.url)


@pytest.fixture
def texts(tmp_path: Path) -> tuple[Path, list[Path]]:
    def write(name: str, lines) -> Path:
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    outputs = [write(f"{name}.txt", lines) for name, lines in OUTPUTS.items() if name != "INPUT"]
    return write("source.txt", SENTENCES), outputs


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """Does the work of jobs while the client waits for it."""
    over = threading.Event()

    def work() -> None:
        while not over.wait(0.1):
            if Job.objects.filter(state=State.QUEUED).exists():
                run_waiting_jobs()
        connections.close_all()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    over.set()
    thread.join(timeout=60)


def shortest_first(item) -> list[int]:
    lengths = [len(output["text"].split()) for output in item["outputs"]]
    return [1 + sorted(set(lengths)).index(length) for length in lengths]


def test_a_campaign_from_its_files_to_its_report(
    site: str, maria: User, texts: tuple[Path, list[Path]], tmp_path: Path, worker: None
) -> None:
    source, outputs = texts
    client = Client(site, token_of(maria, "manage"))
    made = client.create_campaign("By program", source, outputs, documents="one")
    campaign = f"campaigns/{made['slug']}/"
    client.post(f"{campaign}do/plan.edit/", {"judges_per_item": 1})
    client.post(f"{campaign}do/items.draw/", {"items": 4, "seed": 2015})
    ann = User.objects.create_user("ann")
    client.post(f"{campaign}do/judge.add/", {"people": "Owl,ann"})
    client.post(f"{campaign}do/campaign.open/", {})
    judge = Client(site, token_of(ann, "judge"))
    first = judge.post(f"judging/{made['slug']}/")["item"]
    judge.post(first["url"], {"later": True})
    second = judge.post(f"judging/{made['slug']}/")["item"]
    assert second["url"] != first["url"]
    flagged = judge.post(second["url"], {"flag_reason": "broken"})
    assert flagged["state"] == "skipped"
    for item in judge.items(made["slug"]):
        judge.post(item["url"], {"ranks": shortest_first(item)})
    assert Ranking.objects.filter(skipped=False).count() == 3
    assert [row["done"] for row in client.pages(f"{campaign}judges/")] == [3]
    client.download(f"{campaign}judgments/", tmp_path / "judgments.csv", format="csv")
    assert "ALPHA" in (tmp_path / "judgments.csv").read_text(encoding="utf-8")
    asked = client.post(f"{campaign}reports/", {"replicates": 20, "parts": []})
    report = client.wait(asked)
    assert len(report["result"]["ranking"]["systems"]) == 4
    with pytest.raises(WorkFailedError, match="not done"):
        client.wait(report | {"state": "running"}, patience=-1)


def test_refusals_come_as_exceptions_with_the_problem(
    site: str, maria: User, texts: tuple[Path, list[Path]]
) -> None:
    client = Client(site, token_of(maria, "manage"))
    source, outputs = texts
    with pytest.raises(ApiError, match=r"SHORT\.txt") as unusable:
        client.create_campaign("Essays", source, [*outputs, ("SHORT.txt", b"one line\n")])
    assert {problem["file"] for problem in unusable.value.problem["problems"]} == {"SHORT.txt"}
    assert not Campaign.objects.exists()
    make_campaign("mine", owner=maria)
    with pytest.raises(ApiError) as nothing:
        client.post("campaigns/mine/reports/")
    assert nothing.value.status == 409
    assert nothing.value.problem["reasons"] == ["There are no rankings yet, so there is nothing to compute."]
    with pytest.raises(ApiError) as wrong:
        client.post("campaigns/mine/do/items.draw/", {"items": 0, "seed": 1})
    assert (wrong.value.status, list(wrong.value.problem["errors"])) == (400, ["items"])
    for refused, status, address in (
        (client, 404, "campaigns/nowhere/"),
        (Client(site, "agec_wrong"), 401, "campaigns/mine/"),
    ):
        with pytest.raises(ApiError) as told:
            refused.get(address)
        assert told.value.status == status


def test_lists_are_read_page_by_page(site: str, maria: User) -> None:
    names = {f"c{number}" for number in range(53)}
    for name in names:
        make_campaign(name, owner=maria, sentences=(), outputs={})
    client = Client(site, token_of(maria, "read"))
    assert {campaign["slug"] for campaign in client.pages("campaigns/")} == names
    assert not list(client.pages("campaigns/", state="closed"))


def test_what_a_lost_answer_leaves_open_is_read_again_and_never_done_twice(
    site: str, maria: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = make_campaign("essays", owner=maria, state="draft")
    client = Client(site, token_of(maria, "manage"))
    real = Client._send
    lost: list[str] = []

    def send(self: Client, request):
        answer = real(self, request)
        if request.method not in lost:
            lost.append(request.method)
            raise ConnectionResetError("the line is gone")
        return answer

    monkeypatch.setattr(Client, "_send", send)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    assert client.get("campaigns/essays/")["slug"] == "essays"
    with pytest.raises(UnreachableError):
        client.post("campaigns/essays/do/judge.add/", {"people": "Ann"})
    assert campaign.judges.count() == 1
    assert lost == ["GET", "POST"]


def test_the_token_stays_on_its_site(site: str) -> None:
    client = Client(site, "secret")
    for address in ("https://example.org/", f"{site}.example.org/", "//example.org/"):
        with pytest.raises(ValueError, match="not an address"):
            client.get(address)
    with pytest.raises(ValueError, match="such as https"):
        Client("example.org", "secret")
