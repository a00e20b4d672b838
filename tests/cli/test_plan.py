"""`appraise-gec plan`: which campaign gives the same order again, and what it costs."""

import pytest


def test_from_judgments(ask, call, published):
    words = ("plan", published, "--margin", 0.05, "--judges", 3, "--judges", 15, "--sentences", 5000)
    document = ask(*words)
    result = document["result"]
    designs = {one["judges"]: one for one in result["designs"]}
    assert list(designs) == [3, 15]
    assert designs[3]["sentences"] is None
    assert designs[3]["limit"] < 0.5
    assert designs[15]["sentences_low"] < designs[15]["sentences"] < designs[15]["sentences_high"]
    assert designs[15]["hours"] == pytest.approx(designs[15]["rankings"] * 49 / 3600)
    assert [point["sentences"] for point in designs[15]["points"]] == [5000]
    assert document["recipe"]["settings"]["margin"] == 0.05
    shown = " ".join(call(*words).stdout.split())
    assert "With 3 judges no number of sentences reaches 80 %" in shown


def test_what_cannot_be_planned_from_is_refused(call, store, few):
    path = store("few.xml", few)
    assert "Missing argument 'JUDGMENTS...'" in call("plan").stderr
    assert "'--judges'" in call("plan", path, "--judges", 0).stderr
    assert "'--sentences'" in call("plan", path, "--sentences", 5).stderr
    refused = call("plan", store("five.xml", [one for one in few if one.sentence in {"0", "1"}]))
    assert refused.exit_code == 2
    assert "at least 6 sentences" in refused.stderr
