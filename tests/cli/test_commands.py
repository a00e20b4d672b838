"""Around the results: every command as people and programs call it, and the library behind it."""

import hashlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from msgspec.structs import replace

from appraise_gec import library
from appraise_gec.cli import COMMANDS, main
from appraise_gec.cli.making import words_of
from appraise_gec.library.arguments import arguments_of
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import write_judgments
from tests.cli.conftest import judged
from tests.conftest import CHECKOUT

QUICK = {
    "stats": (),
    "agreement": ("--bootstrap", 20),
    "rank": ("--bootstrap", 20),
    "head-to-head": (),
    "validate": ("--folds", 3, "--bootstrap", 4),
    "judges": ("--rankings", "--bootstrap", 20),
    "plan": ("--judges", 2, "--sentences", 10),
}
FUNCTIONS = {name: library.named(name.replace("-", "_")) for name in COMMANDS}


@pytest.fixture
def file(store, few):
    return store("few.xml", few)


@pytest.mark.parametrize("command", QUICK)
def test_the_recipe_tells_what_the_result_depends_on(ask, call, file, few, store, tmp_path, command):
    words = (*QUICK[command], "--exclude-judge", "bob")
    recipe = ask(command, file, *words)["recipe"]
    assert (recipe["program"], recipe["command"]) == ("appraise-gec", command)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    assert recipe["inputs"] == [{"role": "judgments", "file": "few.xml", "sha256": sha256}]
    assert (recipe["seed"] is None) == (command in {"stats", "head-to-head"})
    assert recipe["settings"]["excluded_judges"] == ["bob"]
    (tmp_path / "elsewhere").mkdir()
    again = store("elsewhere/few.xml", few)
    first, second = (call(command, path, *words, "--json").stdout_bytes for path in (file, again))
    assert first == second, "the same recipe gives the same bytes"


@pytest.mark.parametrize("command", QUICK)
def test_chosen_systems_give_what_a_file_without_the_others_gives(ask, call, store, few, command):
    more = few + [judged("ann", 9 + number, ("C D", 1), ("A", 2)) for number in range(2)]
    whole, edited = (
        store("whole.jsonl", more),
        store("edited.jsonl", Judgments.of(more).without_systems("BD")),
    )
    expected = ask(command, edited, *QUICK[command])["result"]
    for words in (("--systems", "A,C"), ("--without", "B", "--without", "D"), ("--without", "D,B")):
        document = ask(command, whole, *words, *QUICK[command])
        assert document["result"] == expected
    assert document["recipe"]["settings"]["without_systems"] == ["D", "B"]
    ended = call(command, whole, "--without", "A,b")
    assert ended.exit_code == 2
    assert (
        ended.stderr == f'{whole}: No system is called "b"; did you mean "B"? The systems are A, B, C, D.\n'
    )


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_command_has_the_arguments_words_and_defaults_of_its_function(name):
    group = click.Context(main, info_name="appraise-gec")
    command = main.get_command(group, name)
    assert command is not None
    options = {one.name: one for one in command.params}
    assert all(words_of(FUNCTIONS[name]))
    for argument in arguments_of(FUNCTIONS[name]):
        assert argument.words, argument.name
        if argument.is_option and argument.told.kind != "progress":
            option = options[argument.name]
            assert isinstance(option, click.Option)
            assert (option.help or "").startswith(argument.words.rstrip(".")[:40])
            if argument.default not in (None, (), inspect.Parameter.empty):
                assert option.default == argument.default


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("rank", "nowhere.xml"), "nowhere.xml: Cannot be read: No such file"),
        (("stats", "none.xml"), "none.xml: There is no judgment in it; expected at least one."),
        (
            ("rank", "FILE", "--confidence", "1"),
            "'--confidence': 1.0 is not a number more than 0 less than 1",
        ),
        (("rank", "FILE", "--judge", "zoe"), "FILE: No judge is called zoe; judges are ann, bob."),
        (("stats", "FILE", "--exclude-judge", "ann", "--exclude-judge", "bob"), "No judgment is left"),
        (("validate", "FILE", "--folds", "1000"), "Folds have to number from 2 to 36"),
        (("stats", "-", "-"), "standard input: It can be read only once."),
        (
            ("rank", "FILE", "--unit", "judges", "--speaks-for", "these-judges"),
            "appraise-gec rank: Speaks_for",
        ),
        (("plan", "FILE", "--judges", "0"), "'--judges': 0 is not a whole number from 1 up to 1,000"),
        (("rank", "one.xml"), "at least two systems; the judgments name 1"),
        (
            ("stats", "FILE", "again.csv"),
            "again.csv: FILE holds every judgment of this file",
        ),
        (("stats", "FILE", "part.csv"), "part.csv: FILE holds every judgment of this file; they would"),
    ],
)
def test_a_wrong_call_ends_with_status_2_and_one_line(
    call, store, few, tmp_path, monkeypatch, words, message
):
    monkeypatch.chdir(tmp_path)
    content = store("FILE", few, "xml").read_bytes()
    store("again.csv", few)
    store("part.csv", few[:-3])
    store("none.xml", [])
    store("one.xml", [judged("a", s, ("A", 1)) for s in range(200)])
    ended = call(*words, stdin=content)
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert message in line


def test_a_wrong_file_is_reported_with_every_line_and_what_was_expected(call, tmp_path):
    path = tmp_path / "wrong.tsv"
    path.write_text("A\tB\t<\nA\tB\t<\nA\tB\tbetter\nA\tB\tworse\n")
    ended = call("rank", path, "--json")
    assert (ended.exit_code, ended.stdout) == (2, "")
    expected = "Expected two systems and <, > or =, or two ranks, separated by tabs."
    assert ended.stderr.splitlines() == [f"{path}:{line}: {expected}" for line in (3, 4)]


def test_several_files_and_standard_input_are_joined(ask, store, few):
    whole = ask("rank", store("all.xml", few), "--bootstrap", 20)["result"]
    path = store("b.xml", few[5:])
    joined = ask("rank", store("a.csv", few[:5]), "-", "--bootstrap", 20, stdin=path.read_bytes())
    assert joined["result"]["systems"] == whole["systems"]
    assert [one["file"] for one in joined["recipe"]["inputs"]] == ["a.csv", "-"]
    # A judge may give the same answers again.
    first, again = ([replace(one, seconds=time) for one in few] for time in (1.0, 2.0))
    asked = ask("stats", store("first.xml", first), store("again.xml", again))
    assert asked["result"]["total"]["rankings"] == 2 * len(few)


@pytest.mark.parametrize("command", ["rank", "validate"])
def test_the_number_of_workers_changes_nothing(call, file, monkeypatch, command):
    told = []
    for workers in (1, 2, 7):
        monkeypatch.setattr(os, "cpu_count", lambda workers=workers: workers)
        words = (*QUICK[command], "--method", "trueskill", "--json")
        told.append(call(command, file, *words).stdout_bytes)
    assert told[0] == told[1] == told[2] != b""


def run(*words):
    return [sys.executable, "-m", "appraise_gec.cli", *map(str, words)]


def test_a_reader_that_goes_away_ends_the_command_quietly(file):
    for words in (["--json"], []):
        call = run("stats", file, *words)
        with subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout and process.stderr
            process.stdout.close()
            told = process.stderr.read()
        assert (told, process.returncode) == (b"", 1)


def test_json_is_utf_8_and_tables_stay_readable_on_any_terminal(tmp_path):
    path = tmp_path / "judgments.json"
    rankings = [judged("注釈者", s, ("系统", 1), ("Ünï", 2), ("C", 3)) for s in range(9)]
    path.write_bytes(write_judgments(rankings, "json"))
    environment = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    both = [
        subprocess.run(run("head-to-head", path, *words), capture_output=True, check=True, env=environment)
        for words in (["--json"], [])
    ]
    assert '"system_b": "系统"' in both[0].stdout.decode("utf-8")
    assert "\\u7cfb\\u7edf" in both[1].stdout.decode("ascii")


def test_groups_without_a_link_are_named_by_every_command_that_orders_systems(call, ask, store):
    pairs = [("A", "B"), ("D", "C"), ("C", "D"), ("D", "C")] * 5
    made = [
        Judgment("j", str(s), (JudgedOutput((best,), 1), JudgedOutput((worst,), 2)))
        for s, (best, worst) in enumerate(pairs)
    ]
    path = store("made.csv", [*made, Judgment("j", "alone", (JudgedOutput(("E",), 1),))])
    for command in ("head-to-head", "validate"):
        result = ask(command, path, *QUICK[command])["result"]
        assert result["notes"][0].endswith(": E.")
        assert result["notes"][1].startswith("No comparison links these groups of systems")
        assert result["notes"][1].endswith(": A, B; C, D.")
        assert call(command, path, *QUICK[command]).exit_code == 0
    assert ask("head-to-head", path)["result"]["systems"] == ["A", "B", "D", "C", "E"]


def test_what_the_readme_shows_is_what_the_command_prints(call, published):
    readme = Path(CHECKOUT / "README.md").read_text(encoding="utf-8")
    block = readme.split("$ ./run cli rank gjg15/judgments.xml\n")[1].split("\n`./run")[0]
    shown = call("rank", published).stdout.splitlines()
    lines = [line.removeprefix("    ") for line in block.splitlines() if line.strip()]
    assert len(lines) >= 4
    assert [line for line in lines if line not in (*shown, "...")] == []
