"""Alarms against simulated crowds: whom they name, and whom they leave alone."""

from pathlib import Path

import numpy as np

from rankings.analysis.judge_alarms import (
    AlarmKind,
    JudgeEvidence,
    SeenRanking,
    alarms_of,
    crowd_judges,
)
from rankings.formats.judgments import read_judgments
from tests.analysis.crowd import COLUMN, RANDOM, ZERO, evidence, simulate

BAD = {"J0": RANDOM, "J1": COLUMN, "J2": ZERO}


def test_three_bad_judges_of_ten_are_named_and_nobody_else() -> None:
    made = simulate(np.random.default_rng(3), items=150, per_item=3, judges=10, bad=BAD)
    found = alarms_of(evidence(made))
    assert set(found) == set(BAD)
    kinds = {name: {alarm.kind for alarm in alarms} for name, alarms in found.items()}
    assert AlarmKind.DISAGREES in kinds["J0"]
    assert AlarmKind.SAME_COLUMN in kinds["J1"]
    assert AlarmKind.FAST in kinds["J2"]


def test_honest_judges_are_hardly_ever_named() -> None:
    """480 honest judges of different skill, taste and pace: at most one of two hundred is named."""
    rng = np.random.default_rng(1)
    named = total = 0
    for _ in range(20):
        for per_item in (2, 3):
            found = evidence(simulate(rng, items=100, per_item=per_item, judges=12))
            named += len(alarms_of(found))
            total += len(found)
    assert total == 480
    assert named <= 2


def test_no_judge_of_the_published_campaign_is_named(shared: Path) -> None:
    file = shared / "data" / "gjg15" / "judgments.xml"
    seen = {}
    seconds: dict[str, list[float]] = {}
    for judgment in read_judgments(file.read_bytes(), file.name):
        if judgment.skipped:
            continue
        ranks = {tuple(sorted(output.systems)): output.rank for output in judgment.outputs}
        outputs = tuple(sorted(ranks))
        item = (judgment.sentence, outputs)
        seen[judgment.judge, item] = SeenRanking(judgment.judge, item, [ranks[one] for one in outputs])
        if judgment.seconds:
            seconds.setdefault(judgment.judge, []).append(judgment.seconds)
    crowd = crowd_judges(list(seen.values()))
    known = {
        name: JudgeEvidence(len(seconds[name]), float(np.median(seconds[name])), crowd=crowd[name])
        for name in seconds
    }
    assert len(known) == 8
    assert alarms_of(known) == {}
    assert all(0.45 < judge.agreement < 0.65 and 0.3 < judge.chance < 0.4 for judge in crowd.values())


def test_rates_are_counted_by_hand() -> None:
    """A and B agree on one pair of two items; B ties the other: by chance a tie meets an order never."""
    rankings = [
        SeenRanking("A", 1, [1, 2]),
        SeenRanking("B", 1, [1, 2]),
        SeenRanking("A", 2, [1, 2]),
        SeenRanking("B", 2, [1, 1]),
        SeenRanking("C", 3, [1, 2]),
    ]
    found = crowd_judges(rankings)
    assert set(found) == {"A", "B"}
    assert (found["A"].rankings, found["A"].agreement, found["A"].chance) == (2, 0.5, 0.25)
    assert found["B"].chance == 0.25
    assert crowd_judges([]) == {}
    assert crowd_judges([SeenRanking("A", 1, [1]), SeenRanking("B", 1, [1])]) == {}


def test_of_two_judges_who_disagree_none_is_named() -> None:
    rng = np.random.default_rng(2)
    made = simulate(rng, items=60, per_item=2, judges=2, bad={"J0": RANDOM})
    assert alarms_of(evidence(made)) == {}
