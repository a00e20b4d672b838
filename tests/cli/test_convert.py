"""`appraise-gec convert`: judgments from one format to another."""

import pytest
from msgspec.structs import replace

from rankings.formats.judgments import read_judgments
from rankings.formats.pairs_tsv import expanded_pairs, sign
from rankings.formats.writing import FORMATS, write_judgments
from tests.formats.strategies import EXACT


@pytest.fixture
def full(few):
    """Judgments with all that a record can hold."""
    return [
        replace(
            one,
            seconds=1.5 + number,
            document=f"d{number}",
            result_set="set",
            source_language="err",
            target_language="cor",
        )
        for number, one in enumerate(few)
    ]


def order(judgments):
    """Every comparison, as often as it was made."""
    return sorted(
        (a, sign(rank_a, rank_b), b) for one in judgments for a, rank_a, b, rank_b in expanded_pairs(one)
    )


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("source", FORMATS)
def test_every_format_becomes_every_other(call, store, full, source, to):
    path = store("judgments", full, source)
    ended = call("convert", path, "--to", to)
    assert ended.exit_code == 0, ended.stderr
    read = read_judgments(ended.stdout_bytes, "converted")
    assert order(read) == order(full)
    if source in EXACT:
        assert ended.stdout_bytes == write_judgments(full, to)
        if to in EXACT:
            assert list(read) == full
            assert ended.stderr == ""
    if source == to:
        assert ended.stdout_bytes == path.read_bytes()


def test_a_file_that_is_there_is_kept_without_force(call, store, full, tmp_path):
    path, target = store("few.xml", full), tmp_path / "mine.csv"
    target.write_text("mine\n")
    refused = call("convert", path, "--to", "csv", "-o", target)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr == f"{target}: The file is there already. Give --force to write over it.\n"
    assert target.read_text() == "mine\n"
    assert call("convert", path, "--to", "csv", "-o", target, "--force").exit_code == 0
    assert target.read_bytes() == write_judgments(full, "csv")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nowhere", "--to", "csv"), "nowhere: Cannot be read"),
        (("gold.m2", "--to", "csv"), "gold.m2:1: The file is in no known format. Expected judgments"),
        (("none.xml", "--to", "csv"), "none.xml: There is no judgment in it"),
        (("none.xml", "--to", "task-xml"), "is not one of xml, csv, json"),
    ],
)
def test_wrong_calls_and_files_end_with_status_2_and_one_line(
    call, store, tmp_path, monkeypatch, words, message
):
    store("none.xml", [])
    (tmp_path / "gold.m2").write_text("S Fine .\n\n")
    monkeypatch.chdir(tmp_path)
    ended = call("convert", *words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert message in line


def test_conversion_counts_from_0_what_counted_from_1(call, store, few):
    path = store("from1.csv", few[2:])
    ended = call("convert", path, "--to", "jsonl", "--first-sentence", 1, "--judge", "ann")
    assert ended.exit_code == 0, ended.stderr
    converted = read_judgments(ended.stdout_bytes, "converted")
    assert {judgment.sentence for judgment in converted} == set("01234")
    assert {judgment.judge for judgment in converted} == {"ann"}


def test_the_first_release_is_converted_to_sentences_from_0(call, tmp_path):
    path = tmp_path / "first.xml"
    path.write_text(
        '<appraise-results><ranking-result><ranking-item id="1" user="ann"><translation system="A" rank="1"/>'
        '<translation system="B" rank="2"/></ranking-item></ranking-result></appraise-results>'
    )
    ended = call("convert", path, "--to", "xml", "--first-sentence", 1)
    assert 'id="1" src-id="0" user="ann"' in ended.stdout
