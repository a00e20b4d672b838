"""Backups: all of it comes back, and nothing changes where something is wrong. On SQLite and on Postgres."""

import fcntl
import io
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Ranking
from tests.factories import make_campaign, make_items, make_judge, make_ranking
from tests.operations.elsewhere import empty_database

ODD = 'tab\t, line\nbreak\r, \\N, a\u2028line, café, 😀, "quotes"'


@pytest.fixture
def site(transactional_db: None) -> Campaign:
    if connection.vendor == "postgresql" and shutil.which("pg_dump") is None:
        pytest.fail("pg_dump is not installed", pytrace=False)
    alice = User.objects.create_user("alice", may_create_campaigns=True)
    campaign = make_campaign("spring", owner=alice, title=ODD)
    judge = make_judge(campaign, "Jo", alice)
    for item in make_items(campaign):
        make_ranking(judge, item)
    User.objects.create_user("gone").delete()
    return campaign


@pytest.fixture
def backup(site: Campaign, tmp_path: Path) -> Path:
    path = tmp_path / "site.backup"
    call_command("backup", str(path), stdout=io.StringIO())
    return path


@pytest.fixture
def elsewhere(backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty database in the place of the site's, and a data folder of its own."""
    monkeypatch.setattr(settings, "VAR", tmp_path)
    with empty_database(tmp_path):
        yield


def rows() -> dict[str, list[Any]]:
    """Every row of every table but sessions of Django's own."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list())
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }


def restore(path: Path) -> str:
    said = io.StringIO()
    call_command("restore", str(path), stdout=said, stderr=io.StringIO())
    return said.getvalue()


def test_everything_comes_back_and_numbers_that_are_gone_are_not_given_again(
    site: Campaign, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    before = rows()
    gone = User.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
    monkeypatch.setattr(settings, "VAR", tmp_path)
    with empty_database(tmp_path):
        assert "What was there" not in restore(backup)
        assert rows() == before
        assert User.objects.create_user("new").pk > gone
        Ranking.objects.all().delete()
        kept = Path(restore(backup).split("What was there before is in ")[1].rstrip(".\n"))
        assert rows() == before  # over a database that has rows, which are kept
        restore(kept)
        assert not Ranking.objects.exists()
        assert User.objects.filter(username="new").exists()


def test_a_backup_never_takes_the_place_of_a_file_and_is_whole_or_absent(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = backup.read_bytes()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(backup))
    assert backup.read_bytes() == content
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "missing" / "site.backup"))

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("backup", str(tmp_path / "second"))
    assert [path.name for path in tmp_path.iterdir()] == [backup.name]


def test_what_cannot_be_restored_changes_nothing(backup: Path, elsewhere: None, tmp_path: Path) -> None:
    restore(backup)
    User.objects.create_user("bob")
    before = rows()
    content = backup.read_bytes()
    for name, damaged in {
        "empty": b"",
        "no backup": b"hello, world\n" * 500,
        "half": content[: len(content) // 2],
        "beginning": b"x" * 20 + content[20:],
    }.items():
        (tmp_path / name).write_bytes(damaged)
        with pytest.raises(CommandError, match="Nothing changed"):
            restore(tmp_path / name)
        assert rows() == before, name
    with pytest.raises(CommandError, match="Nothing changed"):
        restore(tmp_path / "missing")
    MigrationRecorder(connection).record_applied("rankings", "9999_of_another_version")
    call_command("backup", str(tmp_path / "newer"), stdout=io.StringIO())
    with pytest.raises(CommandError, match=r"another version of Appraise GEC.*Nothing changed"):
        restore(tmp_path / "newer")
    with (tmp_path / "run.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match=r"\./run is running"):
            restore(backup)
    assert rows() == before


def test_the_database_is_backed_up_before_its_tables_change(
    elsewhere: None, tmp_path: Path, backup: Path
) -> None:
    restore(backup)
    assert not list(tmp_path.glob("backups/*"))  # there was nothing
    User.objects.create_user("bob")
    call_command("migrate", "sessions", "zero", verbosity=0, stdout=io.StringIO())
    call_command("migrate", verbosity=0, stdout=io.StringIO())
    (kept,) = tmp_path.glob("backups/before-migrating-*")
    User.objects.all().delete()
    restore(kept)
    assert User.objects.filter(username="bob").exists()
