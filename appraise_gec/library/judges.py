"""How far the scores that follow from single judges agree (2015 paper, Tables 6 and 7)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from appraise_gec.library.arguments import MethodName, Portion, Progress, Seed, UsualReplicates, front_door
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import JudgmentsGiven, taken
from appraise_gec.library.rank import settled_ranking
from rankings.analysis.choices import SEED, BootstrapUnit, Convention, SpeaksFor

if TYPE_CHECKING:
    from appraise_gec.present.blocks import Block, Section
    from rankings.analysis.judge_comparison import JudgeComparison, RankingsByJudge


@front_door
def judges(
    judgments: JudgmentsGiven,
    *,
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: BootstrapUnit = "usual",
    speaks_for: SpeaksFor | None = None,
    confidence: Portion = 0.95,
    convention: Convention = "standard",
    seed: Seed = SEED,
    rankings: bool = False,
    rankings_without: bool = False,
    progress: Progress = None,
) -> "Finding[JudgeComparison]":
    """Correlate system scores between judges, and of each judge with all others.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.

    Args:
        judgments: as for `rank`.
        method: how comparisons become scores.
        replicates: of rankings, as for `rank`.
        unit: of rankings: what is resampled as a whole, as for `rank`.
        speaks_for: of rankings, as for `rank`.
        confidence: of the intervals, rank ranges and clusters of rankings.
        convention: of rankings, as for `rank`.
        seed: of the random numbers of rankings.
        rankings: also the ranking that each judge alone gives.
        rankings_without: also the ranking that all others give, without each judge.
        progress: called with the share that is done.

    Raises:
        ValueError: a setting out of range.

    Examples:
        # Do single judges rank alike?
        judges judgments.xml
        # The ranking by each judge
        judges judgments.xml --rankings --json > judges.json
    """
    from rankings.analysis.judge_comparison import compare_judges, rank_by_judge

    settled = settled_ranking(method, replicates, speaks_for, unit, convention)
    judged = taken(judgments)
    found = compare_judges(judged.table, method)
    told: dict[str, RankingsByJudge] = {}
    for name, wanted in (("rankings", rankings), ("rankings_without", rankings_without)):
        if wanted:
            told[name] = rank_by_judge(
                judged.table,
                "only" if name == "rankings" else "without",
                method,
                unit=unit,
                confidence=confidence,
                convention=convention,
                seed=seed,
                progress=progress,
                **settled,
            )
    if not told:
        return judged.finding(found, lambda: _described(found, told), settled={**settled, "seed": None})
    return judged.finding(found, lambda: _described(found, told), told, methods=[method], settled=settled)


def _described(found: "JudgeComparison", told: "Mapping[str, RankingsByJudge]") -> "Section":
    from appraise_gec.present.blocks import Prose, Section, Shown
    from rankings.sections.judges import correlation_sentence, correlations
    from rankings.sections.ranking import ranking_table

    blocks: list[Block] = [Prose(correlation_sentence(found), "lead"), Shown(correlations(found))]
    for name, heading in (("rankings", "Judge {} alone"), ("rankings_without", "Without judge {}")):
        for one in told[name].judges if name in told else ():
            blocks.append(Prose(heading.format(one.judge), "heading"))
            table = ranking_table(one, key=f"{name}-{one.judge}")
            blocks.append(Shown(table) if one.systems else Prose(f"No ranking. {one.reason}"))
    return Section("judges", "Judges", blocks)
