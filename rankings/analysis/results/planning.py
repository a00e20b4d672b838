"""How many rankings separate the best systems from the rest."""

from dataclasses import dataclass
from typing import Any

from rankings.analysis.choices import BootstrapUnit, Method, SpeaksFor, for_whom
from rankings.analysis.few_units import FEW_JUDGES, JUDGES_COVERAGE
from rankings.analysis.judging_model import JudgingModel
from rankings.formats.json_form import result

FEW_UNITS = 30
# "No number of rankings" means: not even that many times the present ones.
LARGEST_SIZE = 256
PAIRS_WARNING = (
    "Pairs of one ranking depend on each other, so this plan is too hopeful, and nobody can ask for pairs "
    "alone; --unit sentences respects that."
)


def cautions(unit: BootstrapUnit, units: int) -> tuple[str, ...]:
    """Cautions for a plan that is simulated from these units."""
    notes = [PAIRS_WARNING] if unit == "pairs" else []
    if units < FEW_UNITS:
        notes.append(f"With only {units} {unit} to simulate from, this is a rough guess.")
    if unit == "judges" and units < FEW_JUDGES:
        notes.append(f"{JUDGES_COVERAGE}, so this plan is too hopeful.")
    return tuple(notes)


def _plan_of_version_0(document: dict[str, Any]) -> dict[str, Any]:
    """Before version 1 a report had no notes, and stored only unit and reason where no plan was possible."""
    if document["points"]:
        return {"notes": list(cautions(document["unit"], document["units"])), **document}
    # These are not shown where there is no plan.
    unknown = {"top": [], "target": 0.8, "needed": None, "method": "expected-wins", "confidence": 0.95}
    return {**unknown, "simulations": 0, "seed": 0, "title": "", "rankings": 0, "units": 0, **document}


@dataclass(frozen=True, slots=True)
class PlanPoint:
    """The expected outcome of an evaluation of one size.

    Attributes:
        size: in multiples of the present evaluation.
        rankings: number of rankings.
        separated: share of simulated evaluations in which a cluster ends right below the top systems.
        clusters: mean number of clusters.
        standard_error: mean standard error of a system's score.
    """

    size: float
    rankings: int
    separated: float
    clusters: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class NeededInterval:
    """Between which numbers of rankings the needed one lies, as far as the present judgments can tell.

    Attributes:
        low, high: its ends; None where no number suffices.
        level: how often such an interval holds the needed number, 0.8 for example.
        never: how probable it is that no number suffices: not even 256 times the present one, because judges
            differ too much, or the best systems of these judgments are hardly or not at all the best.
    """

    low: int | None
    high: int | None
    level: float
    never: float


@result("plan", version=1, upgrades={0: _plan_of_version_0})
@dataclass(frozen=True, slots=True)
class Plan:
    """The curve, and where it reaches the target.

    Attributes:
        points: by rising size.
        top: the systems that are to be separated from the rest, best first.
        target: share of evaluations that are to separate them.
        needed: rankings needed for that, interpolated between points; those of the first point where all
            points reach the target, so that fewer may do; None if beyond the last point.
        unit, method, confidence, simulations, seed: as asked for.
        title: of the method.
        rankings, units: how many there are now.
        notes: cautions for the reader, one sentence each.
        reason: why there is no plan, and so no point; empty where there is one.
        speaks_for: for whom the rank ranges of the simulated evaluations speak, all by the present judges.
        judges: how many judges there are.
        interval: for `needed`; None where there is no plan, or an earlier version made it.
    """

    points: tuple[PlanPoint, ...]
    top: tuple[str, ...]
    target: float
    needed: int | None
    unit: BootstrapUnit
    method: Method
    confidence: float
    simulations: int
    seed: int
    title: str
    rankings: int
    units: int
    notes: tuple[str, ...] = ()
    reason: str = ""
    speaks_for: SpeaksFor = "these-judges"
    judges: int = 0
    interval: NeededInterval | None = None

    @property
    def for_whom(self) -> str:
        """`for judges like these 8`; "" for results of earlier versions."""
        return for_whom(self.speaks_for, self.judges)

    @property
    def held_up_by_judges(self) -> bool:
        """Whether it is the number of judges that keeps the largest evaluation from being more exact.

        The square of the standard error is one part that falls with the size and one that does not; with
        judges like these, the second is what judges disagree about.
        """
        if self.speaks_for != "judges-like-these" or len(self.points) < 2:
            return False
        first, last = self.points[0], self.points[-1]
        squares = [point.size * point.standard_error**2 for point in (first, last)]
        lasting = (squares[1] - squares[0]) / (last.size - first.size)
        return lasting > last.standard_error**2 / 2


@result("plan-before-judging", version=1)
@dataclass(frozen=True, slots=True)
class OverlapPlan:
    """The curve, and where it reaches the target.

    Attributes:
        points: by rising size, in multiples of the planned items with their judges.
        top: how many of the best systems are to be separated from the rest.
        target: share of evaluations that are to separate them.
        needed: rankings needed for that, interpolated between points; those of the first point where all
            points reach the target, so that fewer may do; None if beyond the last point.
        systems, items, sentences: how many there are; items with one output included.
        judges_per_item, model, confidence, simulations, seed: as asked for.
    """

    points: tuple[PlanPoint, ...]
    top: int
    target: float
    needed: int | None
    systems: int
    items: int
    sentences: int
    judges_per_item: int
    model: JudgingModel
    confidence: float
    simulations: int
    seed: int
