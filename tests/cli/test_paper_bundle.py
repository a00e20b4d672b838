"""`appraise-gec report --bundle` and `--verify`: what others can compute again, and what is refused."""

import hashlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rankings.formats.judgments import FORMATS, read_judgments, write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.reports.paper import data_files

QUICK = ("--bootstrap", 20, "--part", "none", "--date", "2026-03-01")
JUDGE = "Anneliese"


@pytest.fixture
def judged_by_people(few: list[Judgment]) -> list[Judgment]:
    """Few judgments, of judges with names, in files that say more than others should know."""
    names = {name: f"{JUDGE}{number}" for number, name in enumerate(sorted({one.judge for one in few}))}
    return [
        replace(one, judge=names[one.judge], document="alice@example.org", result_set="secret-set")
        for one in few
    ]


@pytest.fixture
def bundle(call, store, judged_by_people, tmp_path) -> Path:
    """The archive of a quick report of few judgments."""
    path: Path = tmp_path / "paper.zip"
    ended = call("report", store("few.json", judged_by_people, "json"), "--bundle", path, *QUICK)
    assert ended.exit_code == 0, ended.stderr
    assert "the report with its data" in ended.stdout
    return path


def files_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write(path: Path, files: dict[str, bytes], *, honest: bool = True) -> Path:
    """The files as an archive; `honest` brings the manifest up to date, as somebody who cheats would."""
    manifest = json.loads(files["manifest.json"])
    if honest:
        for entry in manifest["files"]:
            content = files[entry["path"]]
            entry |= {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**files, "manifest.json": json.dumps(manifest).encode()}.items():
            archive.writestr(name, content)
    return path


def changed(bundle: Path, path: str, change: Callable[[str], str], *, honest: bool = True) -> Path:
    """The archive with one of its files changed."""
    files = files_of(bundle)
    before = files[path]
    files[path] = change(before.decode()).encode()
    assert files[path] != before
    return write(bundle.with_name("changed.zip"), files, honest=honest)


def test_a_bundle_comes_out_the_same(call, bundle) -> None:
    ended = call("report", bundle, "--verify")
    assert ended.exit_code == 0, ended.stdout
    assert "every number came out the same" in ended.stdout
    told = json.loads(call("report", bundle, "--verify", "--json").stdout)["result"]
    assert told["same"]
    checked = {file["path"] for file in told["checked"]}
    assert checked == set(files_of(bundle)) - {"manifest.json"}
    assert {"tables/ranking.csv", "report.json", "data/pairs-expanded.csv", "figures/ranking.svg"} <= checked


def test_one_number_of_a_table_is_found(call, bundle) -> None:
    def change(text: str) -> str:
        lines = text.split("\r\n")
        cells = lines[1].split(",")
        place = lines[0].split(",").index("score")
        cells[place] = str(float(cells[place]) + 1e-6)
        return "\r\n".join([lines[0], ",".join(cells), *lines[2:]])

    ended = call("report", changed(bundle, "tables/ranking.csv", change), "--verify")
    assert ended.exit_code == 1
    (line,) = [line for line in ended.stdout.splitlines() if "differs." in line]
    assert line.startswith("tables/ranking.csv: differs. line 2")
    assert ", score: " in line
    assert "NOT the same" in ended.stdout


def test_one_judgment_is_found(call, bundle) -> None:
    def change(text: str) -> str:
        document = json.loads(text)
        outputs = document["judgments"][0]["outputs"]
        outputs[0]["rank"], outputs[1]["rank"] = outputs[1]["rank"] + 5, outputs[0]["rank"]
        return json.dumps(document)

    ended = call("report", changed(bundle, "data/judgments.json", change), "--verify")
    assert ended.exit_code == 1
    assert "report.json: differs." in ended.stdout
    assert "data/judgments.csv: differs." in ended.stdout


@pytest.mark.parametrize("option", ["seed", "replicates", "confidence"])
def test_one_option_is_found(call, bundle, option: str) -> None:
    def change(text: str) -> str:
        document = json.loads(text)
        document["report"][option] = {"seed": 7, "replicates": 25, "confidence": 0.9}[option]
        return json.dumps(document)

    ended = call("report", changed(bundle, "recipe.json", change), "--verify")
    assert ended.exit_code == 1
    assert f"report.json: differs. recipe.{option}: " in ended.stdout
    assert "tables/ranking.csv: differs." in ended.stdout or option == "seed"


def test_a_number_in_the_last_digits_is_told_and_passes(call, bundle) -> None:
    def change(text: str) -> str:
        document = json.loads(text)
        document["result"]["ranking"]["systems"][0]["score"] *= 1 + 1e-13
        return json.dumps(document)

    ended = call("report", changed(bundle, "report.json", change), "--verify")
    assert ended.exit_code == 0, ended.stdout
    assert "1 numbers differ by less than a billionth" in ended.stdout


def test_a_file_with_another_sha256_is_named(call, bundle) -> None:
    path = changed(bundle, "tables/ranking.csv", lambda text: text.replace("0", "1", 1), honest=False)
    ended = call("report", path, "--verify")
    assert ended.exit_code == 2
    assert "tables/ranking.csv: The file has been changed" in ended.stderr


@pytest.mark.parametrize("missing", ["data/judgments.json", "recipe.json", "tables/ranking.csv"])
def test_a_missing_file_is_named(call, bundle, missing: str) -> None:
    files = files_of(bundle)
    del files[missing]
    ended = call("report", write(bundle.with_name("less.zip"), files, honest=False), "--verify")
    assert ended.exit_code == 2
    assert f"{missing}: The file is missing" in ended.stderr


def hostile(name: str, files: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
        if name == "path":
            archive.writestr("../../outside.txt", b"x")
        elif name == "stranger":
            archive.writestr("run.py", b"x")
        elif name == "link":
            info = zipfile.ZipInfo("tables/link")
            info.external_attr = 0o120777 << 16
            archive.writestr(info, b"/etc/passwd")
        elif name == "twice":
            archive.writestr("recipe.json", b"{}")
        elif name == "bomb":
            archive.writestr("README.md", b"0" * 30_000_000)
    return made.getvalue()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("path", "The path leaves the archive"),
        ("stranger", "manifest.json does not name the file"),
        ("link", "not a file"),
        ("twice", "names a file twice"),
        ("bomb", "unpacks to 30,000,000 bytes"),
    ],
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_hostile_archives_are_refused(call, bundle, name: str, says: str) -> None:
    files = files_of(bundle)
    if name == "bomb":
        del files["README.md"]
    path = bundle.with_name("hostile.zip")
    path.write_bytes(hostile(name, files))
    ended = call("report", path, "--verify")
    assert ended.exit_code == 2
    assert says in ended.stderr
    assert not (bundle.parent.parent / "outside.txt").exists()


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + b"\0" * 18, b"PK\x01\x02" * 5000])
def test_what_is_no_bundle_is_refused(call, tmp_path, content: bytes) -> None:
    path = tmp_path / "broken.zip"
    path.write_bytes(content)
    ended = call("report", path, "--verify")
    assert ended.exit_code == 2
    assert "broken.zip" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_half_an_archive_is_refused(call, bundle) -> None:
    content = bundle.read_bytes()
    for part in (content[: len(content) // 2], content[:40] + b"\xff" * 200 + content[240:]):
        bundle.write_bytes(part)
        ended = call("report", bundle, "--verify")
        assert ended.exit_code == 2
        assert "Traceback" not in ended.stderr


def test_a_recipe_that_makes_no_sense_is_refused(call, bundle) -> None:
    for text in ("[]", "{}", '{"report": {"software": {}, "version": "0"}}', "no json"):
        files = {**files_of(bundle), "recipe.json": text.encode()}
        path = write(bundle.with_name("changed.zip"), files)
        ended = call("report", path, "--verify")
        assert ended.exit_code == 2, text
        assert "recipe.json: " in ended.stderr


def test_nobody_is_named(bundle, judged_by_people) -> None:
    for path, content in files_of(bundle).items():
        for private in (JUDGE, "alice@", "secret-set", "few.json"):
            assert private.encode() not in content, (path, private)
    judgments = read_judgments(files_of(bundle)["data/judgments.json"], "judgments.json")
    assert len(judgments) == len(judged_by_people)
    assert {one.judge for one in judgments} >= {"judge-1", "judge-2"}


def test_numbers_are_those_of_the_report(call, store, judged_by_people, bundle, tmp_path) -> None:
    call("report", store("few.json", judged_by_people, "json"), "-o", tmp_path / "report", *QUICK[:4])
    table = (tmp_path / "report" / "tables" / "ranking.csv").read_bytes()
    assert table == files_of(bundle)["tables/ranking.csv"]


def test_masked_systems_have_one_pseudonym_everywhere(call, store, few, tmp_path) -> None:
    path = tmp_path / "masked.zip"
    words = ("--bundle", path, "--mask-systems", "--licence", "CC-BY-4.0", *QUICK)
    assert call("report", store("few.json", few, "json"), *words).exit_code == 0
    names = {name for one in few for output in one.outputs for name in output.systems} - {"INPUT"}
    files = files_of(path)
    for place, content in files.items():
        for name in names:
            assert f'"{name}"'.encode() not in content, (place, name)
            assert f">{name}<".encode() not in content, (place, name)
    ranking = files["tables/ranking.csv"].decode()
    assert "System-A" in ranking
    assert b"System-A" in files["figures/ranking.svg"]
    # The best is A, whatever it was called.
    first = next(line for line in ranking.splitlines()[1:] if "System" in line)
    assert "System-A" in first
    assert b"CC-BY-4.0" in files["LICENCE.md"]
    assert call("report", path, "--verify").exit_code == 0


def test_a_title_that_names_a_masked_system_is_refused(call, store, few, tmp_path) -> None:
    name = few[0].outputs[0].systems[0]
    name = next(one for output in few[0].outputs for one in output.systems if one != "INPUT") or name
    words = ("--bundle", tmp_path / "masked.zip", "--mask-systems", "--title", f"About {name}", *QUICK)
    ended = call("report", store("few.json", few, "json"), *words)
    assert ended.exit_code == 2
    assert f"names the system {name}" in ended.stderr
    assert not (tmp_path / "masked.zip").exists()


def test_the_same_call_gives_the_same_bytes(call, store, judged_by_people, bundle, tmp_path) -> None:
    again = tmp_path / "again.zip"
    call("report", store("few.json", judged_by_people, "json"), "--bundle", again, *QUICK)
    assert again.read_bytes() == bundle.read_bytes()


def test_every_column_of_every_file_is_described(bundle) -> None:
    files = files_of(bundle)
    codebook = files["CODEBOOK.md"].decode()
    tables = {part.split("`")[1]: part for part in codebook.split("\n### ")[1:] if part.startswith("`")}
    for path, content in files.items():
        if path.startswith("data/"):
            assert path in tables, path
        if path.endswith(".csv") and path not in {"data/judgments.labels.csv"}:
            header = content.decode().splitlines()[0].split(",")
            described = tables[path]
            for column in header:
                known = f"`{column}`" in described or (".wmt" in path and "system" in column)
                assert known, (path, column)


def test_files_that_are_written_in_blocks_are_those_of_the_writers(few, monkeypatch) -> None:
    monkeypatch.setattr(data_files, "JUDGMENTS_AT_ONCE", 2)
    assert len(few) > 4
    for file in data_files.data_files(few, []):
        name = next(
            (one.name for one in FORMATS.values() if file.path == f"data/judgments{one.extension}"), ""
        )
        if name:
            content = file.write()
            whole = content if isinstance(content, bytes) else b"".join(content)
            assert whole == write_judgments(few, name), name


def test_a_label_names_the_same_systems_in_every_block(few, monkeypatch) -> None:
    monkeypatch.setattr(data_files, "JUDGMENTS_AT_ONCE", 2)
    compared = [("C", "D"), ("C", "D"), ("A", "D"), ("B", "C")]
    judgments = [
        replace(few[0], outputs=(JudgedOutput((better,), 1), JudgedOutput((worse,), 2)))
        for better, worse in compared
    ]
    (file,) = [one for one in data_files.data_files(judgments, []) if one.path.endswith(".labels.csv")]
    content = file.write()
    whole = content if isinstance(content, bytes) else b"".join(content)
    labels = [line.split(",")[1:] for line in whole.decode().splitlines()]
    sentence = judgments[0].sentence
    assert labels == [
        [f"{sentence}.3.4", "C<D"],
        [f"{sentence}.3.4", "C<D"],
        [f"{sentence}.1.4", "A<D"],
        [f"{sentence}.2.3", "B<C"],
    ]


def test_a_format_that_cannot_hold_the_rankings_is_left_out_and_named(call, store, few, tmp_path) -> None:
    dotted = [replace(one, sentence=f"text.{one.sentence}") for one in few]
    path = tmp_path / "dotted.zip"
    assert call("report", store("few.json", dotted, "json"), "--bundle", path, *QUICK).exit_code == 0
    files = files_of(path)
    assert "data/judgments.labels.csv" not in files
    assert "* `data/judgments.labels.csv`: " in files["CODEBOOK.md"].decode()
    assert call("report", path, "--verify").exit_code == 0


def test_every_format_is_there(bundle) -> None:
    files = files_of(bundle)
    for chosen in FORMATS.values():
        assert files[f"data/judgments{chosen.extension}"]
    expanded = files["data/pairs-expanded.csv"].decode().splitlines()
    assert len(expanded) - 1 == len(files["data/judgments.pairs.tsv"].decode().splitlines())


def test_croissant_names_what_loaders_need(bundle) -> None:
    files = files_of(bundle)
    described = json.loads(files["croissant.json"])
    required = {"@context", "@type", "conformsTo", "name", "description", "license", "url", "creator"}
    assert required | {"datePublished", "distribution"} <= described.keys()
    assert described["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    assert described["datePublished"] == "2026-03-01"
    objects = {entry["@id"]: entry for entry in described["distribution"]}
    assert set(objects) == {path for path in files if path.startswith("data/")}
    for path, entry in objects.items():
        assert entry["sha256"] == hashlib.sha256(files[path]).hexdigest()
        assert entry["contentUrl"] == path
    for records in described["recordSet"]:
        for field in records["field"]:
            path = field["source"]["fileObject"]["@id"]
            header = files[path].decode().splitlines()[0].split(",")
            assert field["source"]["extract"]["column"] in header


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--licence", "CC-BY-4.0", "--json"), "say what --bundle writes"),
        (("--bundle", "x.zip", "--date", "yesterday"), "is not a date"),
        (("--bundle", "x.zip", "--licence", "MIT"), "is not one of"),
        (("--verify", "--seed", 3), "--verify takes one archive"),
        ((), "--bundle FILE.zip"),
    ],
)
def test_wrong_calls_are_told(call, store, few, words: tuple[object, ...], says: str) -> None:
    ended = call("report", store("few.json", few, "json"), *words)
    assert ended.exit_code == 2
    assert says in ended.stderr


def test_a_file_that_is_there_stays(call, store, few, bundle) -> None:
    before = bundle.read_bytes()
    words = ("report", store("few.json", few, "json"), "--bundle", bundle, "--title", "Another", *QUICK)
    assert call(*words).exit_code == 2
    assert bundle.read_bytes() == before
    assert call(*words, "--force").exit_code == 0
    assert bundle.read_bytes() != before


def test_a_bundle_is_verified_without_the_site(bundle) -> None:
    """Nothing of Django is loaded, whichever module loads which."""
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(['django', 'celery', 'rest_framework', 'redis', 'psycopg2']))\n"
        "from appraise_gec.cli import main\n"
        "main()\n"
    )
    words = [sys.executable, "-P", "-c", program, "report", str(bundle), "--verify"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    assert "every number came out the same" in ended.stdout
