"""What is remembered is what would have been computed, and a memory has its bounds."""

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankings.analysis import bootstrap
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.memory import BYTES_OF_OTHERS, Memory
from rankings.analysis.rank_ranges import range_ends, rank_range
from rankings.analysis.remembering import digest_of_arrays, digest_of_table, recalled, remembering
from rankings.reports import computation, parts
from rankings.reports.options import PARTS, UNITS, ReportOptions
from tests.analysis.made_up import ranking

ALL_PARTS = tuple(PARTS)


def made_up(sentences: int = 12, seed: int = 1) -> list[Any]:
    rng = random.Random(seed)
    return [
        ranking(judge, str(sentence), *((system, rng.randint(1, 4)) for system in ("A B", "C", "D", "E")))
        for judge in ("ann", "bob", "eve")
        for sentence in range(sentences)
    ]


@pytest.fixture
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in {
        "FOLDS": 3,
        "FOLD_REPLICATES": 10,
    }.items():
        monkeypatch.setattr(parts, name, number)


def computed(options: ReportOptions, memory: Memory | None, judgments: list[Any] | None = None) -> str:
    report = computation.compute_report(judgments or made_up(), [12], list("ABCDE"), options, memory=memory)
    return json.dumps([report.recipe, report.result], sort_keys=True)


# Each differs from the one before in one option that some part reads.
VARIED = [
    ReportOptions(replicates=30, parts=ALL_PARTS),
    ReportOptions(replicates=30, parts=ALL_PARTS, confidence=0.8),
    ReportOptions(replicates=30, parts=ALL_PARTS, confidence=0.8, speaks_for="these-judges"),
    ReportOptions(replicates=30, parts=ALL_PARTS, confidence=0.8, method="bradley-terry"),
    ReportOptions(replicates=30, parts=ALL_PARTS, confidence=0.8),
    ReportOptions(replicates=31, parts=ALL_PARTS, confidence=0.8),
    ReportOptions(replicates=31, parts=ALL_PARTS, confidence=0.8, seed=4),
    *(ReportOptions(replicates=31, confidence=0.8, unit=unit) for unit in UNITS),
    ReportOptions(replicates=31, excluded_judges=("bob",)),
    ReportOptions(replicates=31, parts=("validation",)),
    ReportOptions(replicates=31, parts=("trueskill", "validation")),
    ReportOptions(replicates=31, parts=("trueskill",), confidence=0.7),
]


@pytest.mark.usefixtures("few_simulations")
def test_a_report_with_a_memory_is_the_report_without_one() -> None:
    memory = Memory(1 << 30)
    for options in VARIED:
        assert computed(options, memory) == computed(options, None), options
    # Again, in another order: now everything is remembered.
    for options in reversed(VARIED):
        assert computed(options, memory) == computed(options, None), options


@pytest.mark.usefixtures("few_simulations")
def test_a_memory_that_is_too_small_changes_nothing() -> None:
    memory = Memory(2 * BYTES_OF_OTHERS)
    for options in VARIED[:3]:
        assert computed(options, memory) == computed(options, None)
        assert memory.bytes <= 2 * BYTES_OF_OTHERS


def test_other_judgments_and_other_judges_are_not_mixed_up() -> None:
    memory = Memory(1 << 30)
    options = ReportOptions(replicates=20, parts=())
    for judgments in (made_up(), made_up(seed=2), made_up(11)):
        assert computed(options, memory, judgments) == computed(options, None, judgments)
    table, other = (JudgmentTable.from_judgments(made_up(seed=seed)) for seed in (1, 2))
    renamed = JudgmentTable(
        table.systems, ("ann", "bob", "zoe"), *(getattr(table, name) for name in table.__slots__[2:])
    )
    assert len({digest_of_table(one) for one in (table, other, renamed)}) == 3
    assert digest_of_table(table) == digest_of_table(JudgmentTable.from_judgments(made_up()))


def test_another_confidence_draws_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(1 << 30)
    computed(ReportOptions(parts=(), replicates=30), memory)

    def refuse(*arguments: object) -> None:
        raise AssertionError("drawn again")

    monkeypatch.setattr(bootstrap, "_batch_seeds", refuse)
    computed(ReportOptions(parts=(), replicates=30, confidence=0.8), memory)
    with pytest.raises(AssertionError, match="drawn again"):
        computed(ReportOptions(parts=(), replicates=30, seed=7), memory)


def test_another_part_computes_that_part_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = Memory(1 << 30)
    computed(ReportOptions(replicates=30, parts=()), memory)
    asked: list[str] = []
    for name in ("ranking", "agreement", "methods", "head_to_head", "judge_rankings", "cross_validation"):
        real = getattr(parts, name)

        def noted(*given: Any, name: str = name, real: Any = real, **settings: Any) -> Any:
            asked.append(name)
            return real(*given, **settings)

        monkeypatch.setattr(parts, name, noted)
    computed(ReportOptions(replicates=30, parts=("validation",)), memory)
    assert asked == ["cross_validation"]


def test_what_was_not_asked_for_longest_goes_first() -> None:
    memory = Memory(2 * 800)
    made: list[str] = []

    def value(key: str) -> np.ndarray[Any, Any]:
        def make() -> np.ndarray[Any, Any]:
            made.append(key)
            return np.zeros(100)

        return memory.recall(key, make)

    for key in ("a", "b", "a", "c", "a", "b"):
        value(key)
    assert made == ["a", "b", "c", "b"]
    assert (len(memory), memory.bytes) == (2, 1600)
    memory.recall("large", lambda: np.zeros(1000))
    assert (len(memory), memory.bytes) == (2, 1600)
    memory.clear()
    assert (len(memory), memory.bytes) == (0, 0)


def test_what_is_too_old_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("rankings.analysis.memory.time.monotonic", lambda: now)
    memory = Memory(1 << 20, most_seconds=3600)
    memory.recall("early", lambda: 1)
    now += 3000
    memory.recall("late", lambda: 1)
    now += 1000
    assert memory.recall("late", lambda: 2) == 1
    assert memory.recall("early", lambda: 2) == 2


def test_nobody_changes_what_is_remembered() -> None:
    kept = Memory(1 << 20).recall("key", lambda: [np.zeros(3)])
    with pytest.raises(ValueError, match="read-only"):
        kept[0][0] = 1


def test_without_a_memory_nothing_is_kept_and_no_key_made() -> None:
    made = [recalled(lambda: pytest.fail("asked for a key"), object) for _ in range(2)]
    assert made[0] is not made[1]
    memory = Memory(1 << 20)
    with remembering(memory):
        assert recalled(lambda: "key", lambda: 1) == recalled(lambda: "key", lambda: 2) == 1
    assert len(memory) == 1


def test_an_error_is_not_remembered() -> None:
    memory = Memory(1 << 20)
    with pytest.raises(ZeroDivisionError):
        memory.recall("key", lambda: 1 // 0)
    assert memory.recall("key", lambda: 2) == 2


def test_arrays_of_other_shape_or_type_have_another_digest() -> None:
    same = [np.zeros(4), np.zeros((2, 2)), np.zeros(4, dtype=np.int64), np.zeros(8, dtype=np.float32)]
    assert len({digest_of_arrays(one) for one in same}) == 4
    assert digest_of_arrays(np.arange(6).reshape(2, 3).T) == digest_of_arrays(
        np.ascontiguousarray(np.arange(6).reshape(2, 3).T)
    )


@settings(max_examples=200, deadline=None)
@given(
    rows=st.integers(1, 12).flatmap(
        lambda ranks: st.lists(
            st.lists(st.integers(0, 60).map(lambda n: n / 3), min_size=ranks, max_size=ranks),
            min_size=1,
            max_size=6,
        )
    ),
    cut=st.integers(0, 60),
)
def test_many_ranges_at_once_are_those_one_by_one(rows: list[list[float]], cut: int) -> None:
    counts = np.array(rows)
    one_by_one = [rank_range(row, cut, cut) for row in counts]
    assert range_ends(counts, cut) == ([one.low for one in one_by_one], [one.high for one in one_by_one])
