"""Where a program is missing, one block names the skipped tests and the command that brings it."""

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import CHECKOUT
from tests.missing import NEEDS

FILE = "tests/browser/test_wide_tables.py"

pytestmark = pytest.mark.operations


def run_without_chromium(**variables: str) -> subprocess.CompletedProcess[str]:
    """Some tests of pages, side by side as ./run test does it, on a machine without a browser."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment.pop("APPRAISE_GEC_REQUIRE_ALL", None)
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", FILE],
        cwd=CHECKOUT,
        env={**environment, "APPRAISE_GEC_CHROMIUM": "/nowhere/chromium", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_skipped_tests_are_one_block_with_number_and_command():
    done = run_without_chromium()
    assert done.returncode == 0, done.stdout
    skipped = re.search(r"= (\d+) skipped in", done.stdout)
    assert skipped and int(skipped[1]) > 1
    assert done.stdout.count("/nowhere/chromium") == 1
    assert done.stdout.count(NEEDS["chromium"].install) == 1
    assert f"{skipped[1]} tests skipped, which check {NEEDS['chromium'].checks}" in done.stdout
    assert "SKIPPED" not in done.stdout


def test_where_everything_is_required_they_fail_with_the_command():
    done = run_without_chromium(APPRAISE_GEC_REQUIRE_ALL="1")
    assert done.returncode == 1
    assert NEEDS["chromium"].install in done.stdout
    assert " skipped" not in done.stdout
