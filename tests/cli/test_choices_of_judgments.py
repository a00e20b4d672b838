"""Which judgments of a file count: some systems, sentences counted from 1, names that look alike."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments, write_judgments
from rankings.formats.records import Judgment
from tests.cli.conftest import Ask, Call, judged

Store = Callable[..., Path]
SMALL = {
    "stats": (),
    "agreement": ("--bootstrap", 5),
    "rank": ("--bootstrap", 20),
    "head-to-head": (),
    "validate": ("--folds", 2, "--bootstrap", 5),
    "judges": (),
    "plan": ("--judges", 2, "--sentences", 10),
}


@pytest.mark.parametrize("command", SMALL)
def test_chosen_systems_give_what_a_file_without_the_others_gives(
    ask: Ask, store: Store, few: list[Judgment], command: str
) -> None:
    more = few + [judged("ann", 9 + number, ("C D", 1), ("A", 2)) for number in range(2)]
    whole = store("whole.jsonl", more)
    edited = store("edited.jsonl", Judgments.of(more).without_systems("BD"))
    expected = ask(command, edited, *SMALL[command])["result"]
    for words in (("--systems", "A,C"), ("--without", "B", "--without", "D"), ("--without", "D,B")):
        document = ask(command, whole, *words, *SMALL[command])
        assert document["result"] == expected
    assert document["recipe"]["settings"]["without_systems"] == ["D", "B"]


@pytest.mark.parametrize("command", [*SMALL, "convert"])
def test_an_unknown_system_is_refused_with_a_similar_one(
    call: Call, store: Store, few: list[Judgment], command: str
) -> None:
    path = store("a.jsonl", few)
    more = ("--to", "csv") if command == "convert" else ()
    ended = call(command, path, "--without", "A,b", *more)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert ended.stderr == f'{path}: No system is called "b"; did you mean "B"? The systems are A, B, C.\n'


def test_outputs_are_chosen_as_judgments_are(ask: Ask, call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "outputs"
    folder.mkdir()
    for name in ("INPUT", "SYS1", "SYS2", "REF"):
        (folder / name).write_text(f"a b\n{name} c\n")
    score = ("score", "levenshtein-source", folder, "--source", folder / "INPUT")
    chosen = ask(*score, "--without", "REF,INPUT")
    assert [row["system"] for row in chosen["result"]["systems"]] == ["SYS1", "SYS2"]
    drawn = ask("sample", folder, "--source", folder / "INPUT", "--systems", "SYS1,SYS2", "--no-input")
    assert drawn["result"]["systems"] == ["SYS1", "SYS2"]
    assert 'did you mean "SYS1"' in call(*score, "--systems", "sys1").stderr


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_conversion_counts_from_0_what_counted_from_1(
    call: Call, tmp_path: Path, format: str, few: list[Judgment]
) -> None:
    path = tmp_path / "from1"
    path.write_bytes(write_judgments(few[2:], format))
    ended = call("convert", path, "--to", "jsonl", "--first-sentence", 1, "--judge", "ann")
    assert ended.exit_code == 0, ended.stderr
    converted = read_judgments(ended.stdout_bytes, "converted")
    assert {judgment.sentence for judgment in converted} == set("01234")
    assert {judgment.judge for judgment in converted} == {"ann"}


def test_the_first_release_is_converted_to_sentences_from_0(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "first.xml"
    path.write_text(
        '<appraise-results><ranking-result><ranking-item id="1" user="ann"><translation system="A" rank="1"/>'
        '<translation system="B" rank="2"/></ranking-item></ranking-result></appraise-results>'
    )
    ended = call("convert", path, "--to", "xml", "--first-sentence", 1)
    assert 'id="1" src-id="0" user="ann"' in ended.stdout
