"""How far annotators agree, from gold files: what `appraise-gec annotators` does."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, get_args

from appraise_gec.cli.documents import Answer, recipe, told_warnings
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path
from appraise_gec.presentation.numbers import count, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose
from metrics.references.agreement import InsertionMarks, identification_agreement
from metrics.references.edits import Gold, annotator_texts
from metrics.references.m2_file import read_m2
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec annotators"
READINGS: tuple[InsertionMarks, ...] = get_args(InsertionMarks)
SCORED = ("precision", "recall", "correct", "proposed", "gold")


@dataclass(frozen=True, slots=True)
class Annotator:
    """One annotator of one file.

    Attributes:
        name: distinct from those of all others.
        file: where the edits come from.
        number: in that file.
        sentences: in how many sentences the file names this annotator.
        gold: the edits, alone (`Gold.only`).
    """

    name: str
    file: str
    number: int
    sentences: int
    gold: Gold


def annotators_files(
    files: Sequence[Path],
    without_types: Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Compare every two annotators of gold files about the same sentences.

    Raises:
        FormatError: wrong inputs, by file and line; fewer than two annotators; other sentences; a type that
            no edit has.
    """
    inputs = InputFiles()
    annotators = _annotators(files, inputs)
    known = {kind for one in annotators for kind in one.gold.types}
    if unknown := [kind for kind in without_types if kind not in known]:
        message = f"No edit has the type {unknown[0]!r}; the types are {', '.join(sorted(known)) or 'none'}."
        raise FormatError(Problem(CALL, message))
    scorer = M2()
    made_from = recipe(
        "annotators", inputs, {"without_types": list(without_types)}, signature=str(scorer.signature())
    )
    result = {
        "annotators": [
            {
                "annotator": one.name,
                "file": one.file,
                "number": one.number,
                "sentences": one.sentences,
                "edits": one.gold.edit_count,
            }
            for one in annotators
        ],
        "identification": [_identification(*pair) for pair in combinations(annotators, 2)],
        "texts": _texts(annotators, scorer, without_types, progress),
        "without_types": list(without_types),
        "warnings": told_warnings(inputs.warnings),
    }
    return Answer(made_from, result, partial(annotators_text, result), tuple(inputs.warnings))


def annotators_text(result: Mapping[str, Any]) -> str:
    """All three tables, with what is needed to read them."""
    people = [("annotator", "file", "sentences", "edits")]
    people += [
        (one["annotator"], one["file"], count(one["sentences"]), count(one["edits"]))
        for one in result["annotators"]
    ]
    kappas = [("annotator", "and", "kappa", *READINGS[1:], "tokens", "marked", "marked", "both")]
    kappas += [
        (
            *(one["first"], one["second"], decimal(one["kappa"], 4)),
            *(decimal(one["kappa_insertions"][reading], 4) for reading in READINGS[1:]),
            *(count(one[name]) for name in ("tokens", "marked_first", "marked_second", "marked_both")),
        )
        for one in result["identification"]
    ]
    scores = [("text of", "edits of", "P", "R", "F0.5", "correct", "proposed", "gold")]
    scores += [
        (
            *(one["text_of"], one["edits_of"]),
            *(decimal(100 * one[name], 2) for name in ("precision", "recall", "score")),
            *(count(one[name]) for name in SCORED[2:]),
        )
        for one in result["texts"]
    ]
    left_out = ", ".join(result["without_types"])
    return "\n\n".join(
        [
            aligned(people, left=(0, 1), rules=(1,)),
            aligned(kappas, left=(0, 1), rules=(1,)),
            prose(
                "kappa: Cohen's, on which tokens need correction; an insertion marks no token. The further "
                "columns: it marks the token before it, after it, both, or the gap between them."
            ),
            aligned(scores, left=(0, 1), rules=(1,)),
            prose(
                "MaxMatch, in percent: what one annotator made of the sentences, held against the edits of "
                f"another.{f' Not applied: edits of type {left_out}.' if left_out else ''}"
            ),
        ]
    )


def _annotators(files: Sequence[Path], inputs: InputFiles) -> list[Annotator]:
    golds: list[Gold] = []
    problems: list[Problem] = []
    for path in files:
        try:
            golds.append(read_m2(inputs.read(path, "gold"), shown_path(path)))
            inputs.warnings += golds[-1].warnings
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    annotators = [
        Annotator(
            _name(gold, number, several=len(golds) > 1),
            Path(gold.name).name,
            number,
            sum(sentence.annotation_of(number) is not None for sentence in gold.sentences),
            gold.only(number),
        )
        for gold in golds
        for number in gold.annotators
    ]
    if len(annotators) < 2:
        raise FormatError(
            Problem(annotators[0].file, "It has one annotator; expected at least two to compare.")
        )
    names = Counter(one.name for one in annotators)
    if twice := [name for name, times in names.items() if times > 1]:
        message = f"Two annotators would be called {twice[0]!r}. Rename one of the files."
        raise FormatError(Problem(CALL, message))
    return annotators


def _name(gold: Gold, number: int, *, several: bool) -> str:
    """The number, if there is one file; otherwise the file's name, with the number where it has several."""
    if not several:
        return str(number)
    stem = Path(gold.name).name.removesuffix(".m2")
    return f"{stem}, {number}" if len(gold.annotators) > 1 else stem


def _identification(first: Annotator, second: Annotator) -> dict[str, Any]:
    with refused_values(CALL):
        found = {
            reading: identification_agreement(first.gold, second.gold, insertions=reading)
            for reading in READINGS
        }
    plain = found["nothing"]
    return {
        "first": first.name,
        "second": second.name,
        "kappa": plain.kappa,
        "kappa_insertions": {reading: one.kappa for reading, one in found.items()},
        "tokens": plain.tokens,
        "marked_first": plain.marked_first,
        "marked_second": plain.marked_second,
        "marked_both": plain.marked_both,
    }


def _texts(
    annotators: Sequence[Annotator],
    scorer: M2,
    without_types: Sequence[str],
    progress: Callable[[float], None] | None,
) -> list[dict[str, Any]]:
    """The corrected text of each against the edits of each other."""
    texts = {
        one.name: annotator_texts(one.gold, one.number, without_types=without_types) for one in annotators
    }
    pairs = list(permutations(annotators, 2))
    rows = []
    for done, (writer, judge) in enumerate(pairs, start=1):
        found = scorer.score(texts[writer.name], Material(judge.gold.sources, judge.gold))
        parts = {name: found.parts[name] for name in SCORED}
        rows.append({"text_of": writer.name, "edits_of": judge.name, "score": found.score, **parts})
        if progress:
            progress(done / len(pairs))
    return rows
