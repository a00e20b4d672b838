"""Bundles that are damaged, edited or hostile: refused with file and line, and nothing is stored."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from appraise_gec.accounts.models import AuditEvent, User
from rankings.bundles.bundle_file import BundleFile
from rankings.bundles.reading import check_bundle
from rankings.formats.records import FormatError
from rankings.models import Campaign, Judge
from tests.bundles.conftest import files_of, imported, no_telling

pytestmark = pytest.mark.django_db
Files = dict[str, bytes]


def packed(files: Files, *, fitting: bool = True) -> bytes:
    """An archive of the files; with a manifest that fits them, as somebody who means harm would make it."""
    if fitting:
        manifest = json.loads(files["manifest.json"])
        listed = {entry["path"]: entry for entry in manifest["files"]}
        for name in files.keys() - listed.keys() - {"manifest.json"}:
            manifest["files"].append(listed.setdefault(name, {"path": name}))
        for name, entry in listed.items():
            if name in files:
                entry |= {"sha256": hashlib.sha256(files[name]).hexdigest(), "bytes": len(files[name])}
        files = {**files, "manifest.json": json.dumps(manifest).encode()}
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def problems_of(content: bytes) -> list[str]:
    with pytest.raises(FormatError) as caught:
        check_bundle(BundleFile(io.BytesIO(content), "b.zip"), no_telling)
    return [str(problem) for problem in caught.value.problems]


def replaced(name: str, old: str, new: str) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        assert old.encode() in files[name], (name, old)
        files[name] = files[name].replace(old.encode(), new.encode(), 1)

    return edit


def manifest_with(**changes: Any) -> Callable[[Files], None]:
    def edit(files: Files) -> None:
        files["manifest.json"] = json.dumps({**json.loads(files["manifest.json"]), **changes}).encode()

    return edit


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (lambda files: files.pop("ranks.csv"), "ranks.csv: The file is missing"),
        (lambda files: files.pop("manifest.json"), "There is no manifest.json"),
        (lambda files: files.update({"extra.csv": b""}), '"extra.csv": A bundle has no such file'),
        (
            replaced("ranks.csv", ",2,3\r", ",1,3\r"),
            "ranks.csv: The file has been changed since it was exported",
        ),
        (manifest_with(format_version=2), "made by a newer version of the program"),
        (manifest_with(format="other"), "This is no campaign bundle"),
        (manifest_with(people="all"), "people: expected one of pseudonyms, full"),
    ],
)
def test_what_does_not_fit_its_manifest_is_refused(bundles: dict[str, bytes], edit: Any, problem: str):
    files = files_of(bundles["full"])
    edit(files)
    assert problem in problems_of(packed(files, fitting=False))[0]


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (replaced("ranks.csv", ",2,3\r", ",x,3\r"), "expected a whole number from 0 to 32767, not"),
        (
            replaced("ranks.csv", "\r\n1,1,", "\r\n1,99,"),
            "ranks.csv:2: ranking: expected an id of rankings, from 1 to",
        ),
        (
            replaced("ranks.csv", "\r\n1,1,1,", "\r\n1,1,9,"),
            "ranks.csv:2: output: expected an output of item 1, not 9",
        ),
        (replaced("rankings.csv", ",true,", ",yes,"), "expected true or false, not"),
        (replaced("judges.csv", "{", "[{"), "judges.csv:2: preferences: expected JSON"),
        (
            replaced("sentences.csv", ",3,She", ",7,She"),
            "sentences.csv: index: expected the numbers from 0 to 3, not 7",
        ),
        (
            replaced("campaign.jsonl", '"state":"open"', '"state":"ajar"'),
            "expected one of closed, draft, frozen, open",
        ),
        (replaced("campaign.jsonl", '"title":"', '"title":"\\ud800'), "without halves of characters"),
        (replaced("campaign.jsonl", '"title":"', '"title":"\\u0000'), "without zero characters"),
        (replaced("campaign.jsonl", "{", "[" * 3000), "campaign.jsonl:1: The line cannot be read"),
        (replaced("crowd_entry.jsonl", "https://example.org/done", "javascript:alert(1)"), "completion_url:"),
        (replaced("assignments.csv", "[2,0,1]", "[2,0,0]"), "order: expected every position from 0 to 2"),
        (
            replaced("reports.jsonl", '"rankings":[[', '"rankings":[[9,1],['),
            "expected ascending runs of ids",
        ),
        (replaced("reports.jsonl", '"judges":[{', '"jugdes":[{'), "reports.jsonl:1: result: "),
        (
            replaced("people.csv", "quillfeather", "owner"),
            "people.csv:3: user_name: expected one that no other line",
        ),
        (replaced("people.csv", "o@example.org", "nowhere"), "email: "),
        (manifest_with(people="pseudonyms"), "people.csv:2: Expected nobody in a bundle with pseudonyms"),
        (lambda files: files.update({"/etc/passwd": b""}), "A bundle has no such file"),
    ],
)
def test_what_the_site_could_not_use_is_refused(bundles: dict[str, bytes], edit: Any, problem: str):
    files = files_of(bundles["full"])
    edit(files)
    assert any(problem in line for line in problems_of(packed(files))), problems_of(packed(files))


@pytest.mark.parametrize(
    ("edit", "problem"),
    [
        (replaced("ranks.csv", "\r\n2,1,", "\r\n2,2,"), "ranks.csv:"),
        (
            replaced("judges.csv", "crowd-1", "QUILLFEATHER"),
            "judges.csv:3: The row contradicts the rule: judge name",
        ),
        (
            replaced("items.csv", ",repeat,1,", ",repeat,,"),
            "The row contradicts the rule: item purpose known",
        ),
    ],
)
def test_rows_that_contradict_each_other_store_nothing(
    bundles: dict[str, bytes], alice: User, edit: Any, problem: str
):
    files = files_of(bundles["full"])
    edit(files)
    before = [model.objects.count() for model in (Campaign, Judge, User, AuditEvent)]
    with pytest.raises(FormatError) as caught:
        imported(packed(files), alice, slug="a-copy", with_accounts=True)
    assert problem in str(caught.value.problems[0])
    assert [model.objects.count() for model in (Campaign, Judge, User, AuditEvent)] == before


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\x05\x06" + b"\x00" * 18, b"no archive at all" * 99])
def test_what_is_no_archive_is_refused(db: None, content: bytes):
    (problem,) = problems_of(content)
    assert problem.startswith("b.zip: ")


def test_a_truncated_or_damaged_archive_is_refused(bundles: dict[str, bytes]):
    whole = bundles["full"]
    assert problems_of(whole[: len(whole) // 2])
    damaged = bytearray(whole)
    middle = len(whole) // 3
    damaged[middle : middle + 40] = bytes(40)
    assert problems_of(bytes(damaged))


def test_an_edited_file_is_refused_with_the_lines_that_make_no_sense(bundles: dict[str, bytes]):
    files = files_of(bundles["full"])
    replaced("ranks.csv", "\r\n2,1,", "\r\n2,one,")(files)
    changed, line = problems_of(packed(files, fitting=False))
    assert changed.startswith(
        "ranks.csv: The file has been changed since it was exported: its size or SHA-256"
    )
    assert line.startswith("ranks.csv:3: ranking: expected an id of rankings, from 1 to ")
    assert line.endswith(', not "one".')


def test_a_file_that_unpacks_to_more_than_it_says_is_refused(bundles: dict[str, bytes]):
    content = bytearray(packed({**files_of(bundles["full"]), "README.md": b"0" * 3_000_000}))
    # Lie about the size where reading looks for it: in the directory at the end, and in the manifest.
    place = content.rindex(b"README.md") - 22
    assert content[place : place + 4] == (3_000_000).to_bytes(4, "little")
    content[place : place + 4] = (10).to_bytes(4, "little")
    assert any("README.md" in problem for problem in problems_of(bytes(content)))
