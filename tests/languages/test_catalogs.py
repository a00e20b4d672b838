"""The catalogs in `locale/`: complete, and as the sources and their translations want them.

They are kept with Django's own commands, `makemessages` and `compilemessages`. The compiled files are kept,
too, so that nobody who starts the site needs the programs of GNU gettext.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import to_locale

from tests.conftest import CHECKOUT
from tests.missing import missing_or_skip

LANGUAGES = [to_locale(code) for code, _ in settings.LANGUAGES if code != "en"]
SOURCES = ("appraise_gec", "rankings", "metrics", "templates", "static/js", "locale")


@pytest.fixture(scope="module", autouse=True)
def _gettext() -> None:
    if not shutil.which("xgettext"):
        missing_or_skip("gettext", "the programs of GNU gettext are not installed")


@pytest.fixture(scope="module")
def renewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The catalogs as `makemessages` writes them now, in a copy of the sources."""
    copy = tmp_path_factory.mktemp("sources")
    for folder in SOURCES:
        shutil.copytree(CHECKOUT / folder, copy / folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(copy)
        patch.setattr(settings, "LOCALE_PATHS", [str(copy / "locale")])
        for domain in ("django", "djangojs"):
            call_command("makemessages", domain=domain, locale=LANGUAGES, add_location="file", verbosity=0)
    return copy / "locale"


@pytest.mark.parametrize("domain", ["django", "djangojs"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated(renewed: Path, language: str, domain: str, tmp_path: Path) -> None:
    catalog = renewed / language / "LC_MESSAGES" / f"{domain}.po"
    for doubtful in ("--untranslated", "--only-fuzzy"):
        found = subprocess.run(
            ["msgattrib", doubtful, "--no-obsolete", str(catalog)], capture_output=True, text=True, check=True
        )
        assert not found.stdout, f"python -P manage.py makemessages, then translate:\n{found.stdout}"
    compiled = tmp_path / "catalog.mo"
    subprocess.run(["msgfmt", "--check", "-o", str(compiled), str(catalog)], check=True)
    kept = CHECKOUT / "locale" / language / "LC_MESSAGES" / f"{domain}.mo"
    assert kept.read_bytes() == compiled.read_bytes(), "python -P manage.py compilemessages"
