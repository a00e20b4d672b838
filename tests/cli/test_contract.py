"""What programs rely on: the fields of every document, its recipe, and the same bytes for the same recipe."""

import hashlib
import os

import pytest

from tests.cli.conftest import judged

STATISTICS = ("rankings", "unexpanded", "unexpanded_ties", "expanded", "expanded_ties")
RANKED = ("system", "score", "score_low", "score_high", "rank", "rank_low", "rank_high", "cluster")
HEAD_TO_HEAD = ("system_a", "system_b", "wins_a", "wins_b", "ties", "share_a", "p_value", "mark")
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


@pytest.mark.parametrize(
    ("words", "compiled"),
    [
        (("rank",), set()),
        (("rank", "--method", "trueskill", "--bootstrap", 2), {"numba"}),
        (("rank", "--method", "trueskill-mean-field", "--bootstrap", 2), set()),
        (("judges", "--method", "trueskill"), set()),
        (("validate", "--method", "trueskill", "--folds", 2, "--bootstrap", 2), {"numba"}),
    ],
)
def test_the_recipe_names_what_computes(ask, file, words, compiled):
    command, *more = words
    software = ask(command, file, *more)["recipe"]["software"]
    assert set(software) == {"python", "numpy", "scipy"} | compiled


def test_stats(ask, file):
    result = ask("stats", file)["result"]
    ann, bob = result["judges"]
    assert [ann[name] for name in ("judge", *STATISTICS)] == ["ann", 6, 18, 0, 18, 0]
    assert [bob[name] for name in ("judge", *STATISTICS)] == ["bob", 6, 6, 0, 18, 6]
    assert [result["total"][name] for name in STATISTICS] == [12, 24, 0, 36, 6]


def test_agreement(ask, file):
    result = ask("agreement", file, "--least-comparisons", 1)["result"]
    for kind in ("inter", "intra"):
        assert {"kappa", "low", "high", "comparisons"} <= set(result[kind])
    pairs = [(one["judge_a"], one["judge_b"]) for one in result["pairs"]]
    assert pairs == [("ann", "ann"), ("ann", "bob"), ("bob", "bob")]
    assert all({"kappa", "comparisons"} <= set(one) for one in result["pairs"])
    assert {"paper", "cohen", "fleiss", "krippendorff"} <= {one["name"] for one in result["measures"]}


@pytest.mark.parametrize("method", ["expected-wins", "trueskill", "bradley-terry"])
@pytest.mark.parametrize("unit", ["pairs", "rankings", "judges", "sentences"])
def test_rank(ask, file, method, unit):
    result = ask("rank", file, "--method", method, "--unit", unit, "--bootstrap", 20)["result"]
    assert [one["rank"] for one in result["systems"]] == sorted(one["rank"] for one in result["systems"])
    assert result["systems"][0]["system"] == "A"
    for one in result["systems"]:
        assert set(RANKED) <= set(one)
        if result["without_ranges"]:
            assert one["rank_low"] is one["rank_high"] is one["score_low"] is None
        else:
            assert one["rank_low"] <= one["rank"] <= one["rank_high"]
        assert one["system"] in result["clusters"][one["cluster"] - 1]
    assert (result["method"], result["unit"]) == (method, unit)


def test_head_to_head(ask, file):
    pairs = ask("head-to-head", file)["result"]["pairs"]
    assert len(pairs) == 6
    assert sum(one["wins_a"] for one in pairs) == sum(one["wins_b"] for one in pairs)
    one = next(one for one in pairs if (one["system_a"], one["system_b"]) == ("B", "C"))
    assert [one[name] for name in HEAD_TO_HEAD] == [
        "B",
        "C",
        9,
        3,
        0,
        0.75,
        pytest.approx(0.146, abs=1e-3),
        "",
    ]
    assert {"p_holm", "p_sentence", "p_sentence_holm"} <= set(one)


def test_validate(ask, file):
    result = ask("validate", file, "--folds", 3, "--bootstrap", 4)["result"]
    assert [one["method"] for one in result["methods"]] == ["expected-wins", "trueskill"]
    for one in result["methods"]:
        assert 0 <= one["accuracy_total_order"] <= 1
        assert 0 <= one["accuracy_clusters"] <= 1


def test_judges(ask, file):
    result = ask("judges", file)["result"]
    assert (result["form"], result["judges"]) == ("judge-comparison", ["ann", "bob"])
    assert result["spearman"][0][1] == result["spearman"][1][0]
    assert result["pearson"][0][0] == pytest.approx(1)
    assert result["comparisons"] == [18, 18]
    assert "rankings" not in result


def test_plan(ask, file):
    result = ask("plan", file, "--judges", 4, "--judges", 2, "--sentences", 10)["result"]
    assert [one["judges"] for one in result["designs"]] == [2, 4]
    for one in result["designs"]:
        assert {"sentences", "probability_same_order"} <= one.keys()


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


def test_another_seed_gives_other_replicates(ask, file):
    words = ("rank", file, "--bootstrap", 20, "--seed")
    one, two = ask(*words, 1), ask(*words, 2)
    assert (one["recipe"]["seed"], two["recipe"]["seed"]) == (1, 2)
    assert one["result"]["systems"] != two["result"]["systems"]


@pytest.mark.parametrize("name", ["a.xml", "a.csv", "a.json", "a.jsonl"])
def test_formats_are_told_apart_by_content(ask, store, few, tmp_path, name):
    path = store(name, few)
    nameless = tmp_path / "judgments"
    path.rename(nameless)
    assert ask("stats", nameless)["result"]["total"]["rankings"] == 12


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


def test_judges_can_be_chosen(ask, file):
    only = ask("stats", file, "--judge", "ann")
    without = ask("stats", file, "--exclude-judge", "bob")
    assert only["result"]["judges"] == without["result"]["judges"]
    assert [one["judge"] for one in only["result"]["judges"]] == ["ann"]


def test_what_is_undefined_is_null(ask, store):
    path = store("ties.xml", [judged("a", s, ("A", 1), ("B", 1)) for s in range(6)])
    pairs = ask("head-to-head", path)["result"]["pairs"]
    assert [pair["share_a"] for pair in pairs] == [None, None]
    result = ask("validate", path, "--folds", 2, "--bootstrap", 2)["result"]
    assert result["methods"][0]["accuracy_total_order"] is None
    assert result["best_order"] is None
