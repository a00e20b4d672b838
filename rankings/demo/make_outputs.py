"""Make the demo's source.txt, documents.txt, outputs/ and quality.tsv from its marked essays.

    python -m rankings.demo.make_outputs

The essays (`data/essays.txt`) are invented texts in which every error is marked with its corrections. Seven
invented systems, each with a character of its own, decide place by place what they change. What comes out is
what the demo shows; this module matters only to somebody who wants to change the demo's texts.

How to read the essays: `% note`, `# document`, and one sentence per line, with places in braces:

    {V:goed>went=was going~have went}   an error of type V; `>` and `=` are right corrections, `~` a wrong one
    {A:>the }                           an error corrected by an insertion (spaces belong to the texts)
    {X:big=large~bigs^small}            no error; `=` also right, `~` a new error, `^` another meaning

The lines `= ...` and `^ ...` under a sentence rewrite it whole, keeping or changing its meaning.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from math import fsum
from pathlib import Path

from rankings.demo.corpus import Quality
from rankings.demo.draws import uniform

DATA = Path(__file__).parent / "data"
SEED = 2015

# How much an error of each type troubles a reader, in units of one ordinary grammatical error.
WEIGHTS = {
    "A": 0.6,  # article
    "C": 0.4,  # comma, connection of clauses
    "G": 0.8,  # agreement
    "M": 0.8,  # missing or needless word
    "N": 0.8,  # noun: number, case
    "O": 1.1,  # word order
    "P": 0.7,  # preposition
    "S": 0.7,  # spelling
    "V": 1.0,  # verb: tense, form
    "W": 1.0,  # word choice
    "X": 0.9,  # no error in the source: the weight of an error that a system makes there
}
WRONG_CORRECTION = 0.3  # on top of the error that stays
OTHER_MEANING = 1.0

DIFFICULTY = 0.65  # share of the luck with an error that all systems have in common


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a sentence that systems may change. `right`, `wrong` and `other` exclude the source."""

    kind: str
    source: str
    right: tuple[str, ...]
    wrong: tuple[str, ...]
    other: tuple[str, ...]

    @property
    def is_error(self) -> bool:
        return self.kind != "X"


@dataclass(slots=True)
class MarkedSentence:
    """A sentence as literal text and places in turn, with the whole-sentence rewrites under it."""

    document: str
    parts: list[str | Place]
    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)

    @property
    def source(self) -> str:
        return "".join(part if isinstance(part, str) else part.source for part in self.parts)


@dataclass(frozen=True, slots=True)
class System:
    """An invented system: the chance of each thing that it may do to a place or to a sentence."""

    name: str
    skill: float
    skills: dict[str, float] = field(default_factory=dict)
    botch: float = 0.0
    variant: float = 0.0
    reword: float = 0.0
    harm: float = 0.0
    drift: float = 0.0
    rewrite: float = 0.0
    rest: float = 0.0
    twin: str = ""


SYSTEMS = (
    System("ALDER", skill=0.78, botch=0.15, variant=0.12, reword=0.05, harm=0.01, rewrite=0.05),
    System("BIRCH", skill=0.74, botch=0.2, variant=0.4, reword=0.3, harm=0.03, drift=0.1, rewrite=0.6),
    System("CEDAR", skill=0.55, skills={"A": 0.72, "P": 0.68, "O": 0.25, "W": 0.4}, botch=0.12, harm=0.04),
    System("HAZEL", skill=0.55, skills={"V": 0.66, "G": 0.74, "O": 0.3}, botch=0.15, harm=0.04, twin="CEDAR"),
    System("LARCH", skill=0.3, skills={"G": 0.6, "S": 0.6, "N": 0.5, "O": 0.05, "C": 0.1}, rest=0.35),
    System("ROWAN", skill=0.42, botch=0.55, variant=0.1, reword=0.03, harm=0.18, drift=0.04),
    System("WILLOW", skill=0.0, skills={"S": 0.93}, botch=0.0),
)
SAME_AS_TWIN = 0.7  # share of sentences in which a system decides just as its twin


def main() -> None:
    """Write the demo's files beside the essays."""
    for name, text in make_files((DATA / "essays.txt").read_text(encoding="utf-8")).items():
        (DATA / name).parent.mkdir(exist_ok=True)
        (DATA / name).write_text(text, encoding="utf-8", newline="\n")


def make_files(essays: str, seed: int = SEED) -> dict[str, str]:
    """The demo's files as text, by path below the data folder."""
    sentences = read_essays(essays)
    lines: dict[str, list[str]] = {"source.txt": [], "documents.txt": [], "outputs/INPUT": []}
    table = ["sentence\tsystems\tremaining\tintroduced\tmeaning\tedits"]
    for index, sentence in enumerate(sentences):
        lines["source.txt"].append(sentence.source)
        lines["documents.txt"].append(sentence.document)
        answers = {"INPUT": (sentence.source, untouched(sentence))}
        answers |= {system.name: correct(sentence, system, seed) for system in SYSTEMS}
        for name, (text, _) in answers.items():
            lines.setdefault(f"outputs/{name}", []).append(text)
        table.extend(quality_rows(index, answers))
    files = {name: "\n".join(rows) + "\n" for name, rows in lines.items()}
    return files | {"quality.tsv": "\n".join(table) + "\n"}


def read_essays(text: str) -> list[MarkedSentence]:
    """Read marked essays. Raises ValueError, with the line, where a mark cannot be understood."""
    sentences: list[MarkedSentence] = []
    document = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line or line.startswith("% "):
            continue
        if line.startswith("# "):
            document = line[2:]
        elif line.startswith("= "):
            sentences[-1].kept.append(line[2:])
        elif line.startswith("^ "):
            sentences[-1].changed.append(line[2:])
        else:
            try:
                sentences.append(MarkedSentence(document, list(read_parts(line))))
            except ValueError as error:
                raise ValueError(f"essays, line {number}: {error}") from error
    return sentences


def read_parts(line: str) -> Iterator[str | Place]:
    """Split a marked sentence at its places."""
    for text in re.split(r"(\{[^{}]*\})", line):
        if text.startswith("{"):
            yield read_place(text[1:-1])
        elif re.search(r"[{}>=~^]", text):
            raise ValueError(f"a mark outside braces, or a brace without its pair, in {text!r}")
        elif text:
            yield text


def read_place(mark: str) -> Place:
    """Read what stands between two braces."""
    kind, colon, body = mark.partition(":")
    source, *answers = re.split(r"(?=[>=~^])", body)
    by_sign = {sign: tuple(a[1:] for a in answers if a[0] == sign) for sign in ">=~^"}
    place = Place(kind, source, by_sign[">"] + by_sign["="], by_sign["~"], by_sign["^"])
    texts = [source, *place.right, *place.wrong, *place.other]
    if not colon or kind not in WEIGHTS:
        raise ValueError(f"unknown type of place in {{{mark}}}")
    if len(by_sign[">"]) != int(place.is_error) or len(set(texts)) < len(texts):
        raise ValueError(f"one '>' for an error, none for X, and no text twice: {{{mark}}}")
    return place


def correct(sentence: MarkedSentence, system: System, seed: int) -> tuple[str, Quality]:
    """What a system makes of a sentence, and what is wrong with the result."""
    key = (seed, sentence.source)
    rewrites = [(text, 0.0) for text in sentence.kept] + [(text, OTHER_MEANING) for text in sentence.changed]
    if rewrites and uniform(*key, system.name, "rewrite") < system.rewrite:
        text, meaning = rewrites[int(uniform(*key, system.name, "which") * len(rewrites))]
        return text, Quality(0.0, 0.0, meaning, count_edits(sentence.source, text))
    if uniform(*key, system.name, "rest") < system.rest:
        return sentence.source, untouched(sentence)

    voice = system.name
    if system.twin and uniform(*key, system.name, "twin") < SAME_AS_TWIN:
        voice = system.twin
    pieces: list[str] = []
    remaining: list[float] = []
    introduced: list[float] = []
    changed: list[float] = []
    for number, part in enumerate(sentence.parts):
        if isinstance(part, str):
            pieces.append(part)
            continue
        decide = decide_error if part.is_error else decide_neutral
        text = decide(part, system, (*key, number), voice)
        pieces.append(text)
        if part.is_error and text not in part.right:
            remaining.append(WEIGHTS[part.kind])
            introduced.extend([WRONG_CORRECTION] if text in part.wrong else [])
        elif text in part.wrong:
            introduced.append(WEIGHTS[part.kind])
        elif text in part.other:
            changed.append(OTHER_MEANING)
    output = "".join(pieces)
    edits = count_edits(sentence.source, output)
    # Exact sums: the built-in sum of floats rounds otherwise since Python 3.12, and += otherwise than sum.
    return output, Quality(fsum(remaining), fsum(introduced), fsum(changed), edits)


def decide_error(place: Place, system: System, key: Sequence[object], voice: str) -> str:
    """What a system writes where the source has an error.

    Much of the luck belongs to the place: hard errors are hard for everybody, so outputs often coincide.
    """
    skill = system.skills.get(place.kind, system.skill)
    luck = DIFFICULTY * uniform(*key, "difficulty") + (1 - DIFFICULTY) * uniform(*key, voice, "luck")
    if luck < skill:
        others = place.right[1:]
        if others and uniform(*key, voice, "variant") < system.variant:
            return others[int(uniform(*key, voice, "which") * len(others))]
        return place.right[0]
    if skill > 0 and place.wrong and uniform(*key, voice, "botch") < system.botch:
        return place.wrong[0]
    return place.source


def decide_neutral(place: Place, system: System, key: Sequence[object], voice: str) -> str:
    """What a system writes where nothing needs a correction."""
    luck = uniform(*key, voice, "neutral")
    for chance, texts in (
        (system.reword, place.right),
        (system.harm, place.wrong),
        (system.drift, place.other),
    ):
        if texts and luck < chance:
            return texts[int(luck / chance * len(texts))]
        luck -= chance if texts else 0.0
        if luck < 0:
            break
    return place.source


def untouched(sentence: MarkedSentence) -> Quality:
    """What is wrong with a sentence that nobody corrected."""
    errors = [part for part in sentence.parts if isinstance(part, Place) and part.is_error]
    return Quality(fsum(WEIGHTS[part.kind] for part in errors), 0.0, 0.0, 0)


def count_edits(source: str, output: str) -> int:
    """Number of runs of words in which an output differs from its source."""
    matcher = SequenceMatcher(a=source.split(), b=output.split(), autojunk=False)
    return sum(tag != "equal" for tag, *_ in matcher.get_opcodes())


def quality_rows(index: int, answers: dict[str, tuple[str, Quality]]) -> Iterator[str]:
    """One line per distinct output of a sentence, in the order of system names."""
    by_text: dict[str, list[str]] = {}
    for name, (text, _) in sorted(answers.items()):
        by_text.setdefault(text, []).append(name)
    for names in by_text.values():
        qualities = {answers[name][1] for name in names}
        if len(qualities) > 1:
            raise ValueError(
                f"sentence {index}: {' '.join(names)} wrote the same text in ways that count differently"
            )
        quality = qualities.pop()
        numbers = f"{quality.remaining:.1f}\t{quality.introduced:.1f}\t{quality.meaning:.1f}\t{quality.edits}"
        yield f"{index}\t{' '.join(names)}\t{numbers}"


if __name__ == "__main__":
    main()
