"""`appraise-gec head-to-head`: every two systems against each other (2015 paper, Table 3d)."""

from typing import TYPE_CHECKING

import click

from appraise_gec.cli.documents import write_answer
from appraise_gec.cli.options import OneOf, selected_judgments, speaks_for_option_of
from appraise_gec.library.selection import Selection

if TYPE_CHECKING:
    from rankings.analysis.choices import PairTest, SpeaksFor


def _tests() -> tuple[str, ...]:
    from rankings.analysis.choices import PAIR_TESTS

    return PAIR_TESTS


@click.command()
@selected_judgments
@speaks_for_option_of("For whom marks speak, by a test that is corrected for the number of pairs.")
@click.option(
    "--test",
    type=OneOf(_tests),
    help="Marks by this test instead; sign is that of the 2015 paper.",
)
@click.option(
    "--as-published",
    is_flag=True,
    help="As the 2015 script: the sign test; no wins count as one, p has four digits for marks.",
)
@click.option(
    "--pairs", "all_pairs", is_flag=True, help="In the table for people, every pair with its tests."
)
def command(  # noqa: PLR0917 - click passes by name
    selection: Selection,
    as_json: bool,
    speaks_for: "SpeaksFor | None",
    test: "PairTest | None",
    as_published: bool,
    all_pairs: bool,
) -> None:
    """Compare every two systems, and test which differ.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.library.judgment_files import read_evaluation
    from appraise_gec.library.refusals import refused_values
    from appraise_gec.present import terminal
    from rankings.analysis import head_to_head as analysis
    from rankings.formats.results import to_json
    from rankings.tables import head_to_head as tables

    evaluation = read_evaluation(selection)
    systems = evaluation.table.systems
    with refused_values(evaluation.place):
        if len(systems) < 2:
            raise ValueError(f"expected at least two systems; the judgments name {len(systems)}")
    with refused_values("appraise-gec head-to-head"):
        result = analysis.compare_systems(
            evaluation.table, as_published=as_published, speaks_for=speaks_for, test=test
        )

    def text() -> str:
        shown = [tables.matrix(result, test=tables.test_of(result.test)), tables.pairs_that_differ(result)]
        return "\n\n".join(map(terminal.write, [*shown, *([tables.every_pair(result)] if all_pairs else [])]))

    settings = {"speaks_for": result.speaks_for, "test": result.test, "as_published": as_published}
    document = {**to_json(result), "pairs": to_json(result.ordered)}
    write_answer(evaluation.answer("head-to-head", settings, document, text), as_json=as_json)
