"""The interface of all metrics: outputs, source and references in, scores out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar, Generic, TypeVar

from metrics import __version__
from metrics.references.edits import Gold, gold_references
from metrics.references.plain import THE_SOURCE, gold_source_problem
from rankings.formats.records import FormatError, Problem

Prepared = TypeVar("Prepared")
Value = TypeVar("Value")
Number = int | float


class SettingError(ValueError):
    """A setting of a metric that has no meaning. The message names setting, value and what is allowed."""


class UnavailableError(RuntimeError):
    """A metric whose program or server is missing here. The message says how to get it."""


@dataclass(frozen=True, slots=True)
class Material:
    """Source, gold and references. Tokens are separated by white space and never split again.

    Attributes:
        sources: one source sentence a line.
        gold: edits of annotators; its source side has the same tokens as `sources`.
        references: for each sentence its reference texts. Where only `gold` is given, metrics that need
            texts take every annotation of a sentence, applied in full (`reference_texts`).
        source_name: the name of the source in error messages.

    Raises FormatError (file and line) when counts or tokens do not agree.
    """

    sources: tuple[str, ...]
    gold: Gold | None = None
    references: tuple[tuple[str, ...], ...] = ()
    source_name: str = THE_SOURCE

    def __post_init__(self) -> None:
        if self.gold and (problem := gold_source_problem(self.gold, self.sources, self.source_name)):
            raise FormatError(problem)
        if self.references and len(self.references) != len(self.sources):
            raise FormatError(
                Problem(
                    "references",
                    (
                        f"There are references for {len(self.references):,} sentences, but "
                        f"{self.source_name} has {len(self.sources):,}."
                    ),
                )
            )
        for number, texts in enumerate(self.references, start=1):
            if not texts:
                raise FormatError(Problem("references", f"Sentence {number} has no reference.", number))

    @property
    def reference_texts(self) -> tuple[tuple[str, ...], ...]:
        """For each sentence its reference texts; empty without references and gold."""
        if self.references or self.gold is None:
            return self.references
        return gold_references(self.gold)

    def part(self, sentences: Sequence[int]) -> "Material":
        """The material of the sentences with these indices, in this order."""
        return Material(
            tuple(self.sources[index] for index in sentences),
            self.gold.part(sentences) if self.gold else None,
            tuple(self.references[index] for index in sentences) if self.references else (),
            self.source_name,
        )


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """The score of one sentence with the numbers it is made of, by name. Scores are fractions."""

    score: float
    parts: Mapping[str, Number] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TypeScore:
    """Matches of one error type's edits, where a metric has them."""

    type: str
    matched: int
    gold: int

    @property
    def recall(self) -> float:
        """Matched share of the gold edits; 0 where there are none (as the CoNLL-2014 tables print it)."""
        return self.matched / self.gold if self.gold else 0.0


@dataclass(frozen=True, slots=True)
class CorpusScore:
    """The score of one system's output.

    Attributes:
        score: the corpus score, a fraction.
        parts: the numbers it is made of, by name, in the order to show them.
        sentences: one score per sentence; they need not average to the corpus score.
        types: recall per error type, where the metric knows types.
    """

    score: float
    parts: Mapping[str, Number]
    sentences: tuple[SentenceScore, ...]
    types: tuple[TypeScore, ...] = ()


@dataclass(frozen=True, slots=True)
class Signature:
    """What is needed to compute a score again: metric, implementation, version, settings."""

    metric: str
    implementation: str
    settings: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = (f"{name}:{value}" for name, value in self.settings)
        return "|".join([self.metric, *settings, f"by:{self.implementation}"])


def setting(default: Value, help: str, choices: Sequence[str] = ()) -> Value:
    """A field of a metric, with its description for forms and listings.

    Args:
        default: the value when nothing is given.
        help: what it does, in one short sentence.
        choices: the allowed values; empty where the type of the default is enough.
    """
    return field(default=default, metadata={"help": help, "choices": tuple(choices)})


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """A setting of a metric: name, default, what it does, and its choices, if there are few."""

    name: str
    default: Any
    help: str
    choices: tuple[str, ...]


class Scorer(ABC, Generic[Prepared]):
    """A metric with its settings.

    A metric is a frozen dataclass that inherits from this class. Its fields are its settings, made with
    `setting`; their values are checked in `__post_init__`, which raises SettingError (see `require`). It sets
    the three class attributes and implements `_prepare`, called once per material, and `_score`, called once
    per system.

    Attributes:
        metric: the name on the command line.
        title: the name for people.
        needs: which of "gold" and "references" the metric compares with. "references" can be made from
            gold; a metric that needs nothing judges the output alone.
        uses_source: whether the score depends on the source. Where it does not, validation scores equal
            texts once, whatever their sources.
        chooses_by_corpus: whether a sentence's annotator is chosen by the corpus score so far. Validation,
            where a sentence stands alone, then tries each annotator by itself.
        own_part: the part that is the score itself; empty where it has the metric's name.
        settings_in_heading: settings that `heading` names.
        is_f_of_parts: whether the score of the corpus, at any beta, is F of its parts precision and recall.
        edit_counts: names of the parts of a sentence that count correct, proposed and gold edits, where an
            output is compared with a chosen annotator.
    """

    metric: ClassVar[str]
    title: ClassVar[str]
    needs: ClassVar[frozenset[str]] = frozenset()
    uses_source: ClassVar[bool] = True
    chooses_by_corpus: ClassVar[bool] = False
    own_part: ClassVar[str] = ""
    settings_in_heading: ClassVar[frozenset[str]] = frozenset()
    is_f_of_parts: ClassVar[bool] = False
    edit_counts: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def score(self, hypotheses: Sequence[str], material: Material) -> CorpusScore:
        """Score one system: `hypotheses[i]` is its output for `material.sources[i]`.

        Raises FormatError when the counts differ or the material lacks what the metric needs.
        """
        return self.score_systems({"hypotheses": hypotheses}, material)["hypotheses"]

    def score_systems(
        self,
        outputs: Mapping[str, Sequence[str]],
        material: Material,
        progress: Callable[[str], None] | None = None,
    ) -> dict[str, CorpusScore]:
        """Score several systems against the same material, which is prepared once.

        Args:
            outputs: system name to one output per source sentence.
            material: what to compare with.
            progress: called with each system's name when it is done; may raise to stop.

        Raises FormatError when counts differ or the material lacks what the metric needs.
        """
        self._check(outputs, material)
        score = self.one_by_one(material)
        scores = {}
        for system, hypotheses in outputs.items():
            scores[system] = score(system, hypotheses)
            if progress:
                progress(system)
        return scores

    def one_by_one(self, material: Material) -> Callable[[str, Sequence[str]], CorpusScore]:
        """Prepare the material, and give a function that scores a system, by name and lines, at each call.

        The result of a call does not depend on other calls, so that several processes can share the systems.
        Raises FormatError when the material lacks what the metric needs; a call, when the count differs.
        """
        self._check({}, material)
        prepared = self._prepare(material)

        def score(system: str, hypotheses: Sequence[str]) -> CorpusScore:
            self._check({system: hypotheses}, material)
            return self._score(hypotheses, prepared)

        return score

    def one_by_one_explained(
        self, material: Material
    ) -> Callable[[str, Sequence[str]], tuple[CorpusScore, Mapping[int, Sequence[Any]]]]:
        """As `one_by_one`, and by sentence how the output compares with each annotator; here nothing."""
        score = self.one_by_one(material)
        return lambda system, hypotheses: (score(system, hypotheses), {})

    def heading(self) -> str:
        """The heading of the score's column, where the metric is known."""
        return "score"

    def short_title(self) -> str:
        """The metric's name above a narrow column."""
        return self.title

    @classmethod
    def repeated_part(cls) -> str:
        """The part that is the score under the metric's own name."""
        return cls.own_part or cls.metric.replace("-", "_")

    def settings(self) -> dict[str, Any]:
        """The settings by name."""
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(self)}

    @classmethod
    def setting_infos(cls) -> tuple[SettingInfo, ...]:
        """The settings with their descriptions."""
        return tuple(
            SettingInfo(
                attribute.name,
                attribute.default,
                attribute.metadata.get("help", ""),
                tuple(attribute.metadata.get("choices", ())),
            )
            for attribute in fields(cls)
        )

    def signature(self) -> Signature:
        """Version and settings, to be kept with every score."""
        settings = tuple((name, _shown(value)) for name, value in self.settings().items())
        return Signature(self.metric, self.implementation(), settings)

    def implementation(self) -> str:
        """Program and version that compute the score; overridden for external programs."""
        return f"appraise-gec {__version__}"

    def ensure_available(self) -> None:
        """Check cheaply that the metric's program is available. Raises UnavailableError with a remedy."""
        self.implementation()

    @abstractmethod
    def _prepare(self, material: Material) -> Prepared:
        """Prepare everything that is the same for all systems."""

    @abstractmethod
    def _score(self, hypotheses: Sequence[str], prepared: Prepared) -> CorpusScore:
        """The score of one system; the number of hypotheses is right."""

    def _check(self, outputs: Mapping[str, Sequence[str]], material: Material) -> None:
        if "gold" in self.needs and material.gold is None:
            raise FormatError(Problem(self.metric, f"{self.title} needs gold edits (an M2 file)."))
        if "references" in self.needs and material.gold is None and not material.references:
            raise FormatError(Problem(self.metric, f"{self.title} needs references, or gold edits."))
        problems = [
            Problem(
                system,
                (
                    f"{len(hypotheses):,} lines, but {material.source_name} has "
                    f"{len(material.sources):,}. Expected one output line for every source line."
                ),
            )
            for system, hypotheses in outputs.items()
            if len(hypotheses) != len(material.sources)
        ]
        if problems:
            raise FormatError(problems)


class SweptScorer(Scorer[Prepared]):
    """A metric whose precision and recall depend on beta, but whose edits are matched only once for all.

    Attributes:
        symbol: the metric's name in formulas.
        beta: weight of recall against precision.
    """

    symbol: ClassVar[str]
    beta: float

    @abstractmethod
    def sweep(
        self,
        outputs: Mapping[str, Sequence[str]],
        material: Material,
        betas: Iterable[float],
        progress: Callable[[str], None] | None = None,
    ) -> dict[str, tuple[float, ...]]:
        """The corpus score of every system for each of many betas."""


def require(condition: bool, setting: str, value: object, expected: str) -> None:
    """Raise SettingError unless `condition` holds: `require(beta >= 0, "beta", beta, "0 or more")`."""
    if not condition:
        raise SettingError(not_as_expected(setting, value, expected))


def not_as_expected(setting: str, value: object, expected: str) -> str:
    """Why a setting cannot have a value."""
    return f"{setting} = {value!r}: expected {expected}"


def one_of(names: Sequence[str]) -> str:
    """What is expected of a setting that has a few choices."""
    return f"one of {', '.join(names)}"


def how_to_add(extra: str) -> str:
    """How the packages of an extra are added, as docs/metrics-ngrams.md has it, within a sentence."""
    return (
        f"run python -m pip install --require-hashes -r requirements/{extra}.lock in a "
        f'checkout, with the python of its .venv, or pip install "appraise-gec[{extra}]" '
        "elsewhere"
    )


def package_version(package: str) -> str:
    """Name and version of an installed package, for signatures. Raises UnavailableError without it."""
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        raise UnavailableError(f"The Python package {package} is not installed.") from None


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean; 0 of nothing."""
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return (
        f"{value:g}" if isinstance(value, float) else value if isinstance(value, str) else json.dumps(value)
    )
