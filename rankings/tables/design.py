"""Designs of a campaign: how many judges and sentences give the same order again, and what they cost."""

from appraise_gec.presentation.numbers import TERMINAL, count, counted, listed, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from rankings.analysis.results.design import CampaignDesign, DesignPlan

RECOMMENDED = "\u2713"
TITLE = "The cheapest design with each number of judges"
NEVER = "never"


def design_table(plan: DesignPlan) -> Table:
    """A row for each number of judges."""
    with_interval = plan.level is not None
    return Table(
        "design",
        TITLE,
        [
            Column("judges", "judges", Kind.COUNT),
            Column(
                "judges_per_sentence",
                "per sentence",
                Kind.COUNT,
                help="Rankings of each sentence, by different judges.",
            ),
            Column("sentences", "sentences", Kind.COUNT, help="Needed for the wanted probability."),
            *(
                [
                    Column("sentences_low", "from", Kind.COUNT, help=f"{percent(plan.level or 0)} interval."),
                    Column("sentences_high", "to", Kind.COUNT, help=f"{percent(plan.level or 0)} interval."),
                ]
                if with_interval
                else []
            ),
            Column("rankings", "rankings", Kind.COUNT),
            Column("hours", "hours", Kind.SCORE, digits=1, help="Of all judges together."),
            Column("hours_each", "hours each", Kind.SCORE, digits=1, help="Of every judge."),
            Column("stable", "same order", Kind.SHARE, help="Probability that it comes out again."),
            Column("limit", "at most", Kind.SHARE, help="The same with endless sentences."),
        ],
        [Row(_cells(plan, one, with_interval=with_interval)) for one in plan.designs],
        notes=_notes(plan),
        source=_source(plan),
    )


def advice(plan: DesignPlan) -> str:
    """What to do, in a few sentences."""
    wanted = percent(plan.wanted, style=TERMINAL)
    chosen = plan.chosen
    sentences = []
    if chosen is not None and chosen.sentences is not None and chosen.hours is not None:
        each = "" if chosen.judges_per_sentence == 1 else f" by {chosen.judges_per_sentence} judges each"
        sentences.append(
            f"{counted(chosen.judges, 'judge')} and {counted(chosen.sentences, 'sentence')}{each}: "
            f"{_hours(chosen.hours)} of judging. Another such campaign, with other sentences and other "
            f"judges, would give the same order of {_systems(plan)} with a probability of {wanted}."
        )
        if plan.level is not None:
            sentences.append(_interval(plan, chosen))
    else:
        most = f"{counted(plan.most_judges, 'judge')} and {counted(plan.most_sentences, 'sentence')}"
        sentences.append(
            f"No design with at most {most} gives the same order of {_systems(plan)} again with a "
            f"probability of {wanted}."
        )
    hopeless = [one for one in plan.designs if one.limit < plan.wanted]
    if hopeless:
        last = hopeless[-1]
        with_judges = "one judge" if last.judges == 1 else f"{last.judges} judges"
        most = percent(last.limit, style=TERMINAL)
        sentences.append(f"With {with_judges} no number of sentences reaches {wanted}: {most} at most.")
    if chosen is None and plan.closest is not None:
        first, second, gap = plan.closest
        sentences.append(
            f"{first} and {second} seem to be {gap:.3f} apart in Expected Wins. With a margin, systems that "
            "are closer together than it may change places."
        )
    return " ".join(sentences)


def _interval(plan: DesignPlan, chosen: CampaignDesign) -> str:
    level = percent(plan.level or 0, style=TERMINAL)
    low, high = chosen.sentences_low, chosen.sentences_high
    if low is None:
        return f"But the {level} interval says that no number of sentences is enough."
    if high is None:
        return (
            f"The judgments leave {count(low)} sentences or any number above possible, or that none is "
            f"enough ({level} interval)."
        )
    return f"The judgments leave {count(low)} to {counted(high, 'sentence')} possible ({level} interval)."


def _cells(plan: DesignPlan, one: CampaignDesign, *, with_interval: bool) -> list[Cell | float | int | None]:
    sentences = Cell(one.sentences, mark=RECOMMENDED if one.judges == plan.recommended else "")
    if one.sentences is None:
        sentences = Cell(None, shown=NEVER if one.limit < plan.wanted else f"> {count(plan.most_sentences)}")
    interval = [
        Cell(value, shown=NEVER if value is None else "") for value in (one.sentences_low, one.sentences_high)
    ]
    return [
        one.judges,
        one.judges_per_sentence,
        sentences,
        *(interval if with_interval else []),
        one.rankings,
        one.hours,
        one.hours_each,
        one.stable,
        one.limit,
    ]


def _notes(plan: DesignPlan) -> list[str]:
    parts = plan.parts
    notes = [
        f"{RECOMMENDED}  the fewest judges whose hours are at most a tenth above the least."
        if plan.recommended
        else "",
        "Where no number of sentences is enough, the probability is that of the most that are allowed.",
        f"Standard deviations of Expected Wins: {parts.systems:.3f} between systems, {parts.sentences:.2f} "
        f"between sentences, {parts.rankings:.2f} between rankings of a sentence, {parts.judges:.3f} between "
        "judges.",
        *plan.notes,
    ]
    if plan.margin:
        notes.append(f"Systems less than {plan.margin:g} apart in Expected Wins may change places.")
    return [note for note in notes if note]


def _source(plan: DesignPlan) -> str:
    begin = (
        f" and {plan.minutes_per_judge:g} minutes for each judge to begin" if plan.minutes_per_judge else ""
    )
    made_from = (
        f"from {counted(plan.rankings, 'ranking')} of {counted(plan.sentences, 'sentence')} by "
        f"{counted(plan.judges, 'judge')}, for judges like these"
        if plan.rankings
        else "from assumptions"
    )
    return (
        f"same order of {_systems(plan)} again with a probability of "
        f"{percent(plan.wanted, style=TERMINAL)}, {made_from}; {plan.seconds:g} seconds for a ranking{begin}"
    )


def _systems(plan: DesignPlan) -> str:
    return (
        f"{len(plan.systems)} systems" if len(plan.systems) > 4 or not plan.rankings else listed(plan.systems)
    )


def _hours(hours: float) -> str:
    return "less than an hour" if hours < 1 else f"about {counted(round(hours), 'hour')}"
