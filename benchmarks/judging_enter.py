"""How long a judge on a slow line waits between Enter and the next sentence.

    python -m benchmarks.judging_enter [ITEMS] [LATENCY]

Needs the packages of the tests, which `./run test --version` installs, and Chromium: on the PATH as
`chromium-headless-shell` or `chromium`, or named by APPRAISE_GEC_CHROMIUM.

Starts gunicorn on SQLite with a campaign of sentences and outputs of 2015, and lets Chromium rank ITEMS (30
by default) by keyboard, on a line with LATENCY milliseconds there and back (300), 1.6 Mbit/s down and 0.8 up.
The clock runs in the page: from the time stamp of the key's event until the frame with the other sentence has
been painted. "Scripts" is how much of that the page's scripts took for the key; "processor" is the time of
the page's main thread from Enter until the painting is known, which does not depend on what else the machine
does. Enter comes once the next page has been fetched, as for whoever reads. Then the same for a third as many
items without fetching ahead.
"""

import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.crowd import CHECKOUT, PORT, make_judges, make_open_campaign, prepare, wait_for_server

SLUG = "enter"
# Bytes per second.
LINE = {"offline": False, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
WATCH = """
(() => {
  const sentence = () => document.querySelector(".input")?.textContent;
  const told = JSON.parse(sessionStorage.getItem("enters") ?? "[]");
  const finish = (pressed, script) => {
    // A message comes after the frame that this callback belongs to has been painted.
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      told.push({ painted: performance.timeOrigin + performance.now() - pressed, script });
      sessionStorage.setItem("enters", JSON.stringify(told));
      sessionStorage.removeItem("pressed");
    };
    channel.port2.postMessage(null);
  };
  const watch = (pressed, before, script) => requestAnimationFrame(() => {
    if (sentence() !== before && sentence()) finish(pressed, script());
    else watch(pressed, before, script);
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const pressed = performance.timeOrigin + event.timeStamp;
    sessionStorage.setItem("pressed", JSON.stringify([pressed, sentence()]));
    const begun = performance.now();
    let ended = begun;
    // The page's own listeners for the key hang further in.
    addEventListener("keydown", () => { ended = performance.now(); }, { once: true });
    watch(pressed, sentence(), () => ended - begun);
  }, { capture: true });
  const earlier = sessionStorage.getItem("pressed");
  if (earlier) addEventListener("DOMContentLoaded", () => watch(...JSON.parse(earlier), () => 0));
})();
"""


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:3]]
    items, latency = [*numbers, *[30, 300][len(numbers) :]]
    with tempfile.TemporaryDirectory(prefix="appraise-gec-enter-") as folder:
        os.environ.update(
            DATABASE_URL=f"sqlite:///{folder}/db.sqlite3",
            APPRAISE_GEC_VAR=folder,
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        prepare()
        make_open_campaign(SLUG, 3 * items)
        [robot] = make_judges(SLUG, 1)
        with_server(Path(folder), robot.session, items, latency)


def with_server(folder: Path, session: str, items: int, latency: int) -> None:
    from appraise_gec.processes import web

    command = [sys.executable, "-m", *web(f"127.0.0.1:{PORT}", workers=1, threads=8)]
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=CHECKOUT, stdout=log, stderr=log, start_new_session=True)
        try:
            wait_for_server(PORT)
            with_browser(session, items, latency)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)


def with_browser(session: str, items: int, latency: int) -> None:
    from django.conf import settings
    from playwright.sync_api import sync_playwright

    found = (shutil.which(name) for name in ("chromium-headless-shell", "chromium"))
    program = os.environ.get("APPRAISE_GEC_CHROMIUM") or next(filter(None, found), None)
    if not program:
        sys.exit("There is no Chromium on the PATH or in APPRAISE_GEC_CHROMIUM.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        address = f"http://127.0.0.1:{PORT}"
        # What this program asks the page is evaluated there.
        context = browser.new_context(
            base_url=address, viewport={"width": 1280, "height": 800}, bypass_csp=True
        )
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": address}])
        context.add_init_script(WATCH)
        page = context.new_page()
        page.goto(f"/judge/{SLUG}/")
        page.get_by_role("button", name="Start judging").click()
        page.wait_for_selector("#edits-button:visible")
        tools = context.new_cdp_session(page)
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", {**LINE, "latency": latency})
        tools.send("Performance.enable", {"timeDomain": "threadTicks"})
        print(f"{latency} ms latency, load {os.getloadavg()[0]:.1f} at the start")
        busy = [rank(page, tools, ahead=True) for _ in range(items)]
        report(f"{items} items, the next one fetched ahead", told(page), busy)
        page.evaluate("sessionStorage.removeItem('enters')")
        page.reload()
        page.wait_for_selector("#edits-button:visible")
        for _ in range(max(1, items // 3)):
            rank(page, tools, ahead=False)
        report(f"{max(1, items // 3)} items, not fetched ahead", told(page), [])
        print(f"load {os.getloadavg()[0]:.1f} at the end")
        browser.close()


def rank(page: Any, tools: Any, *, ahead: bool) -> float:
    """Rank every output, and press Enter once the page has nothing left to fetch or to save.

    Returns the processor milliseconds of the page's main thread until the next sentence is there.
    """
    form = page.locator("#ranking")
    key = form.get_attribute("data-key")
    outputs = page.locator(".output").count()
    if ahead:
        with page.expect_request_finished(lambda one: one.url.endswith("/ahead/")):
            page.keyboard.press("1")
    else:
        page.evaluate("delete document.getElementById('ranking').dataset.ahead")
        page.keyboard.press("1")
    for _ in range(outputs - 1):
        page.keyboard.press("2")
    page.wait_for_function("document.getElementById('saved').textContent === 'Saved'")
    enters, before = len(told(page)), processor(tools)
    page.keyboard.press("Enter")
    painted = "enters => JSON.parse(sessionStorage.getItem('enters') ?? '[]').length > enters"
    page.wait_for_function(painted, arg=enters)
    busy = processor(tools) - before
    page.wait_for_function(
        "key => document.getElementById('ranking')?.dataset.key !== key"
        " && !document.querySelector('form[data-sending]')",
        arg=key,
    )
    page.wait_for_selector("#edits-button:visible")
    return busy


def processor(tools: Any) -> float:
    """Milliseconds that the page's main thread has worked."""
    found = {one["name"]: one["value"] for one in tools.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(found["TaskDuration"])


def told(page: Any) -> list[dict[str, float]]:
    enters: list[dict[str, float]] = page.evaluate("JSON.parse(sessionStorage.getItem('enters') ?? '[]')")
    return enters


def report(what: str, enters: Sequence[dict[str, float]], busy: Sequence[float]) -> None:
    print(f"{what}, from Enter to the sentence: {spread([one['painted'] for one in enters])}")
    if busy:
        print(f"  scripts: {spread([one['script'] for one in enters])}")
        print(f"  processor: {spread(busy)}", flush=True)


def spread(milliseconds: Sequence[float]) -> str:
    ordered = sorted(milliseconds)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    middle = statistics.median(ordered)
    return f"least {ordered[0]:.0f} ms, median {middle:.0f} ms, 95 % {late:.0f} ms"


if __name__ == "__main__":
    main()
