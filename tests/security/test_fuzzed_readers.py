"""Damaged files never end a reader in anything but its refusal: a short run of what goes on at night."""

from benchmarks import fuzz_readers


def test_no_damaged_file_ends_in_a_foreign_exception():
    readers = fuzz_readers.readers()
    understood, failures = fuzz_readers.fuzz(range(30 * len(readers)), 1, readers)
    assert [str(failure) for failure in failures] == []
    for name, (taken, asked) in understood.items():
        assert asked == 30, name
        assert taken > 0, f"{name} understood nothing, so what is damaged was not valid before"
