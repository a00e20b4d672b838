"""The published tables and figures, ours beside the print."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from appraise_gec.declared import Told
from appraise_gec.library.arguments import ArgumentError, File, Force, Progress, Target, front_door, several
from appraise_gec.library.files import InputFiles
from appraise_gec.library.finding import Finding, described_by, document_bytes
from appraise_gec.library.writing import check_folder, write_folder
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from appraise_gec.reproduction.comparing import Reproduction

FILES = ("reproduction.html", "reproduction.json")


@front_door
def reproduce(
    folder: Annotated[File, Told(metavar="FOLDER", kind="file")],
    *,
    only: Annotated[Sequence[str] | str, Told(metavar="TABLE")] = (),
    quick: bool = False,
    output: Target = None,
    force: Force = False,
    progress: Progress = None,
) -> "Finding[Reproduction]":
    """Compute the tables and figures of four papers from the released data, and compare them with the print.

    FOLDER holds the data; docs/reproduction.md says what lies where. What is missing is listed as not
    reproduced; a folder that holds none of it is refused.

    Args:
        folder: of the data.
        only: only this table or figure, such as ng2014-table-7, or those of one paper, such as ng2014.
        quick: leave out what takes more than a minute.
        output: write reproduction.html and reproduction.json to this folder.
        force: write over files of an earlier call.

    Raises:
        FormatError: no folder with such data, or a file that cannot be read.
        ValueError: there is no such table or figure.

    Examples:
        # Are the published numbers ours, too?
        reproduce data -o reproduction
        # A quick look
        reproduce data --quick
    """
    from appraise_gec.reproduction.exhibits import chosen_exhibits, reproduce
    from appraise_gec.reproduction.page import page
    from appraise_gec.reproduction.release import Release

    data = Path(folder)
    if not data.is_dir():
        expected = "Expected a folder; docs/reproduction.md says what lies where."
        raise FormatError(Problem(str(data), expected))
    release = Release(data)
    try:
        chosen = chosen_exhibits(several(only))
    except ValueError as error:
        raise ArgumentError(f"only: {error}") from None
    target = Path(output) if output is not None else None
    if target is not None:
        check_folder(target, inputs=(), names=FILES, force=force)
    made = reproduce(release, chosen, quick=quick, progress=progress)
    inputs = InputFiles()
    inputs.hashes += [{"file": name, "sha256": sha256} for name, sha256 in sorted(release.hashes.items())]
    found = Finding(made, described_by("appraise_gec.reproduction.page:summary", made), inputs)
    if target is not None:
        asked = found.asked_by("reproduce", {"only": list(several(only)), "quick": quick})
        document = document_bytes({"recipe": asked.recipe, "result": asked.to_json()})
        write_folder(target, dict(zip(FILES, (page(made), document), strict=True)))
    return found
