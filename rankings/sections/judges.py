"""Tables 1, 6 and 7: what each judge did, how they used the scale, who they are, and how far they agree."""

from collections.abc import Iterator, Sequence

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.numbers import counted, listed, number
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.judge_comparison import JudgeComparison, RankingsByJudge, p_of_correlation
from rankings.analysis.judge_statistics import JudgesSurvey, JudgeStatistics, ScaleUse, SurveyQuestionCounts
from rankings.analysis.ranking import SystemRanking
from rankings.sections.finding import leaders, tells_nothing
from rankings.sections.methods import side_by_side
from rankings.sections.ranking import how_resampled

KEY, TITLE = "judges", "Judges"
LEVEL, UNSURE = 0.05, 0.5
BETTER, WORSE = "\u2191", "\u2193"


def describe(
    judges: Sequence[JudgeStatistics],
    total: JudgeStatistics,
    *,
    scale_use: Sequence[ScaleUse] = (),
    survey: JudgesSurvey | None = None,
    whole: SystemRanking | None = None,
    alone: RankingsByJudge | None = None,
    without: RankingsByJudge | None = None,
    compared: JudgeComparison | None = None,
    published: tuple[RankingsByJudge, JudgeComparison] | None = None,
) -> Section:
    """The section.

    Args:
        judges, total: what each did, and all together.
        scale_use: how each used the scale.
        survey: what they said about themselves.
        whole: the ranking from all judges by the method of the following.
        alone: the ranking of each.
        without: the ranking of all others, without each.
        compared: how far their scores correlate.
        published: the ranking of each, and correlations, as computed for the paper of 2015.
    """
    order = [system.system for system in whole.systems] if whole else []
    blocks: list[Block] = []
    found = finding(whole, without) if whole and without else ""
    if len(judges) == 1:
        found = "One judge made all rankings, so judges cannot be compared."
    if found or compared:
        blocks.append(Prose(" ".join(filter(None, (found, correlation_sentence(compared)))), "lead"))
    blocks.append(Shown(statistics(judges, total)))
    if scale_use:
        blocks.append(Folded("How each judge used the scale", [Shown(scale_table(scale_use))]))
    if survey is not None:
        blocks.append(Folded("Who the judges are", [Shown(survey_table(survey))]))
    if alone is not None:
        blocks.append(Folded("The ranking of each judge", [Shown(rankings_of_judges(alone, order))]))
    if without is not None and whole is not None and any(one.systems for one in without.judges):
        blocks.append(Folded("The ranking without each judge", [Shown(without_judges(without, whole))]))
    if compared is not None:
        blocks.append(Folded("How far judges agree on systems", [Shown(correlations(compared))]))
    if published is not None:
        tables = [
            Shown(rankings_of_judges(published[0], order, "judge-rankings-published")),
            Shown(correlations(published[1], "judge-correlations-published")),
        ]
        blocks.append(Folded("As published in 2015", [Prose(AS_PUBLISHED), *tables]))
    blocks.append(Folded("What the numbers mean", EXPLANATION))
    return Section(KEY, TITLE, blocks)


def finding(whole: SystemRanking, without: RankingsByJudge) -> str:
    """Whose absence changes who is first."""
    ranked = [judge for judge in without.judges if len(judge.groups) == 1]
    if not ranked or tells_nothing(whole):
        return ""
    first = leaders(whole)
    changing = [judge for judge in ranked if set(leaders(judge)) != set(first)]
    opening = "By score alone, " if whole.without_ranges else ""
    if not changing:
        stay = "stays" if len(first) == 1 else "stay"
        return f"{opening}{listed(first)} {stay} first whichever judge is left out."
    named = listed([f"{judge.judge} ({listed(leaders(judge))} first)" for judge in changing])
    change = "is not first" if len(first) == 1 else "no longer share the first place"
    return f"{opening}{listed(first)} {change} without {named}."


def correlation_sentence(compared: JudgeComparison | None) -> str:
    """How well single judges agree with the rest, and who agrees least."""
    if compared is None or compared.spearman_average is None:
        return ""
    pairs = zip(compared.spearman_rest, compared.judges, strict=True)
    lowest, odd = min((value, judge) for value, judge in pairs if value is not None)
    average = number(compared.spearman_average, 2)
    return (
        "The order of a single judge correlates with that of all others at "
        f"\u03c1\u00a0=\u00a0{average} on average; least for {odd} ({number(lowest, 2)})."
    )


def statistics(judges: Sequence[JudgeStatistics], total: JudgeStatistics) -> Table:
    """Table 1."""
    columns = [
        Column("judge", "judge", Kind.NAME),
        Column("rankings", "rankings", Kind.COUNT),
        Column("skipped", "skipped", Kind.COUNT),
        Column("single_output", "one output", Kind.COUNT, help="With nothing to compare."),
        Column(
            "unexpanded", "output pairs", Kind.COUNT, help="Comparisons between distinct outputs: unexpanded."
        ),
        Column("unexpanded_ties", "tied", Kind.COUNT),
        Column("expanded", "system pairs", Kind.COUNT, help="Comparisons between systems: expanded."),
        Column("expanded_ties", "tied", Kind.COUNT),
    ]
    rows = [
        Row(
            [
                Cell(one.judge, shown="Total" if one is total else ""),
                *(getattr(one, column.key) for column in columns[1:]),
            ],
            rule_above=one is total,
        )
        for one in (*judges, total)
    ]
    return Table("judges", "What each judge did", columns, rows)


def scale_table(judges: Sequence[ScaleUse]) -> Table:
    """A row for each judge: shares of ranks, and quartiles of times."""
    ranks = len(judges[0].ranks) if judges else 0
    columns = [
        Column("judge", "judge", Kind.NAME),
        *(Column(f"rank_{rank}", f"rank {rank}", Kind.SHARE) for rank in range(1, ranks + 1)),
        Column("timed", "timed", Kind.COUNT, help="Rankings with a known time."),
        Column("seconds", "seconds", Kind.SCORE, digits=0, help="The median, of active time where known."),
        Column("quartiles", "quartiles", Kind.INTERVAL, digits=0, parts=("seconds_low", "seconds_high")),
    ]
    rows = []
    for one in judges:
        shares = [ranked / sum(one.ranks) for ranked in one.ranks]
        quartiles = None if one.seconds_low is None else (one.seconds_low, one.seconds_high)
        rows.append(Row([one.judge, *shares, one.timed, one.seconds, quartiles]))
    return Table(
        "scale-use",
        "Share of outputs at each rank, and seconds for a ranking (median and quartiles)",
        columns,
        rows,
        reason="How judges used the scale was not computed.",
    )


def survey_table(made: JudgesSurvey) -> Table:
    """For each question the answers, with how many judges gave them."""
    columns = [
        Column("question", "question"),
        Column("moment", "asked", where="data"),
        Column("answer", "answer", Kind.NAME),
        Column("judges", "judges", Kind.COUNT),
        Column("share", "share", Kind.SHARE, help="Of the judges who answered the question."),
    ]
    rows = []
    for question in made.questions:
        for place, (answer, judges, share) in enumerate(_answers(made, question)):
            moment = "before judging" if question.moment == "before" else "after judging"
            rows.append(Row([question.question, moment, answer, judges, share], rule_above=not place))
    notes = [
        f"Of {counted(made.judges, 'judge')} with rankings, including any that the report leaves out. "
        "Shares are of those who answered; where several answers were possible, a judge may count more "
        "than once.",
        f"Answers of fewer than {made.fewest_per_answer} judges are counted together, and questions that "
        f"fewer than {made.fewest_judges} answered are not counted, so that nobody's answer can be known.",
    ]
    return Table(
        "judges-survey",
        "What judges said about themselves",
        columns,
        rows,
        notes,
        reason="No judge answered a survey.",
    )


def rankings_of_judges(
    made: RankingsByJudge, order: Sequence[str] = (), key: str = "judge-rankings"
) -> Table:
    """Table 7; `order` are the names of systems in the order of rows."""
    notes = [f"{how_resampled(made)}. The deeper, the better the rank of the judge."]
    notes += [f"No ranking from {one.judge} alone: {one.reason}" for one in made.judges if not one.systems]
    title = f"The ranking of each judge, {made.title}"
    table = side_by_side(key, title, [(one.judge, one) for one in made.judges], order, notes, by_judge=True)
    return table if made.judges else Table(key, title, table.columns, [], reason=made.reason)


def without_judges(made: RankingsByJudge, whole: SystemRanking) -> Table:
    """The rank of each system in the ranking without each judge, and how far it moved."""
    columns = [Column("system", "system", Kind.NAME), Column("rank", "with all", Kind.RANK)]
    for one in made.judges:
        parts = (f"{one.judge}_low", f"{one.judge}_high")
        columns += [
            Column(one.judge, one.judge, Kind.RANK, named=True),
            Column(f"{one.judge}-ranks", "ranks", Kind.RANK_RANGE, below=True, parts=parts),
        ]
    by_name = [{system.system: system for system in one.systems} for one in made.judges]
    rows = []
    for system in whole.systems if len(whole.groups) == 1 else ():
        cells: list[object] = []
        for systems in by_name:
            left = systems.get(system.system)
            # Without this judge, comparisons may no longer link the systems.
            if left is None or left.group != 1 or left.rank is None or system.rank is None:
                cells += [None, None]
                continue
            moved = system.rank - left.rank
            mark = f"{BETTER}{moved}" if moved > 0 else f"{WORSE}{-moved}" if moved else ""
            cells += [
                Cell(left.rank, mark=mark),
                None if left.rank_low is None else (left.rank_low, left.rank_high),
            ]
        rows.append(Row([system.system, system.rank, *cells]))
    notes = [
        f"{how_resampled(made)}. {BETTER}, {WORSE}: better or worse by that many ranks than with all judges.",
        *(f"No ranking without {one.judge}: {one.reason}" for one in made.judges if not one.systems),
    ]
    return Table(
        "judges-left-out",
        f"The rank of each system without one of the judges, {made.title}",
        columns,
        rows,
        notes,
        reason=made.reason or "No comparison links all systems.",
    )


def correlations(compared: JudgeComparison, key: str = "judge-correlations") -> Table:
    """Table 6: Spearman's above the diagonal and Pearson's below, and each judge against the others."""
    judges = compared.judges
    others = "Against all other judges together."
    columns = [
        Column("judge", "", Kind.NAME),
        *(Column(judge, judge, Kind.FRACTION, named=True) for judge in judges),
        Column("spearman", "others, \u03c1", Kind.FRACTION, help=others),
        Column("pearson", "others, r", Kind.FRACTION, help=others),
        Column("comparisons", "comparisons", Kind.COUNT),
    ]
    rows = []
    for a, judge in enumerate(judges):
        cells = [
            Cell("")
            if a == b
            else _correlation((compared.spearman if b > a else compared.pearson)[a][b], _both(compared, a, b))
            for b in range(len(judges))
        ]
        rest = (compared.spearman_rest[a], compared.pearson_rest[a])
        against = [_correlation(value, _both(compared, a, a)) for value in rest]
        rows.append(Row([judge, *cells, *against, compared.comparisons[a]]))
    mean = (compared.spearman_average, compared.pearson_average, "")
    rows.append(Row(["Weighted mean", *[""] * len(judges), *mean], rule_above=True))
    notes = [
        f"Bold and deeper: not 0, p \u2264 {LEVEL:g}, with the systems as a sample.",
        *filter(None, (compared.without_correlations,)),
    ]
    return Table(
        key,
        f"Correlation of system scores ({compared.title}) between judges: Spearman's \u03c1 above the "
        "diagonal, Pearson's r below",
        columns,
        rows if judges else [],
        notes,
        reason="There are no judges to compare.",
    )


def _answers(made: JudgesSurvey, question: SurveyQuestionCounts) -> Iterator[tuple[str, int, float | None]]:
    for one in question.answers:
        yield one.answer, one.judges, one.judges / question.answered
    if question.other and question.answers:
        yield "other answers", question.other, question.other / question.answered
    elif question.other:
        yield "not counted: too few alike", question.other, None
    if question.answered < made.judges:
        yield "no answer", made.judges - question.answered, None


def _correlation(value: float | None, systems: int) -> Cell:
    p = None if value is None else p_of_correlation(value, systems)
    sure = p is not None and p <= LEVEL
    return Cell(value, shade=None if value is None else value * (1.0 if sure else UNSURE), strong=sure)


def _both(compared: JudgeComparison, a: int, b: int) -> int:
    """How many systems both judges have scores for."""
    pairs = zip(compared.scores[a], compared.scores[b], strict=True)
    return sum(x is not None and y is not None for x, y in pairs)


AS_PUBLISHED = (
    "The tables of 2015 come from a script that excludes opponents a system never beat from the mean, "
    "which favours weak systems when data are sparse; its ranges, at 90\u00a0% confidence, treat all "
    "comparisons as independent."
)
EXPLANATION = """Rankings: items that the judge has answered. Skipped items, and items with a single \
output, count here and give no comparison between outputs.

Output pairs: comparisons between any two distinct outputs of a ranking, the unexpanded pairs of the 2015 \
paper (section 4.3). System pairs: between any two systems that a ranking covers, the expanded pairs; \
systems that share an output are tied. Only the order of ranks counts, not their distance.

Correlations: scores are computed from the rankings of one judge at a time, and correlated over systems: \
\u03c1 compares the order, r the scores. 1 is full agreement, 0 none. Judges who answered little have \
noisy scores, and correlate less for that alone (2015 paper, section 6 and Table 6)."""
