"""The site's own static files, as production serves them, and who may read them."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.files.storage import storages
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


@pytest.fixture(params=[0o022, 0o077, 0o000], ids=oct)
def umask(request) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_user_can_read_the_collected_files_and_only_their_owner_can_change_them(
    settings, tmp_path, umask
):
    settings.STORAGES = {**production.STORAGES}
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATICFILES_DIRS = [tmp_path / "given"]
    (tmp_path / "given" / "css").mkdir(parents=True)
    (tmp_path / "given" / "css" / "page.css").write_text("p { color: black }\n" * 100)
    call_command("collectstatic", "--noinput", verbosity=0)
    assert isinstance(storages["staticfiles"], HashedStaticFilesStorage)
    found = [tmp_path / "static", *(tmp_path / "static").rglob("*")]
    suffixes = {path.suffix for path in found if path.is_file()}
    assert {".css", ".gz", ".json"} <= suffixes
    assert {mode(path) for path in found if path.is_file()} == {0o644}
    assert {mode(path) for path in found if path.is_dir()} == {0o755}
