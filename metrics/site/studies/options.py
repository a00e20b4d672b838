"""Options of a study of metrics and people."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from appraise_gec.report.options import UNITS, check_resampling
from metrics.validation.results import PAIR_KINDS, PairKind
from rankings.analysis.choices import REPLICATES, SEED, BootstrapUnit, Method, replicates_of
from rankings.analysis.methods import check_offered

if TYPE_CHECKING:
    from metrics.validation.study import StudySettings

REPLICATES_MOST = 20_000
MOST_METRICS = 16
MOST_CAMPAIGNS = 10


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """What to compute. Equal options on equal inputs give an equal study.

    Attributes:
        metrics: keys of the runs that stand for the metrics; none for the newest of every metric.
        campaigns: addresses of other campaigns whose rankings take part, as sets of their own.
        method: how judgments become scores of systems.
        unit: what the bootstrap over judgments draws.
        replicates: how often, from 1 to `REPLICATES_MOST`.
        confidence: of intervals, from 0.5 to 0.999.
        seed: of all random numbers.
        pairs: of sentences: distinct outputs, or systems.
        beta_sweep: whether the weight of recall is varied; for one campaign.
        judged_only: whether metrics are computed anew on the judged sentences only.
        without: systems of the campaign that are left out, such as those that are a reference.
    """

    metrics: tuple[str, ...] = ()
    campaigns: tuple[str, ...] = ()
    method: Method = "expected-wins"
    unit: BootstrapUnit = "sentences"
    replicates: int = REPLICATES
    confidence: float = 0.95
    seed: int = SEED
    pairs: PairKind = "outputs"
    beta_sweep: bool = True
    judged_only: bool = False
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_offered(self.method)
        if self.unit not in UNITS:
            raise ValueError(f"The unit {self.unit!r} is not one of {', '.join(UNITS)}.")
        if self.pairs not in PAIR_KINDS:
            raise ValueError(f"The pairs {self.pairs!r} are not one of {', '.join(PAIR_KINDS)}.")
        check_resampling(self.replicates, REPLICATES_MOST, self.confidence, self.seed)
        if len(self.metrics) > MOST_METRICS:
            raise ValueError(f"At most {MOST_METRICS} metrics are compared at once.")
        if len(self.campaigns) > MOST_CAMPAIGNS:
            raise ValueError(f"At most {MOST_CAMPAIGNS} other campaigns are combined.")

    @property
    def settings(self) -> "StudySettings":
        """The part that the computation itself takes; several sets have no beta in common to sweep over."""
        from metrics.validation.study import StudySettings  # noqa: PLC0415 - loads compiled code

        return StudySettings(
            method=self.method,
            replicates=replicates_of(self.method, self.replicates),
            unit=self.unit,
            confidence=self.confidence,
            beta_sweep=self.beta_sweep and not self.campaigns,
            pairs=self.pairs,
            judged_only=self.judged_only,
        )

    def as_json(self) -> dict[str, Any]:
        options = asdict(self) | {"metrics": list(self.metrics), "campaigns": list(self.campaigns)}
        del options["without"]
        # Studies from before there was a choice are those without it.
        return options | ({"without": list(self.without)} if self.without else {})

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "StudyOptions":
        """Read back what `as_json` wrote. Raises ValueError for anything else."""
        lists = {name: tuple(stored[name]) for name in ("metrics", "campaigns", "without") if name in stored}
        return cls(**{**stored, **lists})
