"""How often 95 % intervals from few sentences hold the truth: six equal systems, two rankings a sentence.

Latent quality has a part that all judges of a sentence see alike (standard deviation 0.75) and one of the
ranking (0.66); levels are 1.08 wide, as in docs/statistics-in-detail.md. The true Expected Wins of equal
systems are one half.
"""

import numpy as np

from rankings.analysis.choices import SPEAKS_FOR, SpeaksFor
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.ranking import rank_systems
from rankings.formats.records import JudgedOutput, Judgment

SYSTEMS = "ABCDEF"
SHOWN = 5
RANKINGS_PER_SENTENCE = 2
SENTENCES = (6, 7, 8, 9, 10, 12, 15, 20, 30)
DATA_SETS = 150


def made_up(sentences: int, rng: np.random.Generator) -> list[Judgment]:
    """Rankings of `SHOWN` of the systems by judges who rank once each."""
    seen_alike = rng.normal(scale=0.75, size=(sentences, len(SYSTEMS)))
    made = []
    for sentence in range(sentences):
        for number in range(RANKINGS_PER_SENTENCE):
            shown = rng.choice(len(SYSTEMS), SHOWN, replace=False)
            quality = seen_alike[sentence, shown] + rng.normal(scale=0.66, size=SHOWN)
            level = np.floor(quality / 1.08 + rng.random()).astype(int)
            ranks = (level.max() - level + 1).tolist()
            outputs = tuple(
                JudgedOutput((SYSTEMS[i],), rank) for i, rank in zip(shown.tolist(), ranks, strict=True)
            )
            made.append(Judgment(f"judge{sentence}-{number}", str(sentence), outputs))
    return made


def main() -> None:
    """Print the share of intervals that hold one half, by number of sentences and for whom they speak."""
    rng = np.random.default_rng(3)
    for sentences in SENTENCES:
        held: dict[SpeaksFor, list[bool]] = {choice: [] for choice in SPEAKS_FOR}
        for _ in range(DATA_SETS):
            table = JudgmentTable.from_judgments(made_up(sentences, rng))
            for choice, so_far in held.items():
                ranking = rank_systems(table, replicates=200, speaks_for=choice)
                if not ranking.without_ranges:
                    so_far += [
                        (one.score_low or 0.0) <= 0.5 <= (one.score_high or 1.0) for one in ranking.systems
                    ]
        shares = ", ".join(f"{choice} {np.mean(so_far):.2f}" for choice, so_far in held.items())
        print(f"{sentences:3d} sentences: {shares}")


if __name__ == "__main__":
    main()
