"""How often intervals of shares of rejected edits hold the truth, and how wide they are.

    .venv/bin/python -P -m benchmarks.rejected_edits

Judges reject edits with probabilities from a beta distribution; each sees 20 to 200 edits, of which an eighth
are of the system whose share is asked for. docs/statistics-in-detail.md ("Rejected edits") has the figures.
"""

import sys

import numpy as np

from rankings.analysis.edit_marks import clustering_of, share_with_interval

CAMPAIGNS = 1500
CONFIDENCE = 0.95
# Mean share that judges reject, and how alike they are: a + b of the beta distribution.
JUDGES_REJECT = ((0.05, 5), (0.05, 50), (0.2, 5), (0.2, 50), (0.02, 20))


def coverage(
    judges: int, mean: float, alike: float, *, campaigns: int = CAMPAIGNS, seed: int = 1
) -> tuple[float, float]:
    """Share of intervals that hold `mean`, and their mean width."""
    random = np.random.default_rng(seed)
    held, width = 0, 0.0
    for _ in range(campaigns):
        rejects = random.beta(mean * alike, (1 - mean) * alike, judges)
        edits = random.integers(20, 200, judges)
        rejected = random.binomial(edits, rejects)
        own = np.maximum(1, edits // 8)
        own_rejected = random.hypergeometric(rejected, edits - rejected, own)
        clustering = clustering_of(list(zip(edits.tolist(), rejected.tolist(), strict=True)))
        units = list(zip(own.tolist(), own_rejected.tolist(), strict=True))
        _, low, high = share_with_interval(units, CONFIDENCE, clustering)
        if low is None or high is None:
            raise ValueError("several judges always give an interval")
        held += low <= mean <= high
        width += high - low
    return held / campaigns, width / campaigns


def main() -> None:
    """Print the table."""
    sys.stdout.write("judges  rejected  alike   held  width\n")
    for judges in (2, 3, 5, 10, 30):
        for mean, alike in JUDGES_REJECT:
            held, width = coverage(judges, mean, alike)
            sys.stdout.write(f"{judges:6}  {mean:8}  {alike:5}  {held:.3f}  {width:.2f}\n")


if __name__ == "__main__":
    main()
