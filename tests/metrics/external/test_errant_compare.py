"""ERRANT's comparison with gold edits, against the command `errant_compare` itself."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from metrics.references.edits import Gold
from metrics.references.m2_file import read_m2
from metrics.scorers.errant import BLANK, Errant, load_annotator
from metrics.scorers.results import Score
from metrics.scorers.scorer import Material
from tests.metrics.m2_text import m2_text
from tests.missing import missing_or_skip

PART = 60
Compare = Callable[[Gold, Sequence[str], str], tuple[list[str], dict[str, tuple[int, int]]]]


@pytest.fixture(autouse=True)
def errant():
    if find_spec("errant") is None:
        missing_or_skip("errant", "the package errant is not installed")


@pytest.fixture
def compare(tmp_path, monkeypatch, capsys) -> Compare:
    """What `errant_compare -hyp output.m2 -ref gold.m2 -cat 3` prints: totals; then by type."""
    annotator = load_annotator(BLANK)

    def run(gold: Gold, output: Sequence[str], merging: str) -> tuple[list[str], dict[str, tuple[int, int]]]:
        hyp, ref = tmp_path / "output.m2", tmp_path / "gold.m2"
        hyp.write_text(
            "".join(_block(annotator, *pair, merging) for pair in zip(gold.sources, output, strict=True))
        )
        ref.write_text(m2_text(gold))
        monkeypatch.setattr(sys, "argv", ["errant_compare", "-hyp", str(hyp), "-ref", str(ref), "-cat", "3"])
        capsys.readouterr()
        import_module("errant.commands.compare_m2").main()
        return _printed(capsys.readouterr().out)

    return run


def _block(annotator: Any, source: str, output: str, merging: str) -> str:
    """As `errant_parallel -lev` writes a sentence; without a model, edits have no types."""
    lines = [f"S {source}"]
    one, other = annotator.parse(source), annotator.parse(output)
    edits = annotator.merge(annotator.align(one, other, lev=True), merging)
    return "\n".join([*lines, *(edit.to_m2(0) for edit in edits)]) + "\n\n"


def _printed(text: str) -> tuple[list[str], dict[str, tuple[int, int]]]:
    types = {}
    rows = [line.split() for line in text.splitlines() if line and not line.startswith("=")]
    for category, right, _, missed, *_ in rows[1 : rows.index(["TP", "FP", "FN", "Prec", "Rec", "F0.5"])]:
        if int(right) + int(missed):
            types[category] = int(right), int(right) + int(missed)
    return rows[-1], types


def _ours(score: Score) -> tuple[list[str], dict[str, tuple[int, int]]]:
    counts = [str(score.parts[name]) for name in ("tp", "fp", "fn")]
    fractions = [str(round(score.parts[name], 4)) for name in ("precision", "recall", "f")]
    return [*counts, *fractions], {kind.type: (kind.matched, kind.gold) for kind in score.types}


@pytest.mark.parametrize(
    "name",
    ["official-2014.0", "official-2014.combined-withalt"],
)
def test_published_outputs_score_as_errant_compare_scores_them(name, gold, outputs, compare):
    part = gold[name].part(range(PART))
    material = Material(part.sources, part)
    scorer = Errant(merging="all-merge", model=BLANK)
    for system in ("CAMB", "INPUT"):
        lines = outputs[system][:PART]
        assert _ours(scorer.score(lines, material)) == compare(part, lines, "all-merge"), system


TOKEN = st.sampled_from(["a", "b", "c"])
KIND = st.sampled_from(["X", "R:NOUN", "UNK"])
CORRECTION = st.sampled_from(["", "a", "b", "a b", "a||b", "c c"])


@st.composite
def gold_blocks(draw) -> str:
    """A sentence with any edits: twice the same, none, only detected, alternatives, annotators left out."""
    tokens = draw(st.lists(TOKEN, min_size=1, max_size=5))
    lines = [f"S {' '.join(tokens)}"]
    for annotator in draw(st.sets(st.integers(0, 2), max_size=3)):
        edits = draw(
            st.lists(st.tuples(st.integers(0, len(tokens)), st.integers(0, 2), KIND, CORRECTION), max_size=4)
        )
        for start, length, kind, correction in edits:
            end = min(start + length, len(tokens))
            lines.append(f"A {start} {end}|||{kind}|||{correction}|||REQUIRED|||-NONE-|||{annotator}")
        if not edits:
            lines.append(f"A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||{annotator}")
    return "\n".join(lines) + "\n\n"


def test_any_gold_scores_as_errant_compare_scores_it(compare):
    output = st.lists(TOKEN, max_size=6).map(" ".join)

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.tuples(gold_blocks(), output), min_size=1, max_size=6))
    def check(drawn):
        gold = read_m2("".join(block for block, _ in drawn).encode(), "gold.m2")
        lines = [line for _, line in drawn]
        score = Errant(merging="all-split", model=BLANK).score(lines, Material(gold.sources, gold))
        assert _ours(score) == compare(gold, lines, "all-split")

    check()
