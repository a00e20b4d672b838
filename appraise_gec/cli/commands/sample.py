"""`appraise-gec sample`: draw the items that judges are to rank (2015 paper, section 4.1 and Figure 1)."""

from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import (
    FILE,
    force_option,
    json_option,
    sampling_options,
    seed_option,
    system_options,
    taken_systems,
)
from appraise_gec.library.inputs import InputFiles, read_outputs, shown_path, system_files
from appraise_gec.library.outputs import write_file
from appraise_gec.library.recipes import Answer, recipe
from appraise_gec.library.refusals import refused_values
from appraise_gec.present import terminal
from rankings.formats.corpus import CorpusReading
from rankings.formats.results import to_json
from rankings.formats.sampler_tsv import Sampled, write_sampler_tsv
from rankings.formats.samples import DistinctOutputs, Sample, SampledSentence, items_of
from rankings.tables.sample import sample_tables


@click.command()
@click.argument("outputs", metavar="OUTPUT...", nargs=-1, required=True, type=FILE)
@click.option("--source", type=FILE, required=True, help="Source sentences, one per line.")
@click.option(
    "--documents", type=FILE, help="Identifiers of documents, one per line, parallel to the source."
)
@system_options
@sampling_options
@seed_option
@click.option("write_to", "--output", "-o", type=FILE, help="Also write the items to this file, as blocks.")
@force_option
@json_option
def command(
    *,
    outputs: tuple[Path, ...],
    source: Path,
    documents: Path | None,
    write_to: Path | None,
    force: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Sample sentences and outputs for judging.

    OUTPUT are text files, one sentence per line, named after their system; a folder stands for its files.
    """
    inputs = InputFiles()
    systems = taken_systems(settings)
    corpus = read_outputs(
        inputs, source, outputs, documents, add_input=settings["add_input"], systems=systems
    )
    with refused_values(shown_path(source)):
        sample, drawn = _draw(corpus, **settings)
    if write_to is not None:
        read = [source, *([documents] if documents else []), *system_files(outputs).values()]
        write_file(write_to, [write_sampler_tsv(drawn)], inputs=read, force=force)
    seed = settings.pop("seed")
    settings["items"] = len(sample.items)
    order = ("max_outputs", "least_outputs", "sampler", "items", "replacement", "add_input")
    tables = sample_tables(sample, settings["max_outputs"])
    answer = Answer(
        recipe("sample", inputs, {**systems.settings, **{name: settings[name] for name in order}}, seed),
        to_json(sample),
        lambda: "\n\n".join(map(terminal.write, tables)),
        (*inputs.warnings, *corpus.problems),
    )
    write_answer(answer, as_json=as_json)


def _draw(
    corpus: CorpusReading,
    *,
    items: int | None,
    seed: int,
    replacement: bool,
    add_input: bool,
    **settings: Any,
) -> tuple[Sample, list[Sampled]]:
    """The sample, and its items with their numbers; as many as there are sentences if `items` is None.

    Raises:
        ValueError: a setting is out of its range.
    """
    from rankings.items.collapse import collapse_corpus, distinct_output_counts
    from rankings.items.sampling import coverage_table, sample_items, sampling_probabilities

    sets = collapse_corpus(corpus.outputs)
    number = len(sets) if items is None else items
    drawn = sample_items(sets, items=number, seed=seed, replacement=replacement, **settings)
    probabilities = sampling_probabilities(sets, **settings)
    coverage = coverage_table(sets, settings["max_outputs"])
    sentences = (
        SampledSentence(index, len(outputs), covered, probability)
        for index, (outputs, covered, probability) in enumerate(
            zip(sets, coverage, probabilities, strict=True)
        )
    )
    counts = distinct_output_counts(sets, len(corpus.systems))
    sample = Sample(
        tuple(sentences),
        items_of(drawn),
        tuple(DistinctOutputs(distinct, number) for distinct, number in enumerate(counts, 1)),
        tuple(corpus.systems),
    )
    return sample, list(drawn)
