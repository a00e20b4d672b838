"""Options of a report, and in words what they leave out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

from appraise_gec.declared import Told
from appraise_gec.present.numbers import counted, percent
from appraise_gec.words import listed
from rankings.analysis.choices import (
    REPLICATES,
    REPLICATES_OF_SIMULATIONS,
    SEED,
    UNITS,
    BootstrapUnit,
    SpeaksFor,
    judges_spoken_for,
    replicates_of,
)
from rankings.analysis.methods import OFFERED, Method, registration
from rankings.formats.filtering import MOST_SECONDS, UTC_NAME, JudgmentFilter
from rankings.formats.left_out import ACTIVE_TIME, CHECKS, DAYS, DOCUMENTS
from rankings.formats.results import from_json, to_json

if TYPE_CHECKING:
    from rankings.formats.columns import Judgments


REPLICATES_MOST = 20_000
CONFIDENCE_DEFAULT = 0.95
SEED_MOST = 2**53 - 1  # the largest whole number that a browser keeps exactly

# In the order in which a form offers them: the first is the default.
FOR_WHOM: dict[SpeaksFor, str] = {
    "judges-like-these": "Judges like these: adds how much judges differ (recommended)",
    "these-judges": "These judges alone: what they would say of other sentences",
}

PARTS: dict[str, str] = {
    "trueskill": "TrueSkill by simulation, as at WMT14, beside the other methods (up to half a minute)",
    "validation": "Choice of method: how well each method predicts unseen judgments (up to a minute)",
    "metrics": "Metrics and people: how the campaign's metric scores agree with the judges",
    "maege": (
        "Metrics without human rankings (MAEGE): how metrics order partly corrected sentences (some minutes)"
    ),
}

FILTERS = (
    *("documents", "first_day", "last_day", "time_zone", "least_active_seconds"),
    *("least_checks_passed", "without_systems"),
)
"""Options that a recipe names only where they are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """What to compute. Equal options on equal rankings give an equal report.

    Every field says of itself what a form, a call and a command say of it. Filters are those of
    `JudgmentFilter`; `without_systems` count as if no ranking had ever named them.
    """

    method: Annotated[
        Method,
        Told(
            label="Method of the leading ranking",
            help="The others stand beside it, whichever you choose.",
            choices={name: registration(name).title for name in OFFERED},
        ),
    ] = "expected-wins"
    unit: Annotated[
        BootstrapUnit,
        Told(
            label="What is resampled",
            help="Decides how wide intervals and rank ranges are. Scores are the same for all.",
            choices=UNITS,
        ),
    ] = "usual"
    speaks_for: Annotated[
        SpeaksFor,
        Told(
            label="For whom intervals and rank ranges speak",
            help="A choice where sentences or documents are resampled and five judges ranked. "
            "Rankings and pairs speak for these judges alone, "
            "judges for judges like these.",
            choices=FOR_WHOM,
        ),
    ] = "judges-like-these"
    replicates: Annotated[
        int,
        Told(
            "--bootstrap",
            "N",
            label="Replicates",
            help=f"How many to draw. TrueSkill by simulation takes at most {REPLICATES_OF_SIMULATIONS:,}.",
            least=1,
            most=REPLICATES_MOST,
        ),
    ] = REPLICATES
    confidence: Annotated[
        float,
        Told(
            label="Confidence",
            help="Of intervals, rank ranges and clusters.",
            least=0.5,
            most=0.999,
            percent=True,
        ),
    ] = CONFIDENCE_DEFAULT
    seed: Annotated[
        int,
        Told(
            label="Seed",
            help="The same seed on the same rankings gives the same report.",
            least=0,
            most=SEED_MOST,
        ),
    ] = SEED
    parts: Annotated[tuple[str, ...], Told("--part", label="Parts that take longer", choices=PARTS)] = ()
    excluded_judges: Annotated[tuple[str, ...], Told(label="Judges to leave out", filters=True)] = ()
    without_systems: Annotated[
        tuple[str, ...],
        Told(
            label="Systems to leave out",
            help="The others are ranked as if nobody had compared them with these.",
            filters=True,
        ),
    ] = ()
    documents: Annotated[
        tuple[str, ...],
        Told(
            label="Documents",
            help="Only sentences of these documents count. None chosen means all.",
            filters=True,
        ),
    ] = ()
    first_day: Annotated[date | None, Told(label="Submitted from", filters=True)] = None
    last_day: Annotated[date | None, Told(label="Submitted until", filters=True)] = None
    time_zone: Annotated[str, Told(help="Of the days; the site's where it is left out.", filters=True)] = (
        UTC_NAME
    )
    least_active_seconds: Annotated[
        float | None,
        Told(
            label="Least active time (s)",
            help="Faster rankings are left out. Where the active time is not known, the time with pauses "
            "counts; rankings without any time stay.",
            least=0.1,
            most=MOST_SECONDS,
            filters=True,
        ),
    ] = None
    least_checks_passed: Annotated[
        float | None,
        Told(
            label="Minimum pass rate of check items",
            help="Judges who passed less are left out with all of their rankings; judges without checks "
            "stay.",
            least=0.001,
            most=1,
            filters=True,
            percent=True,
        ),
    ] = None
    without_top_ups: Annotated[
        bool,
        Told(
            label="Leave out top-ups",
            help="Items that were added once the plan was complete.",
            filters=True,
        ),
    ] = False
    with_discarded: Annotated[
        bool,
        Told(
            label="Include discarded rankings",
            help="To see what they would change. The report says so.",
            filters=True,
        ),
    ] = False

    def __post_init__(self) -> None:
        for name, told in DECLARED.items():
            value = getattr(self, name)
            for one in value if isinstance(value, tuple) else (value,):
                if told.choices and one not in told.choices:
                    raise ValueError(f"{told.label}: {one!r} is not one of {', '.join(told.choices)}.")
            kind = int if isinstance(DEFAULTS[name], int) else float
            if told.least is not None and value is not None and (expected := told.refusal(value, kind)):
                raise ValueError(f"{told.label} has to be {expected}; it is {value!r}.")
        if self.speaks_for != DEFAULTS["speaks_for"]:  # which nobody need have chosen
            judges_spoken_for(self.speaks_for, self.unit)
        wanted = self.filter
        object.__setattr__(self, "documents", wanted.documents)
        object.__setattr__(self, "time_zone", wanted.time_zone)
        object.__setattr__(self, "excluded_judges", tuple(sorted(set(self.excluded_judges))))
        object.__setattr__(self, "without_systems", tuple(sorted(set(self.without_systems))))
        object.__setattr__(self, "parts", tuple(part for part in PARTS if part in self.parts))

    def used(self, judgments: "Judgments") -> "Judgments":
        """Those of judges who count, about systems that count."""
        excluded = set(self.excluded_judges) & set(judgments.judges)
        return self.about_systems(judgments.without_judges(excluded))

    def about_systems(self, judgments: "Judgments") -> "Judgments":
        """The judgments as if they had never named the systems that are left out."""
        return judgments.without_systems(self.without_systems) if self.without_systems else judgments

    def replicates_of(self, method: Method) -> int:
        """How many replicates a method gets: one that simulates every one of them gets fewer."""
        return replicates_of(method, self.replicates)

    @property
    def filter(self) -> JudgmentFilter:
        """Which rankings count, whoever judged."""
        return JudgmentFilter(
            self.documents, self.first_day, self.last_day, self.time_zone, self.least_active_seconds
        )

    @property
    def has_filters(self) -> bool:
        """Whether any of `FILTERS` leaves rankings out."""
        return bool(self.filter) or self.least_checks_passed is not None

    def as_json(self) -> dict[str, Any]:
        """The options that are asked for, as JSON values: filters are left out where there are none."""
        asked = {
            **self.filter.settings,
            "least_checks_passed": self.least_checks_passed,
            "without_systems": self.without_systems,
        }
        left_out = {name for name in FILTERS if not asked.get(name)}
        return {name: value for name, value in to_json(self).items() if name not in left_out}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ReportOptions":
        """Read back what `as_json` wrote. Raises ValueError for anything else."""
        return from_json(cls, stored)


DECLARED: dict[str, Told] = {
    name: kind.__metadata__[0] for name, kind in get_type_hints(ReportOptions, include_extras=True).items()
}
"""What is said of every option, by name."""
DEFAULTS: dict[str, Any] = {one.name: one.default for one in fields(ReportOptions)}


NAMED = 5
Recipe = Mapping[str, Any]
SENTENCES = {
    DOCUMENTS: "Only sentences of chosen documents count: {}.",
    DAYS: "Only rankings of chosen days count: {}.",
    ACTIVE_TIME: "Fast rankings do not count: {}.",
    CHECKS: "Judges who failed check items do not count: {}.",
}
UNKNOWN = {
    DAYS: "Left out because their day is not known: {:,}.",
    ACTIVE_TIME: "Counted although their time is not known: {:,}.",
    CHECKS: "Judges without check items count: {:,}.",
}


def filter_sentences(recipe: Recipe, *, named: bool = True) -> list[str]:
    """A line for each filter of a report: what counts, and how much that left out.

    Args:
        recipe: of the report, or its options.
        named: whether strangers may read names of documents and judges.
    """
    systems = _names(recipe.get("without_systems", ()), "system", named=named)
    without = [f"Left out as if nobody had compared them: {systems}."] if systems else []
    return [*without, *_by_stage(recipe, named=named).values()]


def left_out_sentences(recipe: Recipe) -> list[str]:
    """The same, of the filters that leave out anything."""
    return [said for stage, said in _by_stage(recipe).items() if recipe["left_out"][stage]["rankings"]]


def filters_in_short(options: Recipe) -> str:
    """The filters of a report, for a list of reports; empty where it has none."""
    systems = _names(options.get("without_systems", ()), "system")
    return "; ".join([*([f"without {systems}"] if systems else []), *_asked(options).values()])


def _by_stage(recipe: Recipe, *, named: bool = True) -> dict[str, str]:
    left_out = recipe.get("left_out", {})
    return {
        stage: " ".join([SENTENCES[stage].format(asked), *_numbers(stage, left_out.get(stage))])
        for stage, asked in _asked(recipe, named=named).items()
    }


def _asked(options: Recipe, *, named: bool = True) -> dict[str, str]:
    """What each filter asks for, in the order in which they are asked."""
    asked = {
        DOCUMENTS: _names(options.get("documents", ()), "document", named=named),
        DAYS: _days(options.get("first_day"), options.get("last_day"), options.get("time_zone", "UTC")),
    }
    if seconds := options.get("least_active_seconds"):
        asked[ACTIVE_TIME] = f"less than {seconds:,g} s of active time"
    if share := options.get("least_checks_passed"):
        asked[CHECKS] = f"less than {percent(share)} of check items passed"
    return {stage: said for stage, said in asked.items() if said}


def _names(names: Sequence[str], noun: str, *, named: bool = True) -> str:
    if not named or len(names) > NAMED:
        return counted(len(names), noun) if names else ""
    return listed(names)


def _days(first: str | None, last: str | None, zone: str) -> str:
    if first and last:
        return f"from {first} to {last} ({zone})"
    return f"from {first} on ({zone})" if first else f"until {last} ({zone})" if last else ""


def _numbers(stage: str, entry: Mapping[str, Any] | None) -> list[str]:
    """How much a filter left out, and what it could not tell."""
    if entry is None:
        return []
    number, unknown = entry["rankings"], entry.get("unknown", 0)
    said = [f"That leaves out {counted(number, 'ranking') if number else 'no ranking'}."]
    return [*said, UNKNOWN[stage].format(unknown)] if unknown else said
