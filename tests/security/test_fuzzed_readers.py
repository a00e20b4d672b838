"""Damaged files never end a reader in anything but its refusal: a short run of what goes on at night."""

import time
from random import Random

import pytest

from benchmarks import fuzz_readers


def test_no_damaged_file_ends_in_a_foreign_exception():
    understood, failures = fuzz_readers.fuzz(range(570), 1, fuzz_readers.readers())
    assert [str(failure) for failure in failures] == []
    for name, (taken, asked) in understood.items():
        assert asked == 30, name
        assert taken > 0, f"{name} understood nothing, so what is damaged was not valid before"


def test_an_input_follows_from_the_seed_and_its_number():
    files = fuzz_readers.readers()["gold"].files
    made = [fuzz_readers.damaged(files, Random(f"1 {number}")) for number in range(40)]
    assert made == [fuzz_readers.damaged(files, Random(f"1 {number}")) for number in range(40)]
    assert len(set(made)) > 20


def broken(data: bytes) -> None:
    raise RecursionError("deep")


def slow(data: bytes) -> None:
    time.sleep(0.002)


@pytest.mark.parametrize(
    ("read", "why"), [(broken, "RecursionError: deep"), (slow, "TimeoutError: took 0.0 s")]
)
def test_what_fails_is_printed_with_its_number(read, why: str, monkeypatch: pytest.MonkeyPatch, capsys):
    monkeypatch.setattr(fuzz_readers, "SLOWEST_SECONDS", 0.001)
    monkeypatch.setattr(fuzz_readers, "readers", lambda: {"poor": fuzz_readers.Reader([b"x"], read)})
    assert fuzz_readers.main(["--only", "7", "--seed", "3"]) == 1
    said = capsys.readouterr().out
    assert f"input 7 to poor: {why}" in said
    assert "again: python -m benchmarks.fuzz_readers --seed 3 --only 7" in said
    assert "1 inputs in 0 s, seed 3: 1 failures" in said
