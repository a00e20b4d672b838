"""`appraise-gec plan --design`: which campaign gives the same order again, and what it costs."""

from dataclasses import replace

import pytest

from rankings.formats.records import JudgedOutput, Judgment

ASSUMED = ("--design", "--assume", "systems=4,spread=0.1")


def test_from_judgments(ask, published):
    words = ("plan", published, "--design", "--margin", 0.05, "--judges-at-most", 15)
    document = ask(*words)
    result = document["result"]
    assert result["form"] == "design"
    designs = {one["judges"]: one for one in result["designs"]}
    assert designs[3]["sentences"] is None
    assert designs[3]["limit"] < 0.5
    assert designs[15]["sentences_low"] < designs[15]["sentences"] < designs[15]["sentences_high"]
    assert designs[15]["hours"] == pytest.approx(designs[15]["rankings"] * 49 / 3600)
    assert document["recipe"]["settings"]["margin"] == 0.05


def test_where_no_number_of_sentences_is_enough_says_so(ask, call):
    words = ("plan", "--design", "--assume", "systems=4,spread=0.01", "--judges-at-most", 2)
    two = ask(*words)["result"]["designs"][1]
    assert (two["judges"], two["sentences"], two["hours"]) == (2, None, None)
    # A share of 6,000 simulated pairs of campaigns has a standard error of .003, and other builds of the
    # libraries draw others: four of them.
    assert two["stable"] == pytest.approx(0.053, abs=0.012)
    assert two["limit"] >= two["stable"]
    shown = " ".join(call(*words).stdout.split())
    assert "2 2 never - - -" in shown
    assert "With 2 judges no number of sentences reaches 80 %" in shown


def test_from_assumptions(ask, call):
    words = ("plan", *ASSUMED, "--judges-at-most", 6, "--seconds", 20, "--minutes-per-judge", 30)
    result = ask(*words)["result"]
    chosen = next(one for one in result["designs"] if one["judges"] == result["recommended"])
    assert chosen["hours"] == pytest.approx(chosen["rankings"] * 20 / 3600 + chosen["judges"] / 2)
    assert len(result["systems"]) == 4
    assert result["parts"]["judges"] == 0.041
    shown = " ".join(call(*words).stdout.split())
    assert "the same order of 4 systems with a probability of 80 %" in shown
    assert "30 minutes for each judge to begin" in shown


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--design",), "give JUDGMENTS or --assume, and not both"),
        (("FILE", *ASSUMED), "give JUDGMENTS or --assume, and not both"),
        (("FILE", "--margin", 0.1), "--margin goes only with --design"),
        (("FILE", "--design", "--top", 2), "--top does not go with --design"),
        ((*ASSUMED, "--order-of", "A"), "only where there are JUDGMENTS"),
        (("--design", "--assume", "system=4"), "system=4: not known. Assumptions are written as NAME=NUMBER"),
        (("--design", "--assume", "judges=few"), "judges=few: few is no number"),
        (("--design", "--assume", "judges"), "judges: nothing is no number"),
        (("--design", "--assume", "systems=1"), "a whole number of systems from 2 to 100"),
        (("--design", "--assume", "spread=nan"), "a standard deviation from 0 to 10"),
        (("FILE", "--design", "--order-of", "A", "--order-of", "nobody"), "No judgment compares nobody"),
    ],
)
def test_calls_that_are_refused(call, store, few, words, message):
    path = store("few.xml", few)
    ended = call("plan", *(path if word == "FILE" else word for word in words))
    assert ended.exit_code in (1, 2)
    assert message in " ".join(ended.stderr.split())


def test_few_sentences_and_drawn_differences_of_judges_are_said(call, ask, store):
    made = [
        Judgment(
            judge,
            str(number),
            tuple(JudgedOutput((name,), 1 + (k + number * (number + k)) % 3) for k, name in enumerate("ABC")),
        )
        for number in range(8)
        for judge in ("ann", "bob")
    ]
    words = ("plan", "--design", "--judges-at-most", 2)
    notes = ask(*words, store("eight.csv", made))["result"]["notes"]
    assert notes[0].startswith("Only 6 sentences have a decided comparison.")
    estimated = "is an estimate. Simulated campaigns draw it from"
    assert any(estimated in note for note in notes)
    shown = " ".join(call(*words, store("eight.csv", made)).stdout.split())
    assert estimated in shown
    more = [replace(one, sentence=f"{one.sentence}{copy}") for one in made for copy in range(2)]
    notes = ask(*words, store("more.csv", more))["result"]["notes"]
    assert not any(note.startswith("Only") for note in notes)
    alone = [one for one in made if one.judge == "ann"]
    notes = ask(*words, store("alone.csv", alone))["result"]["notes"]
    assert not any("is an estimate" in note for note in notes)
    assert any("taken to be as in 2015" in note for note in notes)
