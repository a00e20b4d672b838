"""Sentences of stored results are messages again, so that pages can translate them; none is left out."""

import random
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from appraise_gec.words import Worded
from rankings.analysis.choices import BOOTSTRAP_UNITS
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.methods import OFFERED
from rankings.formats.json_form import to_json
from rankings.formats.records import Judgment
from rankings.reports import parts
from rankings.reports.computation import compute_report
from rankings.reports.options import UNITS, ReportOptions
from rankings.reports.result import report_result
from rankings.tables.stored_words import worded
from tests.analysis.made_up import ranking

# Fields that hold sentences or words of `rankings.analysis`.
SENTENCES = {"reason", "notes", "without_ranges", "without_correlations", "degree", "applies", "title"}


def sentences_of(value: Any) -> Iterator[str]:
    """Every stored sentence in a result."""
    if is_dataclass(value):
        for field in fields(value):
            part = getattr(value, field.name)
            if field.name in SENTENCES:
                yield from (one for one in ([part] if isinstance(part, str) else part) if one)
            else:
                yield from sentences_of(part)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from sentences_of(item)


def linked() -> list[Judgment]:
    """Three judges and three systems with ties, and a fourth system that was met by one."""
    draw = random.Random(5)
    made = []
    for sentence in range(40):
        for judge in ("ann", "bob", "eva"):
            ranks = [(name, draw.choice((1, 1, 2))) for name in ("A", "B and C", "D")]
            made.append(ranking(judge, str(sentence), *ranks))
    return [*made, *(ranking("ann", f"late {number}", ("A", 1), ("LATE", 1)) for number in range(9))]


SHAPES = {
    "many": linked(),
    "one": [ranking("ann", "1", ("A", 1), ("B", 2))],
    "few": [ranking(judge, str(number), ("A", 1), ("B", 2)) for judge in ("x", "y") for number in range(4)],
    "rough": [
        ranking(judge, str(number), ("A", 1 + (number == 3)), ("B", 2 - (number == 3)), ("C", 3))
        for judge in ("x", "y", "z")
        for number in range(8)
    ],
    "tied": [ranking("x", str(number), ("A", 1), ("B", 1), ("C", 1)) for number in range(12)],
    "apart": [ranking("x", str(number), *pair) for number in range(12) for pair in (
        (("A", 1), ("B", 2)), (("C", 1 + number % 2), ("D", 2 - number % 2)),
    )],
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("unit", UNITS)
def test_every_sentence_of_a_report_is_known(shape: str, unit: Any) -> None:
    asked = ("validation",) if shape in ("one", "apart") else ()
    options = ReportOptions(replicates=40, unit=unit, parts=asked)
    computed = compute_report(SHAPES[shape], [1, 2], ["A", "NEVER"], options)
    stored = report_result(computed.result)
    unknown = {text for text in sentences_of(stored) if not isinstance(worded(text), Worded)}
    assert unknown == set()
    # English is what was stored, to the letter.
    assert all(worded(text) == text for text in sentences_of(stored))


@pytest.mark.parametrize("method", OFFERED)
@pytest.mark.parametrize("unit", BOOTSTRAP_UNITS)
def test_every_sentence_of_a_ranking_is_known(method: Any, unit: Any) -> None:
    for made in SHAPES.values():
        for replicates in (1, 20, 800) if method == "expected-wins" else (20,):
            found = parts.ranking(
                JudgmentTable.from_judgments(made),
                method,
                unit,
                ReportOptions(replicates=replicates),
                lambda share: None,
            )
            texts = set(sentences_of(found))
            assert {text for text in texts if not isinstance(worded(text), Worded)} == set()


def test_what_nobody_knows_stays_as_it_is() -> None:
    for text in ("A sentence of another version.", "", "Never compared with any system: "):
        assert worded(text) == text
        assert not isinstance(worded(text), Worded)


def test_names_stay_names() -> None:
    """A system may be called like a word of ours."""
    text = "Never compared with any system: judges, sentences, 12.5."
    said = worded(text)
    assert said == text
    assert said.values == {"names": "judges, sentences, 12.5"}  # type: ignore[attr-defined]
    assert type(said.values["names"]) is str  # type: ignore[attr-defined]


def test_storing_a_result_keeps_english_text() -> None:
    found = parts.ranking(
        JudgmentTable.from_judgments(SHAPES["many"]),
        "expected-wins",
        "sentences",
        ReportOptions(replicates=40),
        lambda share: None,
    )
    assert to_json(found)["title"] == "Expected Wins"
