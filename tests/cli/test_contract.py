"""What programs rely on: the fields of every document, its recipe, and the same bytes for the same recipe."""

import hashlib
import os

import pytest

COMMANDS = {
    "stats": (),
    "agreement": ("--bootstrap", 20),
    "rank": ("--bootstrap", 20),
    "head-to-head": (),
    "validate": ("--folds", 3, "--bootstrap", 4),
    "judges": ("--rankings", "--bootstrap", 20),
    "plan": ("--judges", 2, "--sentences", 10),
}


@pytest.fixture
def file(store, few):
    return store("few.xml", few)


@pytest.mark.parametrize(("command", "words"), COMMANDS.items())
def test_the_recipe_tells_what_the_result_depends_on(ask, file, command, words):
    recipe = ask(command, file, "--exclude-judge", "bob", *words)["recipe"]
    assert recipe["program"] == "appraise-gec"
    assert recipe["version"]
    assert recipe["command"] == command
    assert recipe["inputs"] == [
        {"role": "judgments", "file": "few.xml", "sha256": hashlib.sha256(file.read_bytes()).hexdigest()}
    ]
    assert (recipe["seed"] is None) == (command in {"stats", "head-to-head"})
    assert recipe["settings"]["excluded_judges"] == ["bob"]


@pytest.mark.parametrize(("command", "words"), COMMANDS.items())
def test_the_same_recipe_gives_the_same_bytes(call, store, few, tmp_path, command, words):
    first = store("few.xml", few)
    (tmp_path / "elsewhere").mkdir()
    second = store("elsewhere/few.xml", few)
    told = [call(command, path, *words, "--json") for path in (first, second)]
    assert told[0].exit_code == 0
    assert told[0].stdout_bytes == told[1].stdout_bytes


@pytest.mark.parametrize(
    "command", [("rank", "--bootstrap", 30), ("validate", "--folds", 2, "--bootstrap", 7)]
)
def test_the_number_of_workers_changes_nothing(call, file, monkeypatch, command):
    told = []
    for workers in (1, 2, 7):
        monkeypatch.setattr(os, "cpu_count", lambda workers=workers: workers)
        told.append(call(command[0], file, *command[1:], "--method", "trueskill", "--json").stdout_bytes)
    assert told[0] == told[1] == told[2] != b""


def test_several_files_are_joined(ask, store, few):
    whole = ask("rank", store("all.xml", few), "--bootstrap", 20)["result"]
    parts = [store("a.csv", few[:5]), store("b.xml", few[5:])]
    joined = ask("rank", *parts, "--bootstrap", 20)
    assert joined["result"]["systems"] == whole["systems"]
    assert [one["file"] for one in joined["recipe"]["inputs"]] == ["a.csv", "b.xml"]


def test_a_dash_is_standard_input(ask, store, few):
    path = store("a.xml", few[:6])
    document = ask("stats", "-", store("b.csv", few[6:]), stdin=path.read_bytes())
    assert document["result"]["total"]["rankings"] == 12
    assert document["recipe"]["inputs"][0] == {
        "role": "judgments",
        "file": "-",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
