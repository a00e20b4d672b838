"""The demo campaign's files: invented learner sentences and what seven invented systems made of them.

Nothing here is research data. Learners, systems and outputs are made up, and so are rankings: three SIMULATED
judges, whose names begin with `demo-`, ranked items by what is wrong with outputs, with tastes of their own.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable


@dataclass(frozen=True, slots=True)
class DemoCorpus:
    """The demo's sentences.

    Attributes:
        source: the learners' sentences, in order.
        documents: for each sentence, the identifier of the document that it stands in.
        outputs: by system name, one output per sentence. `INPUT` is the source itself.
    """

    source: list[str]
    documents: list[str]
    outputs: dict[str, list[str]]


def load_demo_corpus() -> DemoCorpus:
    """Read the demo's source, document identifiers and outputs from the installed package."""
    names = sorted(entry.name for entry in data_folder().joinpath("outputs").iterdir() if entry.is_file())
    return DemoCorpus(
        source=read_lines("source.txt"),
        documents=read_lines("documents.txt"),
        outputs={name: read_lines("outputs", name) for name in names},
    )


def load_guidelines() -> str:
    """The demo's instructions for judges: plain text, paragraphs separated by blank lines."""
    return data_folder().joinpath("guidelines.txt").read_text(encoding="utf-8")


def load_gold() -> bytes:
    """Gold edits by two made-up annotators, in M2 format."""
    return data_folder().joinpath("gold.m2").read_bytes()


def read_lines(*path: str) -> list[str]:
    """The lines of a packaged file."""
    return data_folder().joinpath(*path).read_text(encoding="utf-8").splitlines()


def data_folder() -> Traversable:
    """Where the package keeps its files, installed or not."""
    return files("rankings.demo").joinpath("data")


@dataclass(frozen=True, slots=True)
class DemoRanking:
    """An invented answer to an item.

    Attributes:
        judge: who gave it.
        item: number of the item, as the demo's plan draws it, from 0.
        sentence: zero-based line of the demo's source.
        seconds: invented time spent on the item.
        ranks: of each output, by the systems behind it; 1 is best.
    """

    judge: str
    item: int
    sentence: int
    seconds: float
    ranks: dict[tuple[str, ...], int]


@cache
def load_rankings() -> tuple[DemoRanking, ...]:
    """All of them, judge by judge."""
    rankings = []
    for line in read_lines("rankings.tsv")[1:]:
        judge, item, sentence, seconds, answer = line.split("\t")
        pairs = (output.split("=") for output in answer.split(" "))
        ranks = {tuple(systems.split("+")): int(rank) for systems, rank in pairs}
        rankings.append(DemoRanking(judge, int(item), int(sentence), float(seconds), ranks))
    return tuple(rankings)
