"""The site's own static files, as production serves them: without one it does not start, or answers 500."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from appraise_gec import settings as production
from appraise_gec.static_files import HashedStaticFilesStorage

ROOT = Path(__file__).parents[2]
STATIC = re.compile(r"{%\s*static\s+['\"]([^'\"]+)['\"]")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> HashedStaticFilesStorage:
    """Everything in `static/` and in the applications, collected as `./run` and the image do."""
    folder = tmp_path_factory.mktemp("static")
    # The storages that Django keeps are made anew for the tests that come after.
    with override_settings(STORAGES=production.STORAGES, STATIC_ROOT=folder):
        call_command("collectstatic", "--noinput", verbosity=0)
        return HashedStaticFilesStorage(location=folder)


def test_all_that_a_template_names_is_there(collected: HashedStaticFilesStorage) -> None:
    names = {
        name
        for template in (ROOT / "templates").rglob("*.html")
        for name in STATIC.findall(template.read_text(encoding="utf-8"))
    }
    assert len(names) > 10
    assert not names - collected.hashed_files.keys()
