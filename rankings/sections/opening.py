"""What a report begins with: the finding, the ranking, and a line on agreement, judges and pairs."""

from collections.abc import Sequence
from dataclasses import replace

from appraise_gec.present.blocks import Beside, Block, Prose, Section, Shown
from appraise_gec.present.numbers import counted, listed, percent
from appraise_gec.present.table import Table
from rankings.analysis.agreement import Agreement
from rankings.analysis.head_to_head import HeadToHead
from rankings.analysis.judge_comparison import RankingsByJudge
from rankings.analysis.judge_statistics import JudgeStatistics
from rankings.analysis.ranking import SystemRanking
from rankings.sections import agreement as agreement_section
from rankings.sections import head_to_head as pairs_section
from rankings.sections import judges as judges_section
from rankings.sections.finding import finding
from rankings.sections.ranking import for_whom, further_notes, ranking_figure, ranking_table

KEY, TITLE = "finding", "Finding"


def describe(
    ranking: SystemRanking,
    total: JudgeStatistics,
    *,
    sentences: int,
    judges: Sequence[JudgeStatistics],
    pairs: HeadToHead,
    agreement: Agreement,
    without: RankingsByJudge | None = None,
    left_out: Sequence[str] = (),
    unjudged: Sequence[str] = (),
) -> Section:
    """The section.

    Args:
        ranking: the one that the report stands for.
        total, sentences, judges: how much was judged, and what each judge did.
        pairs: systems head to head.
        agreement: of the judges.
        without: the ranking without each judge.
        left_out: sentences on what filters leave out.
        unjudged: systems that no ranking names.
    """
    nothing_decided = total.nothing_decided
    blocks: list[Block] = [
        Prose(" ".join(finding(ranking, nothing_decided=nothing_decided)), "lead"),
        Prose(basis(total, sentences, len(judges), ranking)),
        *(Prose(sentence, "notice") for sentence in left_out),
    ]
    if unjudged:
        blocks.append(Prose(f"In no ranking yet, and so not in the tables: {listed(unjudged)}.", "warning"))
    if ranking.systems:
        table = Shown(_in_short(ranking_table(ranking, pairs_section.better_than(pairs))))
        drawn = ranking_figure(ranking, undecided=nothing_decided)
        blocks.append(table if drawn.reason else Beside([table, drawn]))
    lines = [agreement_section.finding(agreement)]
    if without is not None:
        lines.append(judges_section.finding(ranking, without))
    if pairs.pairs:
        lines.append(pairs_section.finding(pairs, pairs_section.leading_test(pairs)))
    blocks += [Prose(line) for line in (*lines, *further_notes(ranking)[:1]) if line]
    return Section(KEY, TITLE, blocks)


def _in_short(table: Table) -> Table:
    """The table without what lines say, the clusters, and without notes that stand in the next section."""
    columns = [replace(one, where="data") if one.key == "cluster" else one for one in table.columns]
    return replace(table, columns=columns, notes=table.notes[:1])


def basis(total: JudgeStatistics, sentences: int, judges: int, ranking: SystemRanking) -> str:
    """What the finding rests on, and for whom it speaks: said once, for all ranges, lines and tests."""
    tied = f", {percent(total.expanded_ties / total.expanded, 0)} of them ties" if total.expanded else ""
    said = (
        f"From {counted(total.rankings, 'ranking')} of {counted(sentences, 'sentence')} by "
        f"{counted(judges, 'judge')}: {counted(total.expanded, 'comparison')} of two systems{tied}."
    )
    whom = for_whom(ranking)
    if whom and ranking.judges < judges:
        whom += f" The other {judges - ranking.judges:,} put no system before another."
    return " ".join(filter(None, (said, whom)))
