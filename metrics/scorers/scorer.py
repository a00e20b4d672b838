"""The interface of all metrics: outputs, source and references in, scores out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, ClassVar, Generic, TypeVar

from appraise_gec import __version__
from metrics.references.edits import Gold, gold_references
from metrics.references.plain import THE_SOURCE, gold_source_problem
from metrics.scorers.results import Matches, Number, Score, SentenceScore
from rankings.formats.records import FormatError, Problem

Prepared = TypeVar("Prepared")
Sentence = TypeVar("Sentence")
Row = TypeVar("Row")


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


class Scorer(ABC, Generic[Prepared]):
    """A metric with its settings.

    A metric is a frozen dataclass that inherits from this class and is registered by
    `metrics.scorers.registry.metric`, which gives it `metric`, the name on the command line, `title`, the
    name for people, and `summary`. Its fields are its settings; their types, with bounds and descriptions in
    `msgspec.Meta`, say what is allowed. It implements `_prepare`, called once per material, and `_score`,
    called once per system; where sentences can be scored by themselves, `SentenceScorer` does both.

    Attributes:
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
    summary: ClassVar[str]
    needs: ClassVar[frozenset[str]] = frozenset()
    uses_source: ClassVar[bool] = True
    chooses_by_corpus: ClassVar[bool] = False
    own_part: ClassVar[str] = ""
    settings_in_heading: ClassVar[frozenset[str]] = frozenset()
    is_f_of_parts: ClassVar[bool] = False
    edit_counts: ClassVar[tuple[str, ...]] = ()
    __dataclass_fields__: ClassVar[dict[str, Any]]

    def score(self, hypotheses: Sequence[str], material: Material) -> Score:
        """Score one system: `hypotheses[i]` is its output for `material.sources[i]`.

        Raises FormatError when the counts differ or the material lacks what the metric needs.
        """
        return self.score_systems({"hypotheses": hypotheses}, material)["hypotheses"]

    def score_systems(
        self,
        outputs: Mapping[str, Sequence[str]],
        material: Material,
        progress: Callable[[str], None] | None = None,
    ) -> dict[str, Score]:
        """Score several systems against the same material, which is prepared once.

        Args:
            outputs: system name to one output per source sentence.
            progress: called with each system's name when it is done; may raise to stop.

        Raises FormatError when counts differ or the material lacks what the metric needs.
        """
        self._check(outputs, material)
        prepared = self._prepare(material)
        scores = {}
        for system, hypotheses in outputs.items():
            scores[system] = replace(self._score(hypotheses, prepared), system=system)
            if progress:
                progress(system)
        return scores

    def explained(
        self, material: Material
    ) -> Callable[[str, Sequence[str]], tuple[Score, Mapping[int, Sequence[Matches]]]]:
        """Prepare the material, and give a function that scores a system, by name and lines, at each call.

        It also gives, by sentence, how the output compares with each annotator; here nothing.
        """
        self._check({}, material)
        prepared = self._prepare(material)

        def score(system: str, hypotheses: Sequence[str]) -> tuple[Score, Mapping[int, Sequence[Matches]]]:
            self._check({system: hypotheses}, material)
            return replace(self._score(hypotheses, prepared), system=system), {}

        return score

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

    def signature(self) -> str:
        """Settings, implementation and version: what is needed to compute a score again."""
        settings = (f"{name}:{_shown(value)}" for name, value in self.settings().items())
        return "|".join([self.metric, *settings, f"by:{self.implementation()}"])

    def implementation(self) -> str:
        """Program and version that compute the score; overridden for external programs."""
        return f"appraise-gec {__version__}"

    def ensure_available(self) -> None:
        """Check cheaply that the metric's program is available. Raises UnavailableError with a remedy."""
        self.implementation()

    def refusal(self, *, gold: bool, references: bool) -> str:
        """Why the metric cannot be computed on this machine, or with this material; empty where it can."""
        if lacking := self._lacking(gold=gold, references=references):
            return lacking
        try:
            self.ensure_available()
        except UnavailableError as error:
            return str(error)
        return ""

    @abstractmethod
    def _prepare(self, material: Material) -> Prepared:
        """Prepare everything that is the same for all systems."""

    @abstractmethod
    def _score(self, hypotheses: Sequence[str], prepared: Prepared) -> Score:
        """The score of one system, without its name; the number of hypotheses is right."""

    def _lacking(self, *, gold: bool, references: bool) -> str:
        if "gold" in self.needs and not gold:
            return f"{self.title} needs gold edits (an M2 file)."
        if "references" in self.needs and not gold and not references:
            return f"{self.title} needs references, or gold edits."
        return ""

    def _check(self, outputs: Mapping[str, Sequence[str]], material: Material) -> None:
        there = {"gold": material.gold is not None, "references": bool(material.references)}
        if lacking := self._lacking(**there):
            raise FormatError(Problem(self.metric, lacking))
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


class SentenceScorer(Scorer[tuple[tuple[Sentence, dict[str, Row]], ...]], Generic[Sentence, Row]):
    """A metric whose score of a corpus is made of statistics that each sentence has by itself.

    So the statistics of some sentences, or of resampled ones, give their score: `aggregate`. What was counted
    for an output is kept beside its prepared sentence, since systems share more than half of theirs.
    """

    def statistics(self, hypotheses: Sequence[str], material: Material) -> tuple[Row, ...]:
        """What `aggregate` needs of every sentence."""
        self._check({"hypotheses": hypotheses}, material)
        return self._rows(hypotheses, self._prepare(material))

    @abstractmethod
    def aggregate(self, rows: Sequence[Row]) -> dict[str, Number]:
        """The parts of the score of a corpus, among them the score itself (`repeated_part`)."""

    def _prepare(self, material: Material) -> tuple[tuple[Sentence, dict[str, Row]], ...]:
        return tuple((sentence, {}) for sentence in self._prepare_sentences(material))

    def _score(
        self, hypotheses: Sequence[str], prepared: tuple[tuple[Sentence, dict[str, Row]], ...]
    ) -> Score:
        rows = self._rows(hypotheses, prepared)
        parts = self.aggregate(rows)
        sentences = tuple(map(self._sentence_score, rows))
        return Score("", parts[self.repeated_part()], parts, sentences=sentences)

    def _rows(
        self, hypotheses: Sequence[str], prepared: tuple[tuple[Sentence, dict[str, Row]], ...]
    ) -> tuple[Row, ...]:
        rows = []
        for text, (sentence, known) in zip(hypotheses, prepared, strict=True):
            if text not in known:
                known[text] = self._statistics(text, sentence)
            rows.append(known[text])
        return tuple(rows)

    @abstractmethod
    def _prepare_sentences(self, material: Material) -> Iterable[Sentence]:
        """Prepare of every sentence what is the same for all its outputs."""

    @abstractmethod
    def _statistics(self, text: str, sentence: Sentence) -> Row:
        """The statistics of one output."""

    @abstractmethod
    def _sentence_score(self, row: Row) -> SentenceScore:
        """The score of a sentence by itself."""


def how_to_add(extra: str) -> str:
    """How the packages of an extra are added, as docs/metrics.md has it, within a sentence."""
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
