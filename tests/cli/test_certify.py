"""`appraise-gec certify`: what intervals are worth on the design of a file."""

import numpy as np
import pytest

from benchmarks.statistics_coverage import Design, simulated
from tests.analysis.judgments_of import judgments_of


@pytest.fixture
def judged(store):
    """Four judges on thirty sentences, two of them on each."""
    table = simulated(Design("", 4, 0.3, sentences=30), np.zeros(6), np.random.default_rng(2))
    return store("judged.xml", judgments_of(table))


def test_a_table_and_a_verdict_for_each_interval(call, ask, judged):
    shown = call("certify", judged, "--campaigns", 3)
    assert shown.exit_code == 0, shown.stderr
    first, *_ = shown.stdout.splitlines()
    assert first.startswith(
        "Simulated campaigns like this one: 60 rankings, 4 judges, 30 sentences, 6 systems;"
    )
    assert first.endswith("; ranked by Expected Wins")
    assert "Sentences resampled, for judges like these: " in shown.stdout
    document = ask("certify", judged, "--campaigns", 3)
    result = document["result"]
    assert (result["form"], result["campaigns"]) == ("certificate", 3)
    assert [(one["unit"], one["speaks_for"]) for one in result["intervals"]] == [
        ("sentences", "judges-like-these"),
        ("sentences", "these-judges"),
        ("rankings", "these-judges"),
        ("judges", "judges-like-these"),
        ("pairs", "these-judges"),
    ]
    settings = document["recipe"]["settings"]
    assert (settings["campaigns"], settings["replicates"], settings["confidence"]) == (3, 200, 0.95)


def test_one_judge_is_refused_in_one_line(call, judged):
    shown = call("certify", judged, "--judge", "judge00001")
    (line,) = shown.stderr.splitlines()
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "at least two judges" in line
