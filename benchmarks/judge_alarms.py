"""How often alarms name honest and bad judges, in simulated crowds: the table of docs/managing-in-detail.md.

`python -m benchmarks.judge_alarms [CAMPAIGNS]`: 100 campaigns of each kind by default, in two minutes.
"""

import sys
from collections import Counter

import numpy as np

from rankings.analysis.judge_alarms import alarms_of
from tests.analysis.crowd import COLUMN, RANDOM, ZERO, evidence, simulate

BAD = {"J0": RANDOM, "J1": COLUMN, "J2": ZERO}
JUDGES = 10


def main(campaigns: int) -> None:
    print(f"{campaigns} campaigns of each kind, {JUDGES} judges")
    for per_item in (2, 3):
        for items in (80, 150, 300):
            honest = np.random.default_rng(20 + per_item)
            named = sum(
                len(alarms_of(evidence(simulate(honest, items=items, per_item=per_item, judges=JUDGES))))
                for _ in range(campaigns)
            )
            mixed = np.random.default_rng(30 + per_item)
            hits: Counter[str] = Counter()
            for _ in range(campaigns):
                made = simulate(mixed, items=items, per_item=per_item, judges=JUDGES, bad=BAD)
                hits.update(BAD.get(name, "honest") for name in alarms_of(evidence(made)))
            print(
                f"{items} items, {per_item} judges each: {named} of {campaigns * JUDGES} honest judges; "
                f"beside bad ones {hits['honest']} of {campaigns * (JUDGES - len(BAD))}; "
                + ", ".join(f"{kind} {hits[kind]} of {campaigns}" for kind in (RANDOM, COLUMN, ZERO)),
                flush=True,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
