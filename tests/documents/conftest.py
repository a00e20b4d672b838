"""The documentation site, built once for all tests of a process."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT
from tests.missing import missing_or_skip


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; a link that leads nowhere, or an unlisted page, ends the build."""
    if importlib.util.find_spec("sphinx") is None or importlib.util.find_spec("sphinx_click") is None:
        missing_or_skip("sphinx", "Sphinx, MyST and sphinx-click are not installed.")
    folder = tmp_path_factory.mktemp("docs")
    strict = ("--fail-on-warning", "--keep-going", "--quiet", "-d", str(folder / "doctrees"))
    command = [sys.executable, "-P", "-m", "sphinx", *strict, str(CHECKOUT / "docs"), str(folder / "site")]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return folder / "site"
