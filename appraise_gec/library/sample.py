"""The items that judges are to rank (2015 paper, section 4.1 and Figure 1)."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    FILES_OF_OUTPUTS,
    File,
    Force,
    OnlySystems,
    OptionalFile,
    Seed,
    Target,
    WithoutSystems,
    front_door,
    path_of,
    several,
)
from appraise_gec.library.files import InputFiles, refused_values, shown_path
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.metric_inputs import system_files
from appraise_gec.library.writing import check_file, write_file
from rankings.analysis.choices import SEED
from rankings.formats.filtering import SystemChoice
from rankings.formats.records import FormatError

if TYPE_CHECKING:
    from rankings.formats.samples import Sample


@front_door
def sample(
    outputs: Annotated[Sequence[File] | File, Told(metavar="OUTPUT...", kind="files", help=FILES_OF_OUTPUTS)],
    *,
    source: Annotated[File, Told(metavar="FILE", kind="file")],
    documents: OptionalFile = None,
    systems: OnlySystems = (),
    without: WithoutSystems = (),
    add_input: Annotated[bool, Told("--input")] = True,
    max_outputs: Annotated[int, Told(least=2)] = 5,
    least_outputs: Annotated[int, Told(least=1)] = 1,
    sampler: Literal["diversity", "uniform"] = "diversity",
    replacement: bool = True,
    items: Annotated[int | None, Told(metavar="N", least=0)] = None,
    seed: Seed = SEED,
    output: Target = None,
    force: Force = False,
) -> "Finding[Sample]":
    """Sample sentences and outputs for judging.

    Args:
        source: source sentences, one per line.
        documents: identifiers of documents, one per line, parallel to the source.
        add_input: whether the unchanged source takes part.
        max_outputs: outputs shown at most (M).
        least_outputs: distinct outputs that a sentence must have; 2 leaves out what has nothing to compare.
        sampler: the distribution of the 2015 paper, or the same probability for all sentences.
        replacement: whether a sentence can be drawn again.
        items: items to sample; as many as sentences if not given.
        output: also write the items to this file: as task XML if it ends in .xml, else as blocks of lines.

    Raises:
        FormatError: files that cannot be read or do not fit together.
        ValueError: a setting is out of its range.

    Examples:
        # 100 items to judge
        sample --source source.txt outputs --items 100 -o items.tsv
        # Among three systems, as the task XML of the 2015 campaign
        sample --source source.txt outputs --systems A,B,C -o items.xml
    """
    from rankings.formats.corpus import read_corpus
    from rankings.formats.samples import (
        DistinctOutputs,
        Sample,
        SampledSentence,
        items_of,
        write_blocks,
        write_task_xml,
    )
    from rankings.items.collapse import collapse_corpus, distinct_output_counts
    from rankings.items.sampling import coverage_table, sample_items, sampling_probabilities

    inputs = InputFiles()
    chosen = SystemChoice(several(systems), several(without))
    paths = tuple(map(Path, several(outputs)))
    beside = path_of(documents)
    files = system_files(paths, chosen)
    corpus = read_corpus(
        _read(inputs, Path(source), "source"),
        {system: _read(inputs, path, "output") for system, path in files.items()},
        _read(inputs, beside, "documents") if beside else None,
        add_input=add_input,
    )
    if not corpus.usable:
        raise FormatError(list(corpus.problems))
    with refused_values(shown_path(Path(source))):
        sets = collapse_corpus(corpus.outputs)
        drawing: Any = {"max_outputs": max_outputs, "least_outputs": least_outputs, "sampler": sampler}
        number = len(sets) if items is None else items
        drawn = sample_items(sets, items=number, seed=seed, replacement=replacement, **drawing)
        probabilities = sampling_probabilities(sets, **drawing)
    coverage = coverage_table(sets, max_outputs)
    found = Sample(
        tuple(
            SampledSentence(index, len(texts), covered, probability)
            for index, (texts, covered, probability) in enumerate(
                zip(sets, coverage, probabilities, strict=True)
            )
        ),
        items_of(drawn),
        tuple(
            DistinctOutputs(distinct, sentences)
            for distinct, sentences in enumerate(distinct_output_counts(sets, len(corpus.systems)), 1)
        ),
        tuple(corpus.systems),
    )
    if output is not None:
        target = Path(output)
        read = [Path(source), *([beside] if beside else []), *system_files(paths).values()]
        check_file(target, inputs=read, force=force)
        is_xml = target.suffix.lower() == ".xml"
        write_file(target, [write_task_xml(drawn, corpus) if is_xml else write_blocks(drawn)])
    return Finding(
        found,
        described_by("rankings.sections.outputs:describe_sample", found, max_outputs),
        inputs,
        (*inputs.warnings, *corpus.problems),
        settled={**chosen.settings, "items": len(found.items)},
    )


def _read(inputs: InputFiles, path: Path, role: str) -> tuple[str, bytes]:
    return shown_path(path), inputs.read(path, role)
