"""What every test may ask for."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from tests.missing import missing_or_skip, what_is_missing

if TYPE_CHECKING:
    from django.test import Client
    from playwright.sync_api import Browser

    from appraise_gec.accounts.models import User
    from tests.workers import Worker

CHECKOUT = Path(__file__).resolve().parent.parent
# How long one made-up example takes depends on what else the machine does; only its result is tested.
settings.register_profile("unhurried", deadline=None, max_examples=50)
settings.register_profile("nightly", deadline=None, max_examples=20_000)
settings.load_profile("unhurried")
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the published data and the numbers of the original scripts."""
    folder = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
    if not (folder / "data" / "gjg15" / "judgments.xml").is_file():
        missing_or_skip("published data", f"the published 2015 data are not at {folder}")
    return folder


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    from tests.chromium import launched

    with launched() as browser:
        yield browser


@pytest.fixture
def make_user(db: None) -> "Callable[..., User]":
    """Make a person: `make_user("dora", may_create_campaigns=True)`. The password is "correct horse"."""
    from appraise_gec.accounts.models import User

    def make(username: str, **attributes: object) -> User:
        return User.objects.create_user(username=username, password="correct horse", **attributes)  # type: ignore[arg-type]

    return make


@pytest.fixture
def alice(make_user: "Callable[..., User]") -> "User":
    """Owns campaigns."""
    return make_user("alice", may_create_campaigns=True)


@pytest.fixture
def as_alice(client: "Client", alice: "User") -> "Client":
    client.force_login(alice)
    return client


@pytest.fixture
def bob(make_user: "Callable[..., User]") -> "User":
    """Judges."""
    return make_user("bob")


@pytest.fixture
def charlie(make_user: "Callable[..., User]") -> "User":
    """A stranger with an account."""
    return make_user("charlie")


@pytest.fixture
def root(make_user: "Callable[..., User]") -> "User":
    """The operator."""
    return make_user("root", is_superuser=True)


@pytest.fixture
def run_jobs(db: None) -> Callable[[], int]:
    return run_waiting_jobs


def run_waiting_jobs() -> int:
    """Do every waiting job here and now, without queue and worker. Returns how many were done."""
    from appraise_gec.jobs.models import Job, State
    from appraise_gec.jobs.running import run_job

    waiting = list(Job.objects.filter(state=State.QUEUED).order_by("created_at").values_list("pk", flat=True))
    return sum(run_job(job_id) for job_id in waiting)


@pytest.fixture
def start_worker(transactional_db: None) -> "Iterator[Callable[..., Worker]]":
    """Start a real worker process on this test's database and queue; it is killed when the test ends."""
    from tests.workers import Worker

    started: list[Worker] = []

    def start(**options: Any) -> Worker:
        started.append(Worker(**options))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()  # quicker than a polite stop, and nothing waits for it


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what touches the database, so that it can be run again on the production stack alone."""
    from django.conf import settings as django_settings

    if not django_settings.DATABASES["default"]["ENGINE"].endswith("postgresql"):
        elsewhere = [item for item in items if item.get_closest_marker("postgres")]
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One block for all skipped tests, in place of a line for each."""
    skipped = [
        report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        for report in terminalreporter.getreports("skipped")
    ]
    if skipped:
        terminalreporter.section("not checked on this machine")
        for line in what_is_missing(skipped):
            terminalreporter.line(line)


@pytest.fixture(autouse=True)
def _few_figures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No figures in reports but for tests marked `figures`: to draw them takes longer than all else."""
    if request.node.get_closest_marker("figures") is None:
        monkeypatch.setattr("appraise_gec.present.html.on_page", lambda figure, **how: "<svg></svg>")
        monkeypatch.setattr(
            "appraise_gec.present.drawing.files", lambda figure, ends: dict.fromkeys(ends, b"drawn")
        )


@pytest.fixture(autouse=True)
def _no_language_of_other_tests() -> None:
    """A page in another language leaves it behind in the process that asked for it."""
    translation = sys.modules.get("django.utils.translation")
    if translation and sys.modules["django.conf"].settings.configured:
        translation.deactivate()
