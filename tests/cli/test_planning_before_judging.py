"""`appraise-gec plan` without judgments: from outputs alone."""

import pytest

WORDS = ("--simulations", 10, "--size", 1, "--size", 4)


@pytest.fixture
def corpus(outputs):
    return ("--source", outputs / "INPUT", "--outputs", outputs)


def test_a_plan_can_be_made_before_anybody_has_judged(ask, corpus):
    document = ask("plan", *corpus, "--items", 500, "--judges-per-item", 2, "--spread", 0.8, *WORDS)
    result, recipe = document["result"], document["recipe"]
    assert [(one["size"], one["rankings"]) for one in result["points"]] == [(1.0, 1000), (4.0, 4000)]
    assert result["points"][0]["separated"] <= result["points"][1]["separated"]
    assert (result["systems"], result["items"], result["judges_per_item"]) == (13, 500, 2)
    assert result["model"] == {"spread": 0.8, "agreed": 0.57, "level": 1.08}
    assert recipe["settings"]["model"] == result["model"]
    assert {one["role"] for one in recipe["inputs"]} == {"source", "output"}
    assert ask("plan", *corpus, "--items", 500, "--judges-per-item", 2, "--spread", 0.8, *WORDS) == document


def test_people_are_reported_what_was_assumed(call, corpus):
    shown = call("plan", *corpus, "--items", 200, *WORDS).stdout
    assert "13 systems, each ranked by" in shown
    assert "4 \u00d7" in shown
    assert "Assumed, because nobody has judged yet" in shown


def test_sentences_that_nobody_can_compare_are_no_ground_for_a_plan(call, tmp_path):
    (tmp_path / "source").write_text("he go\nshe run\n")
    (tmp_path / "X").write_text("he go\nshe run\n")
    ended = call("plan", "--source", tmp_path / "source", "--outputs", tmp_path / "X")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "at least two sentences with different outputs; there are 0" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "Give JUDGMENTS to plan from, or --source and --outputs"),
        (("--source", "a"), "Give JUDGMENTS to plan from, or --source and --outputs"),
        (("FILE", "--source", "a"), "but not both"),
        (("FILE", "--spread", 1), "--spread goes only without JUDGMENTS"),
        (("--source", "a", "--outputs", "b", "--method", "trueskill"), "--method can be chosen only with"),
        (
            ("--source", "a", "--outputs", "b", "--judge", "ann"),
            "Judges, filters and --first-sentence can be chosen only where",
        ),
    ],
)
def test_a_call_is_one_or_the_other(call, store, few, words, message):
    path = store("few.xml", few)
    ended = call("plan", *(path if word == "FILE" else word for word in words))
    assert (ended.exit_code, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert " plan: " in line
    assert message in line


@pytest.mark.parametrize("option", ["--spread", "--level", "--agreed", "--size", "--confidence", "--target"])
@pytest.mark.parametrize("value", ["nan", "inf"])
def test_what_is_no_number_is_refused_before_anything_is_computed(call, corpus, option, value):
    ended = call("plan", *corpus, "--items", 20, option, value)
    assert ended.exit_code == 2
    assert f"Invalid value for '{option}': {value} is not" in ended.stderr
    assert "in the range" in ended.stderr
