"""The client over HTTP, against the live site."""

import threading
import time
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connections

from appraise_gec.accounts.models import User
from appraise_gec.client import (
    Client,
    ConflictError,
    InvalidError,
    JudgeClient,
    NotFoundError,
    NotSignedInError,
    UnusableFileError,
)
from appraise_gec.client.example import fewest_words, most_like_source, run_campaign
from appraise_gec.client.transport import Transport
from appraise_gec.jobs.models import Job, State
from rankings.models import Campaign, Ranking, Report
from tests.conftest import run_waiting_jobs
from tests.factories import OUTPUTS, SENTENCES, make_campaign, make_items, make_judge, make_ranking, token_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
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
        done: set[bytes] = set()
        while not over.wait(0.1):
            if Job.objects.filter(state=State.QUEUED).exists():
                run_waiting_jobs(done)
        connections.close_all()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    yield
    over.set()
    thread.join(timeout=60)


@pytest.mark.nightly
def test_the_example_runs_a_campaign(
    site: str, maria: User, texts: tuple[Path, list[Path]], tmp_path: Path, worker: None
) -> None:
    source, outputs = texts
    judges = {"short": fewest_words, "careful": most_like_source}
    folder = tmp_path / "report"
    ranking = run_campaign(site, token_of(maria, "manage"), source, outputs, judges=judges, folder=folder)
    assert sorted(ranking) == ["ALPHA", "BETA", "GAMMA", "INPUT"]
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.judges.count()) == ("closed", 2)
    assert Ranking.objects.filter(skipped=False).count() == 40
    assert (folder / "report.json").read_bytes().startswith(b"{")
    assert "ALPHA" in (folder / "ranking.csv").read_text(encoding="utf-8")
    assert zipfile.is_zipfile(folder / "paper.zip")
    assert Report.objects.get().name == "Both programs"


def test_a_program_publishes_a_report(site: str, maria: User, worker: None) -> None:
    campaign = make_campaign("mine", owner=maria)
    make_ranking(make_judge(campaign, "Ann"), make_items(campaign)[0])
    mine = Client(site, token_of(maria, "manage")).campaign("mine")
    report = mine.report(replicates=20, parts=[])
    report.wait()
    link = report.publish(title="A pilot")
    assert link.public_url is not None
    with urllib.request.urlopen(link.public_url) as answer:  # noqa: S310 - of this test's site
        assert b"A pilot" in answer.read()
    report.revoke()
    with pytest.raises(urllib.error.HTTPError, match="410"):
        urllib.request.urlopen(link.public_url)  # noqa: S310 - of this test's site
    assert [file.kind for file in report.files() if file.name == "methods.tex"] == ["text"]
    with pytest.raises(ConflictError):
        report.cancel()
    report.delete()
    assert not Report.objects.exists()


def test_refusals_come_as_exceptions_with_the_problem(
    site: str, maria: User, texts: tuple[Path, list[Path]]
) -> None:
    client = Client(site, token_of(maria, "manage"))
    source, outputs = texts
    short = ("SHORT.txt", b"one line\n")
    with pytest.raises(UnusableFileError) as unusable:
        client.create_campaign("Essays", source, [*outputs, short])
    assert {problem["file"] for problem in unusable.value.problems} == {"SHORT.txt"}
    assert not Campaign.objects.exists()
    with pytest.raises(NotFoundError):
        client.campaign("nowhere").info()
    make_campaign("mine", owner=maria)
    with pytest.raises(ConflictError) as nothing:
        client.campaign("mine").report()
    assert nothing.value.reasons == ["There are no rankings yet, so there is nothing to compute."]
    with pytest.raises(InvalidError) as wrong:
        client.campaign("mine").sample(0, seed=1)
    assert list(wrong.value.errors) == ["items"]
    with pytest.raises(NotSignedInError):
        Client(site, "agec_wrong").campaign("mine").info()
    with pytest.raises(NotSignedInError):
        JudgeClient(site, "mine", link="wrong").task()


def test_lists_are_read_page_by_page(site: str, maria: User) -> None:
    names = {f"c{number}" for number in range(53)}
    for name in names:
        make_campaign(name, owner=maria, sentences=(), outputs={})
    client = Client(site, token_of(maria, "read"))
    assert {campaign.slug for campaign in client.campaigns()} == names
    assert [campaign.slug for campaign in client.campaigns(search="c52")] == ["c52"]


def test_a_request_that_is_sent_again_counts_once(
    site: str, maria: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the first try is lost on the way."""
    campaign = make_campaign("essays", owner=maria, state="draft")
    client = Client(site, token_of(maria, "manage"))
    real = Transport._send
    lost: list[object] = []

    def send(self: Transport, request):
        answer = real(self, request)
        if not lost:
            lost.append(request)
            raise ConnectionResetError("the line is gone")
        return answer

    monkeypatch.setattr(Transport, "_send", send)
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    (judge,) = client.campaign("essays").add_judges(["Ann"])
    assert judge.name == "Ann"
    assert campaign.judges.count() == 1
    assert lost


def test_a_judge_ranks_flags_and_postpones(site: str, maria: User) -> None:
    campaign = make_campaign("essays", owner=maria)
    make_items(campaign)
    managed = Client(site, token_of(maria, "manage")).campaign("essays")
    (ann,) = managed.add_judges(["Ann"])
    judge = JudgeClient(site, "essays", link=managed.personal_link(ann.number).secret)
    assert (judge.task().stage, judge.task().left) == ("ready", 4)
    first = judge.next()
    assert first is not None
    judge.later(first)
    second = judge.next()
    assert second is not None and second.key != first.key
    flagged = judge.flag(second, "broken", "two sentences")
    assert flagged.state == "skipped"
    for item in judge.items():
        assert judge.rank(item, [1] * len(item.outputs), active_seconds=3).state == "done"
    assert (judge.task().ranked, judge.task().skipped, judge.next()) == (3, 1, None)
    (known,) = managed.judges()
    assert (known.done, known.skipped) == (3, 1)
    assert managed.change_judge(ann.number, on_hold=True).on_hold
    with pytest.raises(NotSignedInError, match="on hold"):
        judge.task()


def test_the_token_stays_on_its_site(site: str) -> None:
    transport = Transport(site, "Bearer secret")
    ask = partial(transport.ask, "GET")
    for address in ("https://example.org/", f"{site}.example.org/", "//example.org/"):
        with pytest.raises(ValueError, match="not an address"):
            ask(address)
    with pytest.raises(ValueError, match="such as https"):
        Transport("example.org", "Bearer secret")
