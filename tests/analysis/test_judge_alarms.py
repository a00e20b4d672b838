"""Alarms on the published campaign, and the rates that they go by."""

from pathlib import Path

import numpy as np

from rankings.analysis.judge_alarms import (
    JudgeEvidence,
    SeenRanking,
    alarms_of,
    crowd_judges,
)
from rankings.formats.judgments import read_judgments


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
