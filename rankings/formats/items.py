"""Items to be judged, in any of the files that hold them: blocks and task XML."""

from collections.abc import Sequence

from rankings.formats.corpus import CorpusReading
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.samples import SampledBlock, read_sampler_tsv
from rankings.formats.task_xml import Task, TaskSet, read_task_xml
from rankings.formats.text import UTF8_BOM, UTF16_BOMS
from rankings.formats.uploads import INPUT_SYSTEM

# As the task files of 2015 name their languages.
ERRONEOUS, CORRECTED = "err", "cor"

Items = TaskSet | list[SampledBlock]


def read_items(data: bytes, name: str) -> Items:
    """The items of a file, whose format is recognised by content.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    start = data.removeprefix(UTF8_BOM).lstrip()[:1]
    if start == b"<" or data.startswith(UTF16_BOMS):
        return read_task_xml(data, name)
    return read_sampler_tsv(data, name)


def as_blocks(items: Items, name: str) -> list[SampledBlock]:
    """Items as sampled items. Tasks are numbered in their order; their probabilities are unknown.

    Raises:
        FormatError: a task does not say the zero-based line of its sentence.
    """
    if isinstance(items, list):
        return items
    problems = [
        Problem(
            name,
            f"Item {quoted(task.item)} does not say its sentence: expected a number as src-id.",
        )
        for task in items.tasks
        if not (task.sentence.isascii() and task.sentence.isdigit())
    ]
    if problems:
        raise FormatError(problems)
    return [
        SampledBlock(number, int(task.sentence), task.outputs, None)
        for number, task in enumerate(items.tasks)
    ]


def tasks_of(blocks: Sequence[SampledBlock], corpus: CorpusReading, name: str) -> TaskSet:
    """Sampled items with their sentences, and those before and after in the same document.

    Raises:
        FormatError: an item is about a sentence that the source does not have, or has another text for.
    """
    problems = [
        Problem(name, f"Item {figure(block.number)}: {why_not}.")
        for block in blocks
        if (why_not := _other_source(block, corpus))
    ]
    if problems:
        raise FormatError(problems)
    return TaskSet("items", ERRONEOUS, CORRECTED, tuple(_task(block, corpus) for block in blocks))


def _other_source(block: SampledBlock, corpus: CorpusReading) -> str | None:
    """The reason why the item does not fit this source."""
    index, number = block.sentence, len(corpus.sentences)
    if index >= number:
        return f"it is about sentence {figure(index)}, counted from 0, but the source has {figure(number)}"
    source = corpus.sentences[index].strip()
    for text, systems in zip(block.outputs.texts, block.outputs.systems, strict=True):
        if INPUT_SYSTEM in systems and text.strip() != source:
            return (
                f"{INPUT_SYSTEM} has {quoted(text)}, but sentence {figure(index)} of the source is "
                f"{quoted(source)}"
            )
    return None


def _task(block: SampledBlock, corpus: CorpusReading) -> Task:
    index = block.sentence

    def neighbour(place: int) -> str:
        inside = 0 <= place < len(corpus.sentences) and corpus.documents[place] == corpus.documents[index]
        return corpus.sentences[place].strip() if inside else ""

    return Task(
        item=str(block.number),
        source=corpus.sentences[index].strip(),
        outputs=block.outputs,
        document=corpus.documents[index],
        sentence=str(index),
        before=neighbour(index - 1),
        after=neighbour(index + 1),
    )
