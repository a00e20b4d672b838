"""What every test may ask for."""

import os
from pathlib import Path

import pytest

REQUIRE_ALL = os.environ.get("APPRAISE_GEC_REQUIRE_ALL") == "1"
CHECKOUT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the published data and the numbers of the original scripts."""
    folder = Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared")
    if not (folder / "data" / "gjg15" / "judgments.xml").is_file():
        missing_or_skip(f"the published 2015 data are not at {folder}; set APPRAISE_GEC_SHARED to their folder")
    return folder


def missing_or_skip(reason: str) -> None:
    """Skip with one line why, or fail where everything is required."""
    if REQUIRE_ALL:
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
