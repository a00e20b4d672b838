"""A sample as JSON: which sentences were drawn with which probability, and the items to be judged."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rankings.formats.json_text import not_json, parse_json
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, OutputSet, Problem
from rankings.formats.results import from_json, to_json
from rankings.formats.sampler_tsv import Sampled, SampledBlock


@dataclass(frozen=True, slots=True)
class SampledSentence:
    """A sentence that items are drawn from.

    Attributes:
        index: its zero-based line.
        distinct: its number of distinct outputs.
        expected_coverage: C_i of the 2015 paper.
        probability: that one draw chooses it (p_i).

    All but the index are None where the file does not give them.
    """

    index: int
    distinct: int | None
    expected_coverage: float | None
    probability: float | None


@dataclass(frozen=True, slots=True)
class ShownOutput:
    """A text that an item shows, and the systems that made it."""

    text: str
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemOfSample:
    """An item: the zero-based line of its sentence, and the outputs that it shows."""

    index: int
    outputs: tuple[ShownOutput, ...]


@dataclass(frozen=True, slots=True)
class DistinctOutputs:
    """How many sentences have so many distinct outputs."""

    distinct: int
    sentences: int


@dataclass(frozen=True, slots=True)
class Sample:
    """What `appraise-gec sample` draws.

    Attributes:
        sentences: all of the corpus; those of the items alone where the sample came from another file.
        items: in the order in which they were drawn.
        distinct_outputs: the distribution over the corpus (2015 paper, Figure 1); empty where not known.
        systems: names.
    """

    sentences: tuple[SampledSentence, ...]
    items: tuple[ItemOfSample, ...]
    distinct_outputs: tuple[DistinctOutputs, ...]
    systems: tuple[str, ...]


def items_of(sampled: Sequence[Sampled]) -> tuple[ItemOfSample, ...]:
    """Sampled items without their numbers and probabilities."""
    return tuple(
        ItemOfSample(
            item.sentence,
            tuple(map(ShownOutput, item.outputs.texts, item.outputs.systems)),
        )
        for item in sampled
    )


def sample_of(blocks: Sequence[SampledBlock]) -> Sample:
    """A sample, as far as blocks describe it. Their numbers are lost: an item is known by its index."""
    probabilities = {block.sentence: block.probability for block in blocks}
    systems = dict.fromkeys(name for block in blocks for names in block.outputs.systems for name in names)
    sentences = (SampledSentence(index, None, None, probabilities[index]) for index in sorted(probabilities))
    return Sample(tuple(sentences), items_of(blocks), (), tuple(systems))


def blocks_of(sample: Sample) -> list[SampledBlock]:
    """The items of a sample, numbered in their order."""
    probabilities = {sentence.index: sentence.probability for sentence in sample.sentences}
    return [
        SampledBlock(
            number,
            item.index,
            OutputSet(
                tuple(made.text for made in item.outputs), tuple(made.systems for made in item.outputs)
            ),
            probabilities[item.index],
        )
        for number, item in enumerate(sample.items)
    ]


def write_sample_json(sample: Sample) -> bytes:
    """A sample as one JSON document."""
    text = json.dumps(to_json(sample), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    return text.encode("utf-8", "backslashreplace")


def read_sample_json(text: str, name: str) -> Sample:
    """The sample of such a document, or of what `appraise-gec sample --json` prints.

    Raises:
        FormatError: the file holds something else; the message names the place in it.
    """
    document, problem = parse_json(text)
    if problem is not None:
        line, message = problem
        raise FormatError(Problem(name, not_json(message), line))
    if isinstance(document, dict) and "recipe" in document:
        document = document.get("result")
    try:
        sample = from_json(Sample, document)
    except ValueError as error:
        message = f"{error!s}. Expected the JSON of a sample, as appraise-gec sample --json prints it."
        raise FormatError(Problem(name, message)) from None
    known = {sentence.index for sentence in sample.sentences}
    problems = [
        Problem(name, "{place}: {reason}.".format(place=f"items[{number}]", reason=why_not))
        for number, item in enumerate(sample.items)
        if (why_not := _item_problem(item, known))
    ]
    if problems:
        raise FormatError(problems)
    return sample


def _item_problem(item: ItemOfSample, sentences: Collection[int]) -> str | None:
    if item.index not in sentences or item.index < 0:
        return f"expected the index of one of the sentences, and found {figure(item.index)}"
    names = [system for output in item.outputs for system in output.systems]
    if not all(output.systems for output in item.outputs):
        return "expected at least one system for each output"
    twice = next((name for name in names if names.count(name) > 1), None)
    return None if twice is None else f"the system {quoted(twice)} occurs twice"
