"""Designs of a next campaign: how many judges and sentences give the same order again, and what they cost."""

from appraise_gec.present.blocks import Folded, Prose, Section, Shown
from appraise_gec.present.numbers import TERMINAL, Style, count, counted, listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.designing import CampaignDesign, DesignPlan

KEY, TITLE = "design", "Design of a next campaign"
RECOMMENDED, NEVER = "\u2713", "never"


def describe(plan: DesignPlan) -> Section:
    """The section: what to do in a line, with the table folded."""
    return Section(
        KEY, TITLE, [Prose(advice(plan), "lead"), Folded("All designs", [Shown(design_table(plan))])]
    )


def advice(plan: DesignPlan, style: Style = TERMINAL) -> str:
    """What to do, in a few sentences."""
    wanted, chosen = percent(plan.wanted, style=style), plan.chosen
    told = []
    if chosen is not None and chosen.sentences is not None and chosen.hours is not None:
        each = chosen.judges_per_sentence
        by = f" by {each} judges each" if each > 1 else ""
        told += [
            f"{counted(chosen.judges, 'judge')} and {counted(chosen.sentences, 'sentence')}{by}: "
            f"{_hours(chosen.hours)} of judging.",
            "Another such campaign, with other sentences and other judges, would give the same order of "
            f"{_systems(plan)} with a probability of {wanted}.",
        ]
        if plan.level is not None:
            told.append(_interval(plan, chosen, style))
    else:
        told.append(
            f"No design with at most {counted(plan.most_judges, 'judge')} and "
            f"{counted(plan.most_sentences, 'sentence')} gives the same order of {_systems(plan)} again "
            f"with a probability of {wanted}."
        )
    hopeless = [one for one in plan.designs if one.limit < plan.wanted]
    if hopeless:
        last = hopeless[-1]
        told.append(
            f"With {counted(last.judges, 'judge')} no number of sentences reaches {wanted}: "
            f"{percent(last.limit, style=style)} at most."
        )
    if chosen is None and plan.closest is not None:
        first, second, gap = plan.closest
        told.append(
            f"{first} and {second} seem to be {gap:.3f} apart in Expected Wins. With a margin, systems "
            "that are closer together than it may change places."
        )
    return " ".join(told)


def design_table(plan: DesignPlan) -> Table:
    """The cheapest design with each number of judges."""
    columns = [
        Column("judges", "judges", Kind.COUNT),
        Column(
            "judges_per_sentence", "per sentence", Kind.COUNT, help="Rankings of each, by different judges."
        ),
        Column("sentences", "sentences", Kind.COUNT, help="Needed for the wanted probability."),
    ]
    if plan.level is not None:
        interval = f"{percent(plan.level)} interval."
        columns += [
            Column("sentences_low", "from", Kind.COUNT, help=interval),
            Column("sentences_high", "to", Kind.COUNT, help=interval),
        ]
    columns += [
        Column("rankings", "rankings", Kind.COUNT),
        Column("hours", "hours", Kind.SCORE, digits=1, help="Of all judges together."),
        Column("hours_each", "hours each", Kind.SCORE, digits=1, help="Of every judge."),
        Column(
            "probability_same_order", "same order", Kind.SHARE, help="Probability that it comes out again."
        ),
        Column("limit", "at most", Kind.SHARE, help="The same with endless sentences."),
    ]
    rows = [Row([_cell(plan, one, column.key) for column in columns]) for one in plan.designs]
    return Table("design", "The cheapest design with each number of judges", columns, rows, _notes(plan))


def _cell(plan: DesignPlan, one: CampaignDesign, key: str) -> object:
    value = getattr(one, key)
    if key == "sentences" and value is None:
        return Cell(None, shown=NEVER if one.limit < plan.wanted else f"> {count(plan.most_sentences)}")
    if key == "sentences":
        return Cell(value, mark=RECOMMENDED if one.judges == plan.recommended else "")
    if key in ("sentences_low", "sentences_high") and value is None:
        return Cell(None, shown=NEVER)
    return value


def _interval(plan: DesignPlan, chosen: CampaignDesign, style: Style) -> str:
    level = f"{percent(plan.level or 0, style=style)} interval"
    low, high = chosen.sentences_low, chosen.sentences_high
    if low is None:
        return f"But the {level} says that no number of sentences is enough."
    if high is None:
        return (
            f"The judgments leave {count(low)} sentences or any number above possible, or that none is "
            f"enough ({level})."
        )
    return f"The judgments leave {count(low)} to {counted(high, 'sentence')} possible ({level})."


def _notes(plan: DesignPlan) -> list[str]:
    parts = plan.parts
    made_from = "From assumptions"
    if plan.rankings:
        made_from = (
            f"From {counted(plan.rankings, 'ranking')} of {counted(plan.sentences, 'sentence')} by "
            f"{counted(plan.judges, 'judge')}"
        )
    notes = [
        f"{made_from}; {plan.seconds:g} seconds for a ranking. Wanted: the same order of {_systems(plan)} "
        f"again with a probability of {percent(plan.wanted, style=TERMINAL)}.",
        f"{RECOMMENDED}  the fewest judges whose hours are at most a tenth above the least."
        if plan.recommended
        else "",
        "Where no number of sentences is enough, the probability is that of the most that are allowed.",
        f"Standard deviations of Expected Wins: {parts.systems:.3f} between systems, "
        f"{parts.sentences:.2f} between sentences, {parts.rankings:.2f} between rankings of a sentence, "
        f"{parts.judges:.3f} between judges.",
        *plan.notes,
        f"Systems less than {plan.margin:g} apart in Expected Wins may change places." if plan.margin else "",
    ]
    return [note for note in notes if note]


def _systems(plan: DesignPlan) -> str:
    if len(plan.systems) > 4 or not plan.rankings:
        return counted(len(plan.systems), "system")
    return listed(plan.systems)


def _hours(hours: float) -> str:
    return "less than an hour" if hours < 1 else f"about {counted(round(hours), 'hour')}"
