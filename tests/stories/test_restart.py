"""Web server and worker are killed in the middle, as by a power cut: nothing acknowledged is lost."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import wait_for
from tests.stories import browsing
from tests.stories.campaigns import desk, invite, make_campaign, open_campaign, ranking_count, report
from tests.stories.person import Person
from tests.workers import WebServer, Worker

DONE = "How it was made"
AGAIN_SECONDS = 60  # pages ask again after 2, 4, 8, ... seconds


@pytest.fixture
def server(transactional_db: None) -> Iterator[WebServer]:
    server = WebServer()
    yield server
    server.kill()


def wait_until(reached: Callable[[], bool], seconds: float = 400) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_everything_is_killed_and_started_again(
    new_page: Callable[..., Page],
    server: WebServer,
    start_worker: Callable[..., Worker],
    manager: Person,
    expected_errors: list[str],
) -> None:
    expected_errors.append("ERR_CONNECTION|ERR_EMPTY_RESPONSE")
    make_campaign(manager, items=6, judges_each=1, with_input=False)
    link = invite(manager, "Ann")["Ann"]
    open_campaign(manager)
    server.start()
    worker = start_worker()
    page = new_page()
    browsing.join(page, link, "ann", at=server.address)
    first = browsing.start(page)
    browsing.rank_and_submit(page, "1233")
    second = browsing.next_sentence(page, first)
    wait_for(page, lambda: ranking_count(manager) == 1, "the first ranking")
    browsing.rank(page, "2")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()

    report(manager).follow("Choose the settings").fill({"Replicates": 20_000})
    manager.fill({"Choice of method": True}).press("Compute the report", within="Replicates")
    wait_until(lambda: any(words in manager.again().text for words in ("Running", DONE)))
    worker.kill()
    server.kill()
    browsing.rank_and_submit(page, "133")
    expect(page.locator("#saved")).to_contain_text("kept on this device")
    assert ranking_count(manager) == 1

    server.start()
    start_worker()
    wait_for(page, lambda: ranking_count(manager) == 2, "the answer sent by itself", AGAIN_SECONDS)
    third = browsing.next_sentence(page, second)
    page.get_by_role("link", name="Previous").click()
    browsing.next_sentence(page, third)
    assert browsing.given(page) == [2, 1, 3, 3][: browsing.outputs(page).count()]
    # The work that was cut off is taken up by the other worker.
    wait_until(lambda: DONE in report(manager).text)
    desk(manager).sees("2 of 6")
