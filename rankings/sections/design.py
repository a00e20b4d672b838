"""Designs of a next campaign: how many judges and sentences give the same order again, and what they cost."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.figure import INK, LINES, MUTED, Figure
from appraise_gec.present.numbers import count, counted, listed, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.designing import CampaignDesign, DesignPlan

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "design", "Design of a next campaign"
# As many lines as there are different ones.
CURVES = len(LINES)
# Between powers of ten, on an axis of less than two of them and on a longer one.
STEPS, STEPS_OF_LONG_AXES = (1, 2, 5), (1, 3)
MOST_DIGITS = 8
HARDLY = 0.01
RECOMMENDED, NEVER = "\u2713", "never"


def describe(plan: DesignPlan) -> Section:
    """The section: what to do in a line, with figure and table folded."""
    first, *more = advice(plan)
    told: list[Block] = [design_curves(plan), Shown(design_table(plan))]
    rest = [Prose(" ".join(more))] if more else []
    rest += [Prose(said)] if (said := again(plan)) else []
    return Section(KEY, TITLE, [Prose(first, "lead"), *rest, Folded("All designs", told)])


def advice(plan: DesignPlan) -> list[str]:
    """What to do, in a few sentences, the first of which says it all."""
    wanted, chosen = percent(plan.wanted), plan.chosen
    told = []
    if chosen is not None and chosen.sentences is not None and chosen.hours is not None:
        each = chosen.judges_per_sentence
        by = f" by {each} judges each" if each > 1 else ""
        told.append(
            f"{counted(chosen.judges, 'judge')} and {counted(chosen.sentences, 'sentence')}{by}, "
            f"{_hours(chosen.hours)} of judging, would give the same order of {_systems(plan)} again with a "
            f"probability of {wanted}, with other sentences and other judges."
        )
        if plan.level is not None:
            told.append(_interval(plan, chosen))
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
            f"{percent(last.limit)} at most."
        )
    if chosen is None and plan.closest is not None:
        first, second, gap = plan.closest
        told.append(
            f"{first} and {second} seem to be {gap:.3f} apart in Expected Wins. With a margin, systems "
            "that are closer together than it may change places."
        )
    return told


def again(plan: DesignPlan) -> str:
    """Whether the same order would come out again; "" where that is not known."""
    if not plan.again:
        return ""
    said = (
        f"Another campaign of this size, with other sentences and other judges, would give the same order of "
        f"{_systems(plan)} with a probability of"
    )
    if max(plan.again) < HARDLY:
        return f"{said} less than {percent(HARDLY)}, even with twice the sentences or twice the judges."
    now, sentences, judges = (
        percent(value, 0) if value >= HARDLY else f"less than {percent(HARDLY)}" for value in plan.again
    )
    return f"{said} {now}; with twice the sentences {sentences}, with twice the judges {judges}."


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


def design_curves(plan: DesignPlan) -> Figure:
    """A line for each number of judges, and a ring at the recommended design.

    With more numbers of judges than `CURVES`: the ends, the recommended one and some between.
    """
    shown = _shown(plan)
    smallest = min(one.points[0].rankings for one in shown)
    # An axis needs two ends, even for a single point.
    largest = max(2 * smallest, *(one.points[-1].rankings for one in shown))
    steps = STEPS if largest < 100 * smallest else STEPS_OF_LONG_AXES
    round_numbers = (step * 10**power for power in range(MOST_DIGITS) for step in steps)
    ticks = [number for number in round_numbers if smallest <= number <= largest]
    chosen = plan.chosen

    def draw(axes: "Axes") -> None:
        for one, (colour, dash) in zip(shown, LINES, strict=False):
            points = [(point.rankings, point.probability_same_order) for point in one.points]
            marker = "o" if len(points) == 1 else ""
            label = counted(one.judges, "judge")
            axes.plot(*zip(*points, strict=True), marker=marker, color=colour, linestyle=dash, label=label)
        axes.axhline(plan.wanted, color=MUTED, linewidth=0.8, linestyle="--")
        if chosen is not None and chosen.rankings is not None:
            place = [chosen.rankings], [chosen.probability_same_order]
            axes.plot(*place, "o", color=INK, markersize=9, markerfacecolor="none")
        axes.set_xscale("log")
        axes.minorticks_off()
        axes.set_xlim(smallest, largest)
        axes.set_xticks(ticks, labels=[count(tick) for tick in ticks])
        axes.set_xlabel("Rankings")
        axes.tick_params(axis="x", pad=9)
        axes.set_ylim(0, 1)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], labels=["0 %", "25 %", "50 %", "75 %", "100 %"])
        axes.grid(axis="y")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3)

    in_words = "; ".join(_in_words(one) for one in shown)
    some = "" if len(shown) == len(plan.designs) else ", for some numbers of judges"
    ring = "; ring: the recommended design" if chosen is not None else ""
    return Figure(
        "design",
        "Curves: probability of the same order again, by number of rankings, for each number of judges. "
        f"{in_words}.",
        draw,
        f"Probability that another such campaign gives the same order, by number of rankings{some}. "
        f"Dashed across: the wanted probability{ring}.",
        height=3.6,
    )


def _in_words(one: CampaignDesign) -> str:
    last = one.points[-1]
    return (
        f"{counted(one.judges, 'judge')}: "
        f"{percent(last.probability_same_order)} with "
        f"{counted(last.rankings, 'ranking')}"
    )


def _shown(plan: DesignPlan) -> Sequence[CampaignDesign]:
    """At most `CURVES` designs, by rising number of judges."""
    designs = plan.designs
    if len(designs) <= CURVES:
        return designs
    last = len(designs) - 1
    places = {round(step * last / (CURVES - 2)) for step in range(CURVES - 1)}
    places |= {place for place, one in enumerate(designs) if one.judges == plan.recommended}
    return [designs[place] for place in sorted(places)]


def _cell(plan: DesignPlan, one: CampaignDesign, key: str) -> object:
    value = getattr(one, key)
    if key == "sentences" and value is None:
        return Cell(None, shown=NEVER if one.limit < plan.wanted else f"> {count(plan.most_sentences)}")
    if key == "sentences":
        return Cell(value, mark=RECOMMENDED if one.judges == plan.recommended else "")
    if key in ("sentences_low", "sentences_high") and value is None:
        return Cell(None, shown=NEVER)
    return value


def _interval(plan: DesignPlan, chosen: CampaignDesign) -> str:
    level = f"{percent(plan.level or 0)} interval"
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
        f"again with a probability of {percent(plan.wanted)}.",
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
