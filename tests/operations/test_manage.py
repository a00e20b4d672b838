"""Django's own commands: what they say before the site has been started, and that migrations are complete."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.conftest import CHECKOUT


def test_a_database_without_tables_is_explained(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("APPRAISE_GEC_")}
    environment |= {"APPRAISE_GEC_VAR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "appraise_gec.settings"}
    done = subprocess.run(
        [sys.executable, "manage.py", "upload", "judgments", "judgments=judgments.xml", "--as", "anna"],
        cwd=CHECKOUT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "The database is not prepared for this version yet." in done.stderr
    assert "./run manage migrate" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
