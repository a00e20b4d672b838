"""`sample`: which sentences are judged, and which of their outputs (2015 paper, section 4.1 and Figure 1)."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from appraise_gec.cli.documents import Answer, recipe
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path, system_files
from appraise_gec.presentation.numbers import count, counted, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose
from rankings.formats.corpus import CorpusReading, read_corpus
from rankings.formats.records import FormatError, Problem
from rankings.formats.sampler_tsv import write_sampler_tsv
from rankings.items.collapse import collapse_corpus, distinct_output_counts
from rankings.items.sampling import (
    SampledItem,
    Sampler,
    coverage_table,
    sample_items,
    sampling_probabilities,
)

ITEMS_SHOWN = 10
BAR_WIDTH = 40
EXPLANATION = (
    "sentence: its line, counted from 0. of: distinct outputs there. covered: systems that the outputs shown "
    "stand for. C_i: systems covered on average over all choices of outputs within the limit that cover as "
    "many systems as it allows outputs, also choices of fewer outputs than an item shows; it sets the "
    "probability of the sentence in one draw (p_i), and is no forecast of what is covered."
)


def sample(
    source: Path,
    outputs: Sequence[Path],
    *,
    documents: Path | None,
    add_input: bool,
    max_outputs: int,
    least_outputs: int,
    sampler: Sampler,
    replacement: bool,
    items: int | None,
    seed: int,
    write_to: Path | None,
) -> Answer:
    """Draw items; as many as there are sentences if their number is not given.

    Raises:
        FormatError: with every problem of every file, or a setting out of its range.
    """
    inputs = InputFiles()
    if write_to is not None and write_to.resolve() in {one.resolve() for one in _read_paths(source, outputs)}:
        raise FormatError(
            Problem(str(write_to), "It is one of the files to read. Choose another for the items.")
        )
    corpus = read_outputs(inputs, source, outputs, documents, add_input=add_input)
    sets = collapse_corpus(corpus.outputs)
    settings: dict[str, Any] = {
        "max_outputs": max_outputs,
        "least_outputs": least_outputs,
        "sampler": sampler,
    }
    number = len(sets) if items is None else items
    with refused_values(shown_path(source)):
        drawn = sample_items(sets, items=number, seed=seed, replacement=replacement, **settings)
        probabilities = sampling_probabilities(sets, **settings)
        coverage = coverage_table(sets, max_outputs)
    if write_to is not None:
        _write(write_to, drawn)
    systems = corpus.systems
    counts = distinct_output_counts(sets, len(systems))
    result = {
        "sentences": [
            {"index": index, "distinct": len(one), "expected_coverage": covered, "probability": probability}
            for index, (one, covered, probability) in enumerate(
                zip(sets, coverage, probabilities, strict=True)
            )
        ],
        "items": [_item(one) for one in drawn],
        "distinct_outputs": [
            {"distinct": distinct, "sentences": sentences} for distinct, sentences in enumerate(counts, 1)
        ],
        "systems": list(systems),
    }
    chosen = {**settings, "items": number, "replacement": replacement, "add_input": add_input}
    made_from = recipe("sample", inputs, chosen, seed)
    warnings = (*inputs.warnings, *corpus.problems)
    return Answer(made_from, result, partial(sample_tables, result, max_outputs), warnings)


def sample_tables(result: dict[str, Any], max_outputs: int) -> str:
    """The distribution of distinct outputs, and the first items, for people."""
    sentences, items = result["sentences"], result["items"]
    most = max((one["sentences"] for one in result["distinct_outputs"]), default=0)
    histogram = [
        (str(one["distinct"]), count(one["sentences"]), _bar(one["sentences"], most))
        for one in result["distinct_outputs"]
    ]
    parts = [
        f"{counted(len(sentences), 'sentence')}, {counted(len(result['systems']), 'system')}, at most "
        f"{max_outputs} outputs shown",
        aligned([("distinct outputs", "sentences", ""), *histogram], left=(2,), rules=(1,)),
    ]
    if items:
        parts += [_summary(items), _first_items(items, sentences)]
    return "\n\n".join(parts)


def read_outputs(
    inputs: InputFiles, source: Path, outputs: Sequence[Path], documents: Path | None, *, add_input: bool
) -> CorpusReading:
    """The sentences and what every system made of them.

    Raises:
        FormatError: with every problem of every file.
    """
    files = system_files(outputs)
    corpus = read_corpus(
        (shown_path(source), inputs.read(source, "source")),
        {system: (shown_path(path), inputs.read(path, "output")) for system, path in files.items()},
        (shown_path(documents), inputs.read(documents, "documents")) if documents else None,
        add_input=add_input,
    )
    if not corpus.usable:
        raise FormatError(list(corpus.problems))
    return corpus


def _read_paths(source: Path, outputs: Sequence[Path]) -> list[Path]:
    return [source, *system_files(outputs).values()]


def _write(path: Path, drawn: Sequence[SampledItem]) -> None:
    content = write_sampler_tsv(drawn)
    try:
        path.write_bytes(content)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be written: {reason}.")) from error


def _item(one: SampledItem) -> dict[str, Any]:
    outputs = zip(one.outputs.texts, one.outputs.systems, strict=True)
    return {
        "index": one.sentence,
        "outputs": [{"text": text, "systems": list(systems)} for text, systems in outputs],
    }


def _summary(items: list[dict[str, Any]]) -> str:
    covered = sum(len(output["systems"]) for one in items for output in one["outputs"]) / len(items)
    shown = sum(len(one["outputs"]) for one in items) / len(items)
    different = len({one["index"] for one in items})
    return prose(
        f"{counted(len(items), 'item')} drawn from {counted(different, 'sentence')}; on average {shown:.2f} "
        f"outputs of {covered:.2f} systems"
    )


def _first_items(items: list[dict[str, Any]], sentences: list[dict[str, Any]]) -> str:
    rows = [("item", "sentence", "outputs", "of", "covered", "C_i", "probability")]
    for number, one in enumerate(items[:ITEMS_SHOWN]):
        sentence = sentences[one["index"]]
        rows.append(
            (
                str(number),
                str(one["index"]),
                str(len(one["outputs"])),
                str(sentence["distinct"]),
                str(sum(len(output["systems"]) for output in one["outputs"])),
                decimal(sentence["expected_coverage"], 2),
                f"{sentence['probability']:.3g}",
            )
        )
    rest = len(items) - ITEMS_SHOWN
    more = f"\n... and {count(rest)} more; --json gives all." if rest > 0 else ""
    return f"{aligned(rows, rules=(1,))}{more}\n\n{prose(EXPLANATION)}"


def _bar(value: int, most: int) -> str:
    return "#" * round(BAR_WIDTH * value / most) if most else ""
