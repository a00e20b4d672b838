"""Whether judgments and outputs mean the same sentences: published files, and made-up ones."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.formats.columns import Judgments
from rankings.formats.judgments import read_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.items.collapse import collapse, collapse_key
from rankings.items.sentence_numbers import misfit, renumbered

Texts = dict[str, list[str]]


def folder_of_outputs(folder: Path) -> Texts:
    return {path.name: path.read_text().splitlines() for path in folder.iterdir()}


def misfit_of(judgments: Iterable[Judgment], texts: Texts, first: int = 0) -> str:
    count = len(next(iter(texts.values())))

    def text_of(system: str, index: int) -> str | None:
        return collapse_key(texts[system][index]) if system in texts and index < count else None

    return misfit(judgments, text_of, count, first, "--first-sentence")


@pytest.mark.parametrize("name", ["judgments_edit.xml", "judgments_sent.xml"])
def test_a_published_file_that_counts_from_1_is_refused_with_what_to_set(shared: Path, name: str) -> None:
    texts = folder_of_outputs(shared / "data/seeda/outputs")
    judgments = read_judgments((shared / "data/seeda" / name).read_bytes(), name)
    why = misfit_of(judgments, texts)
    assert "736 of 974 outputs" in why
    assert "number 0: set --first-sentence to another" in why
    assert misfit_of(renumbered(judgments, 1), texts, 1) == ""


@pytest.mark.parametrize("first", [-1, 0, 1])
def test_the_judgments_of_2015_fit_as_they_are_and_in_no_other_way(shared: Path, first: int) -> None:
    texts = folder_of_outputs(shared / "data/gjg15/outputs")
    judgments = read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml")
    moved = Judgments.of(
        replace(one, sentence=str(int(one.sentence) + first)) for one in judgments if one.sentence != "0"
    )
    assert bool(misfit_of(moved, texts)) == (first != 0)
    assert misfit_of(renumbered(moved, first), texts, first) == ""


@st.composite
def campaigns(draw: st.DrawFn) -> tuple[Texts, list[Judgment]]:
    """Texts of four systems, and judgments whose outputs are exactly the distinct texts."""
    lines = draw(st.integers(3, 12))
    alphabet = st.sampled_from(["one", "two", "three"])
    texts = {name: draw(st.lists(alphabet, min_size=lines, max_size=lines)) for name in "ABCD"}
    judgments = []
    for index in draw(st.lists(st.integers(0, lines - 1), max_size=20)):
        groups = collapse({name: texts[name][index] for name in texts}).systems
        outputs = tuple(JudgedOutput(group, rank) for rank, group in enumerate(groups, start=1))
        judgments.append(Judgment("ann", str(index), outputs))
    return texts, judgments


@given(campaigns())
def test_judgments_that_fit_are_never_refused(made_up: tuple[Texts, list[Judgment]]) -> None:
    texts, judgments = made_up
    assert misfit_of(judgments, texts) == ""
