"""The page of a public report: that of the archive, with a citation and the archive to download."""

from collections.abc import Sequence

from appraise_gec.presentation.documents import Block, Exact, Links, Part, Prose
from rankings.reports.paper.companion import Companion
from rankings.reports.paper.contents import Contents
from rankings.reports.paper.licences import LICENCES
from rankings.reports.paper.paper import Paper
from rankings.reports.paper.texts import citation

ARCHIVE = "paper.zip"
FROZEN = "A frozen copy of the report of {date}: rankings and changes that came later are not in it."


def public_page(paper: Paper, companions: Sequence[Companion] = ()) -> bytes:
    """The page in UTF-8. Its links lead to files below its own address."""
    wishes = paper.wishes
    licence = LICENCES[wishes.licence].title if wishes.licence else ""
    terms = f"Licence of the data: {licence}." if licence else "No licence of the data is stated."
    blocks: list[Block] = [
        Prose(f"{FROZEN.format(date=wishes.date)} Judges have pseudonyms{_systems(paper)}."),
        Prose(
            "The archive holds this page, every table and figure, the rankings in every format with a "
            f"codebook, and the recipe that computes the numbers again. {terms}"
        ),
        Links([(f"Download {ARCHIVE}", ARCHIVE)]),
        Exact(citation(paper)),
    ]
    return Contents(paper, companions).page(wishes.title, [Part("cite", "Citation and download", blocks)])


def _systems(paper: Paper) -> str:
    return ", and so have systems" if paper.wishes.masked else ""
