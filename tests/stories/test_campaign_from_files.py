"""A manager hands in files, right and wrong ones, and gets a campaign or is told what is wrong."""

import io
import zipfile
from collections.abc import Callable

from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from tests.stories.campaigns import SENTENCES, SYSTEMS, desk, output_files, upload
from tests.stories.person import Person, file


def zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return packed.getvalue()


def text(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


NORTH = text(SYSTEMS["NORTH"])
OFFICE = zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<document/>"})
# By name: what is handed in as one more output, and words that tell what is wrong.
WRONG = {
    "SHORT.txt": (text(SYSTEMS["NORTH"][:-1]), "23"),
    "LONG.txt": (NORTH + b"One more .\n", "25"),
    "EMPTY.txt": (b"", ""),
    "LATIN.txt": (NORTH.replace(b"dog", "d\xf6g".encode("latin-1")), "UTF-8"),
    "WIDE.txt": (NORTH.decode().encode("utf-16"), "UTF-"),
    "BINARY.txt": (NORTH.replace(b"cat", b"c\x00t"), "2"),
    "OFFICE.docx": (OFFICE, ""),
    "OFFICE.txt": (OFFICE, ""),
    "BROKEN.zip": (b"PK\x03\x04 broken", ""),
    "CLIMBING.zip": (zipped({"../../escaped.txt": NORTH}), "escaped"),
    "INPUT.txt": (NORTH, "INPUT"),
    "twice.zip": (zipped({"NORTH.txt": NORTH}), "NORTH"),
}


def test_every_kind_of_wrong_file_is_told_by_name_and_nothing_is_made(manager: Person) -> None:
    for name, (content, told) in WRONG.items():
        upload(manager, "Animals", **{"System outputs": [*output_files(), file(name, content)]})
        manager.sees(name, told)
        assert not manager.offers("Create"), f"{name}: {manager.text}"
    upload(manager, "", **{"Source file": file("source.txt", b"\xff\xfe")}).sees("source.txt")
    assert not manager.offers("Create")
    manager.visit("/").sees_not("Your campaigns")


def test_a_wrong_file_is_left_out_and_names_are_mended(manager: Person) -> None:
    joined = [line.replace(" .", ".") for line in SYSTEMS["EAST"]]
    members = {
        "run 1/NORTH.txt": NORTH,
        "run 1/my best system.txt": text(SYSTEMS["SOUTH"]),
        "run 1/EAST.txt": text(joined),
        "run 1/README.md": b"Outputs of run 1",
        "__MACOSX/run 1/._NORTH.txt": b"x",
    }
    outputs = [file("all of them.zip", zipped(members)), file("SHORT.txt", ["The dog runs ."])]
    upload(manager, "Animals", **{"System outputs": outputs})
    manager.sees("SHORT.txt", "24").fill({"remove SHORT.txt": True}).press("Read again")
    manager.sees("README.md", "could recognise").fill({"Other names": "my best system.txt: BEST"})
    manager.fill({"EAST.txt": True}, within="Set punctuation apart").press("Read again")
    manager.sees_not("could recognise").press("Create").sees("24 sentences", "4 systems")
    desk(manager).follow("Settings").sees("my best system.txt")


def test_files_are_dropped_in_a_browser(
    new_page: Callable[..., Page], alice: User, transactional_db: None
) -> None:
    page = new_page()
    page.goto("/")
    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("User name").fill("alice")
    page.get_by_label("Password").fill("correct horse")
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="New campaign").first.click()
    page.get_by_label("Title").fill("Dropped")
    page.wait_for_load_state()  # what is dropped before the scripts listen is lost
    for label, files in (
        ("Source file", {"source.txt": SENTENCES}),
        ("System outputs", {f"{name}.txt": lines for name, lines in SYSTEMS.items()}),
    ):
        transfer = page.evaluate_handle(
            "files => { const all = new DataTransfer();"
            " for (const [name, lines] of Object.entries(files))"
            " all.items.add(new File([lines.join('\\n') + '\\n'], name)); return all; }",
            files,
        )
        page.get_by_label(label).dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.get_by_text("3 files chosen")).to_be_visible()
    page.get_by_role("button", name="Remove EAST.txt").click()
    expect(page.get_by_text("2 files chosen")).to_be_visible()
    page.get_by_role("button", name="Go to the preview").click()
    page.get_by_role("button", name="Create").first.click()
    expect(page.get_by_role("heading", name="Dropped")).to_be_visible()
    expect(page.get_by_text("3 systems")).to_be_visible()
