"""Designs of a campaign: how many judges and sentences give the same order again, and what they cost."""

from appraise_gec.present.numbers import TERMINAL, Style, count, listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from appraise_gec.words import plural
from rankings.analysis.designing import CampaignDesign, DesignPlan

RECOMMENDED = "\u2713"
TITLE = "The cheapest design with each number of judges"
NEVER = "never"


def design_table(plan: DesignPlan) -> Table:
    """A row for each number of judges."""
    with_interval = plan.level is not None
    interval = f"{percent(plan.level or 0)} interval."
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
                    Column("sentences_low", "from", Kind.COUNT, help=interval),
                    Column("sentences_high", "to", Kind.COUNT, help=interval),
                ]
                if with_interval
                else []
            ),
            Column("rankings", "rankings", Kind.COUNT),
            Column("hours", "hours", Kind.SCORE, digits=1, help="Of all judges together."),
            Column("hours_each", "hours each", Kind.SCORE, digits=1, help="Of every judge."),
            Column(
                "probability_same_order",
                "same order",
                Kind.SHARE,
                help="Probability that it comes out again.",
            ),
            Column("limit", "at most", Kind.SHARE, help="The same with endless sentences."),
        ],
        [Row(_cells(plan, one, with_interval=with_interval)) for one in plan.designs],
        notes=_notes(plan),
        source=_source(plan),
    )


def advice(plan: DesignPlan, style: Style = TERMINAL) -> str:
    """What to do, in a few sentences."""
    wanted = percent(plan.wanted, style=style)
    chosen = plan.chosen
    told: list[str] = []
    if chosen is not None and chosen.sentences is not None and chosen.hours is not None:
        told += [_design(chosen, chosen.sentences, chosen.hours), _same_order(plan, wanted)]
        if plan.level is not None:
            told.append(_interval(plan, chosen, style))
    else:
        told.append(
            f"No design with at most {_judges(plan.most_judges)} and "
            f"{_sentences(plan.most_sentences)} gives the same order of {_systems(plan)} again "
            f"with a probability of {wanted}."
        )
    hopeless = [one for one in plan.designs if one.limit < plan.wanted]
    if hopeless:
        last = hopeless[-1]
        told.append(
            plural(
                last.judges,
                "With one judge no number of sentences reaches {wanted}: {most} at most.",
                "With {n} judges no number of sentences reaches {wanted}: {most} at most.",
                wanted=wanted,
                most=percent(last.limit, style=style),
            )
        )
    if chosen is None and plan.closest is not None:
        first, second, gap = plan.closest
        told.append(
            f"{first} and {second} seem to be {gap:.3f} apart in Expected Wins. With a margin, "
            "systems that are closer together than it may change places."
        )
    return " ".join(told)


def _design(chosen: CampaignDesign, sentences: int, hours: float) -> str:
    values = {
        "judges": _judges(chosen.judges),
        "sentences": _sentences(sentences),
        "hours": _hours(hours),
    }
    if chosen.judges_per_sentence == 1:
        return "{judges} and {sentences}: {hours} of judging.".format(**values)
    each = chosen.judges_per_sentence
    return "{judges} and {sentences} by {each} judges each: {hours} of judging.".format(each=each, **values)


def _same_order(plan: DesignPlan, wanted: str) -> str:
    return (
        "Another such campaign, with other sentences and other judges, would give the same "
        f"order of {_systems(plan)} with a probability of {wanted}."
    )


def _interval(plan: DesignPlan, chosen: CampaignDesign, style: Style) -> str:
    level = percent(plan.level or 0, style=style)
    low, high = chosen.sentences_low, chosen.sentences_high
    if low is None:
        return f"But the {level} interval says that no number of sentences is enough."
    if high is None:
        return (
            f"The judgments leave {count(low)} sentences or any number above possible, or that "
            f"none is enough ({level} interval)."
        )
    return plural(
        high,
        "The judgments leave {low} to {n} sentence possible ({level} interval).",
        "The judgments leave {low} to {n} sentences possible ({level} interval).",
        low=count(low),
        level=level,
    )


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
        one.probability_same_order,
        one.limit,
    ]


def _notes(plan: DesignPlan) -> list[str]:
    parts = plan.parts
    notes = [
        f"{RECOMMENDED}  the fewest judges whose hours are at most a tenth above the least."
        if plan.recommended
        else "",
        ("Where no number of sentences is enough, the probability is that of the most that are allowed."),
        (
            f"Standard deviations of Expected Wins: {parts.systems:.3f} between systems, "
            f"{parts.sentences:.2f} between sentences, {parts.rankings:.2f} between rankings of a "
            f"sentence, {parts.judges:.3f} between judges."
        ),
        *plan.notes,
    ]
    if plan.margin:
        notes.append(f"Systems less than {plan.margin:g} apart in Expected Wins may change places.")
    return [note for note in notes if note]


def _source(plan: DesignPlan) -> str:
    order = (
        f"same order of {_systems(plan)} again with a probability of {percent(plan.wanted, style=TERMINAL)}"
    )
    made_from = (
        (
            f"from {_rankings(plan.rankings)} of {_sentences(plan.sentences)} by "
            f"{_judges(plan.judges)}, for judges like these"
        )
        if plan.rankings
        else "from assumptions"
    )
    seconds = f"{plan.seconds:g}"
    takes = f"{seconds} seconds for a ranking"
    return "; ".join([", ".join([order, made_from]), takes])


def _systems(plan: DesignPlan) -> str:
    if len(plan.systems) > 4 or not plan.rankings:
        return plural(len(plan.systems), "{n} system", "{n} systems")
    return listed(plan.systems)


def _judges(number: int) -> str:
    return plural(number, "{n} judge", "{n} judges")


def _sentences(number: int) -> str:
    return plural(number, "{n} sentence", "{n} sentences")


def _rankings(number: int) -> str:
    return plural(number, "{n} ranking", "{n} rankings")


def _hours(hours: float) -> str:
    if hours < 1:
        return "less than an hour"
    return plural(round(hours), "about {n} hour", "about {n} hours")
