"""Items as the task XML of the 2015 campaign (`set`, `seg`): sentences with their distinct outputs."""

from collections.abc import Iterator, Sequence

from rankings.formats.corpus import EMPTY_OUTPUT, CorpusReading
from rankings.formats.fields import join_systems
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.result_xml import attributes, element_text
from rankings.formats.samples import SampledBlock
from rankings.formats.uploads import INPUT_SYSTEM

# The set and its languages, as the task files of 2015 name them.
_SET = {"id": "items", "source-language": "err", "target-language": "cor"}


def write_task_xml(blocks: Sequence[SampledBlock], corpus: CorpusReading, name: str) -> bytes:
    """Items with their sentences, and those before and after in the same document.

    Systems with the same output are joined by spaces; an empty output is `[EMPTY]`.

    Args:
        blocks: the items.
        corpus: the source that they were sampled from.
        name: of the file of the items, for messages.

    Raises:
        FormatError: an item is about a sentence that the source does not have, or has another text for; XML
            cannot hold a text.
    """
    problems = [
        Problem(name, f"Item {figure(block.number + 1)}: {why_not}.")
        for block in blocks
        if (why_not := _other_source(block, corpus))
    ]
    if problems:
        raise FormatError(problems)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<set{attributes(_SET)}>"]
    for block in blocks:
        lines += _segment(block, corpus)
    return "\n".join([*lines, "</set>\n"]).encode("utf-8")


def _other_source(block: SampledBlock, corpus: CorpusReading) -> str | None:
    """The reason why the item does not fit this source."""
    index, number = block.sentence, len(corpus.sentences)
    if index >= number:
        return f"it is about sentence {figure(index + 1)}, but the source has {figure(number)}"
    source = corpus.sentences[index].strip()
    for text, systems in zip(block.outputs.texts, block.outputs.systems, strict=True):
        if INPUT_SYSTEM in systems and text.strip() != source:
            return (
                f"{INPUT_SYSTEM} has {quoted(text)}, but sentence {figure(index + 1)} of the source is "
                f"{quoted(source)}"
            )
    return None


def _segment(block: SampledBlock, corpus: CorpusReading) -> Iterator[str]:
    index = block.sentence
    document = corpus.documents[index]

    def neighbour(place: int) -> str:
        inside = 0 <= place < len(corpus.sentences) and corpus.documents[place] == document
        return corpus.sentences[place].strip() if inside else ""

    values = {"id": str(block.number), "doc-id": document, "src-id": str(index)}
    yield f"  <seg{attributes(values)}>"
    source = corpus.sentences[index].strip()
    texts = {"sourcebefore": neighbour(index - 1), "source": source, "sourceafter": neighbour(index + 1)}
    for tag, text in texts.items():
        if text:
            yield f"    <{tag}>{element_text(text)}</{tag}>"
    for text, systems in zip(block.outputs.texts, block.outputs.systems, strict=True):
        names = attributes({"system": join_systems(systems)})
        yield f"    <translation{names}>{element_text(text or EMPTY_OUTPUT)}</translation>"
    yield "  </seg>\n"
