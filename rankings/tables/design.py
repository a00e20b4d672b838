"""Designs of a campaign: how many judges and sentences give the same order again, and what they cost."""

from appraise_gec.presentation.numbers import TERMINAL, Style, count, listed, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from appraise_gec.words import Figure, joined, words, words_for_count
from rankings.analysis.results.design import CampaignDesign, DesignPlan

RECOMMENDED = "\u2713"
TITLE = words("The cheapest design with each number of judges")
NEVER = words("never")


def design_table(plan: DesignPlan) -> Table:
    """A row for each number of judges."""
    with_interval = plan.level is not None
    interval = words("%(level)s interval.", level=percent(plan.level or 0))
    return Table(
        "design",
        TITLE,
        [
            Column("judges", words("judges"), Kind.COUNT),
            Column(
                "judges_per_sentence",
                words("per sentence"),
                Kind.COUNT,
                help=words("Rankings of each sentence, by different judges."),
            ),
            Column(
                "sentences", words("sentences"), Kind.COUNT, help=words("Needed for the wanted probability.")
            ),
            *(
                [
                    Column("sentences_low", words("from"), Kind.COUNT, help=interval),
                    Column("sentences_high", words("to"), Kind.COUNT, help=interval),
                ]
                if with_interval
                else []
            ),
            Column("rankings", words("rankings"), Kind.COUNT),
            Column("hours", words("hours"), Kind.SCORE, digits=1, help=words("Of all judges together.")),
            Column("hours_each", words("hours each"), Kind.SCORE, digits=1, help=words("Of every judge.")),
            Column(
                "probability_same_order",
                words("same order"),
                Kind.SHARE,
                help=words("Probability that it comes out again."),
            ),
            Column("limit", words("at most"), Kind.SHARE, help=words("The same with endless sentences.")),
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
            words(
                "No design with at most %(judges)s and %(sentences)s gives the same order of "
                "%(systems)s again "
                "with a probability of %(wanted)s.",
                judges=_judges(plan.most_judges),
                sentences=_sentences(plan.most_sentences),
                systems=_systems(plan),
                wanted=wanted,
            )
        )
    hopeless = [one for one in plan.designs if one.limit < plan.wanted]
    if hopeless:
        last = hopeless[-1]
        told.append(
            words_for_count(
                "With one judge no number of sentences reaches %(wanted)s: %(most)s at most.",
                "With %(n)s judges no number of sentences reaches %(wanted)s: %(most)s at most.",
                last.judges,
                wanted=wanted,
                most=percent(last.limit, style=style),
            )
        )
    if chosen is None and plan.closest is not None:
        first, second, gap = plan.closest
        told.append(
            words(
                "%(first)s and %(second)s seem to be %(gap)s apart in Expected Wins. With a margin, systems "
                "that are closer together than it may change places.",
                first=first,
                second=second,
                gap=Figure(f"{gap:.3f}"),
            )
        )
    return joined(" ", told)


def _design(chosen: CampaignDesign, sentences: int, hours: float) -> str:
    values = {
        "judges": _judges(chosen.judges),
        "sentences": _sentences(sentences),
        "hours": _hours(hours),
    }
    if chosen.judges_per_sentence == 1:
        return words("%(judges)s and %(sentences)s: %(hours)s of judging.", **values)
    each = Figure(chosen.judges_per_sentence)
    return words(
        "%(judges)s and %(sentences)s by %(each)s judges each: %(hours)s of judging.", each=each, **values
    )


def _same_order(plan: DesignPlan, wanted: str) -> str:
    return words(
        "Another such campaign, with other sentences and other judges, would give the same order "
        "of %(systems)s "
        "with a probability of %(wanted)s.",
        systems=_systems(plan),
        wanted=wanted,
    )


def _interval(plan: DesignPlan, chosen: CampaignDesign, style: Style) -> str:
    level = percent(plan.level or 0, style=style)
    low, high = chosen.sentences_low, chosen.sentences_high
    if low is None:
        return words("But the %(level)s interval says that no number of sentences is enough.", level=level)
    if high is None:
        return words(
            "The judgments leave %(low)s sentences or any number above possible, or that none is enough "
            "(%(level)s interval).",
            low=count(low),
            level=level,
        )
    return words_for_count(
        "The judgments leave %(low)s to %(n)s sentence possible (%(level)s interval).",
        "The judgments leave %(low)s to %(n)s sentences possible (%(level)s interval).",
        high,
        low=count(low),
        level=level,
    )


def _cells(plan: DesignPlan, one: CampaignDesign, *, with_interval: bool) -> list[Cell | float | int | None]:
    sentences = Cell(one.sentences, mark=RECOMMENDED if one.judges == plan.recommended else "")
    if one.sentences is None:
        sentences = Cell(
            None, shown=NEVER if one.limit < plan.wanted else Figure(f"> {count(plan.most_sentences)}")
        )
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
        words(
            "%(mark)s  the fewest judges whose hours are at most a tenth above the least.", mark=RECOMMENDED
        )
        if plan.recommended
        else "",
        words(
            "Where no number of sentences is enough, the probability is that of the most that are allowed."
        ),
        words(
            "Standard deviations of Expected Wins: %(systems)s between systems, %(sentences)s between "
            "sentences, %(rankings)s between rankings of a sentence, %(judges)s between judges.",
            systems=Figure(f"{parts.systems:.3f}"),
            sentences=Figure(f"{parts.sentences:.2f}"),
            rankings=Figure(f"{parts.rankings:.2f}"),
            judges=Figure(f"{parts.judges:.3f}"),
        ),
        *plan.notes,
    ]
    if plan.margin:
        notes.append(
            words(
                "Systems less than %(margin)s apart in Expected Wins may change places.",
                margin=Figure(f"{plan.margin:g}"),
            )
        )
    return [note for note in notes if note]


def _source(plan: DesignPlan) -> str:
    order = words(
        "same order of %(systems)s again with a probability of %(wanted)s",
        systems=_systems(plan),
        wanted=percent(plan.wanted, style=TERMINAL),
    )
    made_from = (
        words(
            "from %(rankings)s of %(sentences)s by %(judges)s, for judges like these",
            rankings=_rankings(plan.rankings),
            sentences=_sentences(plan.sentences),
            judges=_judges(plan.judges),
        )
        if plan.rankings
        else words("from assumptions")
    )
    seconds = Figure(f"{plan.seconds:g}")
    takes = words("%(seconds)s seconds for a ranking", seconds=seconds)
    return joined("; ", [joined(", ", [order, made_from]), takes])


def _systems(plan: DesignPlan) -> str:
    if len(plan.systems) > 4 or not plan.rankings:
        return words_for_count("%(n)s system", "%(n)s systems", len(plan.systems))
    return listed(plan.systems)


def _judges(number: int) -> str:
    return words_for_count("%(n)s judge", "%(n)s judges", number)


def _sentences(number: int) -> str:
    return words_for_count("%(n)s sentence", "%(n)s sentences", number)


def _rankings(number: int) -> str:
    return words_for_count("%(n)s ranking", "%(n)s rankings", number)


def _hours(hours: float) -> str:
    if hours < 1:
        return words("less than an hour")
    return words_for_count("about %(n)s hour", "about %(n)s hours", round(hours))
