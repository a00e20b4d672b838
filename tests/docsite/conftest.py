"""The documentation site, built once for all tests of a process."""

import importlib.util
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.missing import missing_or_skip


@pytest.fixture(scope="session")
def built() -> Iterator[Path]:
    """The folder of the built site, which is built without a warning of Python."""
    if importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("myst_parser") is None:
        missing_or_skip("sphinx", "Sphinx and MyST are not installed.")
    from docsite.building import build

    with tempfile.TemporaryDirectory(prefix="appraise-gec-docs-") as folder:
        site = Path(folder) / "docs"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            build(site)
        yield site
