"""METEOR 1.5: unigram matches by form, stem, synonym and paraphrase, and how far they are out of order.

Source: Denkowski and Lavie (2014), "Meteor universal: language specific translation evaluation for any target
language". The authors' Java program computes the scores, with its tables of English; it is not part of this
project.
"""

import os
import shutil
import subprocess
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

from msgspec import Meta

from metrics.scorers.registry import metric
from metrics.scorers.results import Score, SentenceScore
from metrics.scorers.scorer import Material, Scorer, UnavailableError, how_to_add

VARIABLE = "APPRAISE_GEC_METEOR_JAR"
ADVICE = (
    f"{how_to_add('meteor')}, which brings it, or set {VARIABLE} to meteor-1.5.jar with its data beside it."
)


class MeteorProcess:
    """The running program. It loads its tables once, then answers line by line."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - program and arguments are ours
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        weakref.finalize(self, _stop, self._process)

    def ask(self, *fields: str) -> str:
        """Send one command and return the line that answers it."""
        self.tell(*fields)
        return self.answer()

    def tell(self, *fields: str) -> None:
        assert self._process.stdin is not None  # noqa: S101 - opened as a pipe
        try:
            self._process.stdin.write(" ||| ".join(fields) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise self._ended() from error

    def answer(self) -> str:
        assert self._process.stdout is not None  # noqa: S101 - opened as a pipe
        line = self._process.stdout.readline()
        if not line.endswith("\n"):
            raise self._ended()
        return line.strip()

    def _ended(self) -> UnavailableError:
        return UnavailableError(
            "The METEOR program ended by itself; it needs Java 8 or newer, 2 GB of memory and "
            "whole tables of paraphrases in the folder data beside the jar."
        )


class Prepared(NamedTuple):
    """The running program, the references, and the statistics of outputs that it has seen, by sentence."""

    process: MeteorProcess
    references: tuple[tuple[str, ...], ...]
    statistics: tuple[dict[str, str], ...]


@metric("meteor", "METEOR", "version 1.5 (needs Java and its program)")
@dataclass(frozen=True)
class Meteor(Scorer[Prepared]):
    """The program's corpus score, and its score of each sentence; the best reference counts."""

    uses_source: ClassVar[bool] = False
    needs: ClassVar[frozenset[str]] = frozenset({"references"})

    task: Annotated[
        Literal["rank", "adq", "hter", "li", "tune"],
        Meta(description="What the program's parameters were tuned for."),
    ] = "rank"
    lower: Annotated[bool, Meta(description="Lower-case both sides first.")] = False
    normalise: Annotated[
        bool, Meta(description="Tokenise and normalise punctuation first, for raw text.")
    ] = False

    def implementation(self) -> str:
        """The program, whose version is fixed."""
        return "METEOR 1.5"

    def ensure_available(self) -> None:
        """Java, the program and its table of English are here."""
        jar = meteor_jar()
        _java()
        # Without it the program ends in silence.
        _existing(jar.parent / "data" / "paraphrase-en.gz")

    def _prepare(self, material: Material) -> Prepared:
        self.ensure_available()
        options = ["-stdio", "-l", "en", "-t", self.task]
        options += ["-lower"] * self.lower + ["-norm"] * self.normalise
        # The tables are half a gigabyte of small objects, which Java's default collector keeps walking.
        java = [_java(), "-Xmx2G", "-XX:+UseParallelGC", "-Dfile.encoding=UTF-8"]
        command = [*java, "-jar", str(meteor_jar()), "-", "-", *options]
        references = tuple(tuple(map(_plain, texts)) for texts in material.reference_texts)
        return Prepared(MeteorProcess(command), references, tuple({} for _ in references))

    def _score(self, hypotheses: Sequence[str], prepared: Prepared) -> Score:
        if not hypotheses:
            return Score("", 0.0, {"meteor": 0.0}, sentences=())
        process, statistics = prepared.process, []
        for text, texts, known in zip(map(_plain, hypotheses), *prepared[1:], strict=True):
            # Systems share more than half of their outputs; matching is what takes the program long.
            if text not in known:
                known[text] = process.ask("SCORE", *texts, text)
            statistics.append(known[text])
        process.tell("EVAL", *statistics)
        scores = [float(process.answer()) for _ in statistics]
        corpus = float(process.answer())
        return Score("", corpus, {"meteor": corpus}, sentences=tuple(map(SentenceScore, scores)))


def meteor_jar() -> Path:
    """Where the program is. Raises UnavailableError, which says how to get it."""
    named = os.environ.get(VARIABLE)
    if named:
        return _existing(Path(named))
    package = find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        raise UnavailableError(f"METEOR needs meteor-1.5.jar; {ADVICE}")
    return _existing(Path(package.submodule_search_locations[0]) / "meteor" / "meteor-1.5.jar")


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise UnavailableError(f"METEOR needs {path.name}, which is not at {path}; {ADVICE}")
    return path


def _java() -> str:
    path = shutil.which("java")
    if path is None:
        raise UnavailableError("METEOR needs the program 'java', which is not here; install a Java runtime.")
    return path


def _plain(text: str) -> str:
    """The text without separators of fields and lines."""
    return " ".join(text.replace("|||", " ").split())


def _stop(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            stream.close()
