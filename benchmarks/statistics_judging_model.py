"""How the judges that planning assumes compare with those of 2015, as a table in Markdown.

    python -m benchmarks.statistics_judging_model [SPREAD AGREED LEVEL]

The items of 2015, ranked again by the model, 20 times with other strengths of systems. Other values than the
usual ones may be given.
"""

import sys

import numpy as np

from benchmarks.statistics_all import published_table
from rankings.analysis.agreement import agreement
from rankings.analysis.arrays import FloatArray
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.judge_statistics import judge_statistics, total_statistics
from rankings.analysis.judging_model import JudgingModel, judged_by_model
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.system_ranking import rank_systems

WORLDS = 20
UNITS: tuple[BootstrapUnit, ...] = ("pairs", "rankings", "sentences")
FIGURES = (
    "unexpanded comparisons tied",
    "kappa between judges",
    "standard deviation of Expected Wins over systems",
    *(f"mean standard error by {unit}" for unit in UNITS),
    "clusters by sentences",
)


def main() -> None:
    model = JudgingModel(*map(float, sys.argv[1:])) if len(sys.argv) > 1 else JudgingModel()
    people = published_table()
    sources = np.random.SeedSequence(1).spawn(WORLDS)
    made = [figures(judged_by_model(people, model, np.random.default_rng(source))) for source in sources]
    print(f"spread {model.spread:g}, agreed {model.agreed:g}, level {model.level:g}\n")
    print(f"| | judges of 2015 | assumed judges, mean of {WORLDS} |\n|---|---|---|")
    for name, real, assumed in zip(FIGURES, figures(people), np.mean(made, axis=0), strict=True):
        print(f"| {name} | {real:.4f} | {assumed:.4f} |")


def figures(table: JudgmentTable) -> FloatArray:
    total = total_statistics(judge_statistics(table))
    rankings = [rank_systems(table, unit=unit) for unit in UNITS]
    return np.array(
        [
            total.unexpanded_ties / total.unexpanded,
            agreement(table, replicates=0).inter.kappa,
            expected_wins(count_pairs(table).wins).std(ddof=1),
            *(np.mean([one.score_sd or 0.0 for one in ranking.systems]) for ranking in rankings),
            len(rankings[-1].clusters),
        ]
    )


if __name__ == "__main__":
    main()
