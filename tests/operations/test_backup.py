"""Backups: all of it comes back, on either database, and nothing is changed where something is wrong."""

import errno
import fcntl
import gzip
import hashlib
import io
import json
import sqlite3
import tarfile
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, AuthenticatorApp, User
from appraise_gec.accounts.second_factor.codes import make_recovery_codes
from appraise_gec.accounts.second_factor.sealing import seal
from appraise_gec.backup import archive, restoring, tables
from appraise_gec.jobs.models import Job
from rankings.models import Campaign, StagedUpload
from tests.factories import make_campaign, make_items, make_judge, make_passkey, make_ranking
from tests.operations.elsewhere import empty_database

pytestmark = pytest.mark.operations
ODD = 'tab\t, line\nbreak\r, \\N, a\u2028line, café, 😀, "quotes"'


@pytest.fixture
def site(transactional_db: None) -> Campaign:
    """Rows of every kind of column, and a number that was given and is gone."""
    alice = User.objects.create_user("alice", may_create_campaigns=True)
    campaign = make_campaign("spring", owner=alice, title=ODD)
    judge = make_judge(campaign, "Jo", alice)
    for item in make_items(campaign):
        make_ranking(judge, item)
    upload = StagedUpload.objects.create(
        owner=alice, expires_at=timezone.now(), form={"z": 1e16, "a": [ODD, None]}
    )
    make_passkey(alice, ODD)
    AuthenticatorApp.objects.create(user=alice, sealed_secret=seal(b"s" * 20), last_step=59_000_000)
    make_recovery_codes(alice)
    upload.parts.create(number=0, content=bytes(range(256)))
    Job.objects.create(kind="sample", arguments={}, result=None, finished_at=None)
    Job.objects.create(id=uuid.UUID(int=5), kind="sample", arguments={"x": 0.1 + 0.2}, result={})
    User.objects.create_user("gone").delete()
    return campaign


# The statements that make all tables on Postgres, once they have been made.
made: list[tuple[str, Any]] = []


class Copying(MigrationExecutor):
    """Makes all tables at once: to migrate takes seconds."""

    def migrate(self, targets: Any, *arguments: Any, **options: Any) -> Any:
        def record(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            if not sql.lstrip().startswith("SELECT"):
                made.append((sql, params))
            return execute(sql, params, many, context)

        assert targets == tables.newest(self.loader, sorted(self.loader.graph.nodes))
        if connection.vendor == "sqlite":
            with closing(sqlite3.connect(settings.DATABASES["default"]["TEST"]["NAME"])) as file:
                file.backup(self.connection.connection)
        elif made:
            with self.connection.cursor() as cursor:
                for statement in made:
                    cursor.execute(*statement)
        else:
            with self.connection.execute_wrapper(record):
                super().migrate(targets, *arguments, **options)


@pytest.fixture
def quick(django_db_setup: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restoring, "MigrationExecutor", Copying)


@pytest.fixture
def backup(site: Campaign, tmp_path: Path) -> Path:
    path = tmp_path / "site.tar"
    call_command("backup", str(path), "--with-key")
    return path


@pytest.fixture
def elsewhere(backup: Path, quick: None, tmp_path: Path) -> Iterator[None]:
    """An empty database in the place of the site's."""
    with empty_database(tmp_path):
        yield


def members(path: Path) -> dict[str, bytes]:
    with tarfile.open(path) as tar:
        return {member.name: tar.extractfile(member).read() for member in tar}  # type: ignore[union-attr]


def write(path: Path, content: dict[str, bytes]) -> Path:
    with tarfile.open(path, "w") as tar:
        for name, data in content.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return path


def table_sums(path: Path) -> dict[str, Any]:
    sums: dict[str, Any] = json.loads(members(path)["end.json"])["tables"]
    return sums


def restored(path: Path, *options: str) -> str:
    said = io.StringIO()
    call_command("restore", str(path), *options, stdout=said, stderr=io.StringIO())
    return said.getvalue()


def test_everything_comes_back(backup: Path, elsewhere: None, tmp_path: Path) -> None:
    said = restored(backup)
    assert "Counts and checksums of all" in said
    assert "same secret key" in said
    campaign = Campaign.objects.get()
    assert (campaign.slug, campaign.title) == ("spring", ODD)
    upload = StagedUpload.objects.get()
    assert (bytes(upload.parts.get().content), upload.form) == (
        bytes(range(256)),
        {"z": 1e16, "a": [ODD, None]},
    )
    assert Job.objects.get(pk=uuid.UUID(int=5)).arguments == {"x": 0.1 + 0.2}
    assert Job.objects.filter(result__isnull=True).count() == 1
    # A number that the history may name does not come again.
    assert User.objects.create_user("new").pk == User.objects.get(username="alice").pk + 2
    User.objects.get(username="new").delete()

    call_command("backup", str(tmp_path / "again.tar"), stderr=io.StringIO())
    first, again = table_sums(backup), table_sums(tmp_path / "again.tar")
    first["accounts_user"]["last_number"] += 1
    assert again == first
    assert sum(table["rows"] for table in first.values()) > 100


def test_a_backup_is_one_private_file_that_says_what_is_in_it(backup: Path, tmp_path: Path) -> None:
    assert backup.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["site.tar"]
    about = json.loads(members(backup)["about.json"])
    assert about["tables"] == sorted(about["tables"], key=lambda table: table["name"])
    assert members(backup)["secret-key"].decode().strip() == settings.SECRET_KEY
    said = io.StringIO()
    call_command("backup", str(tmp_path / "plain.tar"), stderr=said)
    assert "secret key is not in the file" in said.getvalue()
    assert settings.SECRET_KEY.encode() not in b"".join(members(tmp_path / "plain.tar").values())
    assert restored(backup, "--check").startswith("The backup is whole: version ")
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", str(backup))


def test_nothing_is_left_when_the_disk_is_full(
    site: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(archive.Writer, "add_rows", full)
    with pytest.raises(CommandError, match=r"No space left on device\. There is no backup"):
        call_command("backup", str(tmp_path / "site.tar"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.nightly
def test_a_backup_shows_one_moment_and_keeps_nobody_from_writing(
    site: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another connection writes while the first table is read."""
    other = connection.copy()
    count = tables.read_rows

    def writing(*arguments: Any) -> Iterator[tables.Row]:
        if not written:
            written.append(True)
            with other.cursor() as cursor:
                cursor.execute("UPDATE rankings_campaign SET title = 'changed'")
                cursor.execute("DELETE FROM rankings_rankedoutput")
        yield from count(*arguments)

    written: list[bool] = []
    monkeypatch.setattr("appraise_gec.backup.making.read_rows", writing)
    try:
        call_command("backup", str(tmp_path / "site.tar"), stderr=io.StringIO())
    finally:
        other.close()
    assert Campaign.objects.get().title == "changed"
    content = members(tmp_path / "site.tar")
    campaigns = gzip.decompress(content["tables/rankings_campaign/000001.jsonl.gz"]).decode()
    assert ODD in json.loads(campaigns.split("\n")[0])
    assert table_sums(tmp_path / "site.tar")["rankings_rankedoutput"]["rows"] > 0


def cut(content: bytes) -> bytes:
    return content[: len(content) * 2 // 3]


def flip(content: bytes) -> bytes:
    place = len(content) // 2
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


@pytest.mark.nightly
def test_a_damaged_backup_is_recognised_wherever_the_damage_is(backup: Path, tmp_path: Path) -> None:
    whole = members(backup)
    names = ["about.json", "tables/rankings_item/000001.jsonl.gz", "secret-key", "end.json"]
    other = gzip.compress(gzip.decompress(whole[names[1]]).replace(b"judging", b"checked"))
    damaged = [
        *({**whole, name: change(whole[name])} for name in names for change in (cut, flip)),
        *({key: data for key, data in whole.items() if key != name} for name in names),
        {**whole, names[1]: other},
        {"about.json": whole["about.json"], "tables/no_such_table/000001.jsonl.gz": other, **whole},
        {},
    ]
    for number, content in enumerate(damaged):
        path = write(tmp_path / f"{number}.tar", content)
        with pytest.raises(CommandError, match="damaged or not a backup"):
            restored(path, "--check")
    for change in (cut, lambda content: b"no backup", lambda content: b""):
        (tmp_path / "other.tar").write_bytes(change(backup.read_bytes()))
        with pytest.raises(CommandError, match="damaged or not a backup"):
            restored(tmp_path / "other.tar", "--check")
    with pytest.raises(CommandError, match="No such file"):
        restored(tmp_path / "nowhere.tar", "--check")


def with_sums(content: dict[str, bytes]) -> dict[str, bytes]:
    """A backup whose checksums of members are right, whatever was done to them."""
    end = json.loads(content.pop("end.json"))
    sums = {name: hashlib.sha256(data).hexdigest() for name, data in content.items()}
    rows = {name: archive.TableEnd(**table) for name, table in end["tables"].items()}
    own = archive.End(rows, sums).sum()
    return {**content, "end.json": json.dumps({**end, "members": sums, "own": own}).encode()}


def test_what_cannot_be_restored_changes_nothing(backup: Path, elsewhere: None, tmp_path: Path) -> None:
    restored(backup)
    AuditEvent.objects.create(action="later")
    whole = members(backup)
    item, about = "tables/rankings_item/000001.jsonl.gz", json.loads(whole["about.json"])
    sentence = "tables/rankings_sentence/000001.jsonl.gz"
    pea = gzip.compress(gzip.decompress(whole[sentence]).replace(b"tea", b"pea"))
    rows = gzip.decompress(whole[item])
    first = json.loads(rows.split(b"\n")[0])
    stranger = json.dumps([10**6, *first[1:]]).encode() + b"\n"
    newer = {**about, "version": "9.9", "migrations": [*about["migrations"], ["rankings", "9999_later"]]}
    cases = {
        # Whole as files, and yet not what was backed up.
        "rankings_sentence has other rows": {sentence: pea},
        "refuses its rows": {item: gzip.compress(rows + rows)},
        "other rows after|refuses its rows": {item: gzip.compress(rows + stranger)},
        "of a newer version, 9.9; .* lacks rankings.9999_later": {"about.json": json.dumps(newer).encode()},
        "has format 2, from version": {"about.json": json.dumps({**about, "format": 2}).encode()},
        "tables are not those": {"about.json": json.dumps({**about, "tables": about["tables"][1:]}).encode()},
    }
    for match, changed in cases.items():
        path = write(tmp_path / "changed.tar", with_sums({**whole, **changed}))
        with pytest.raises(CommandError, match=match):
            restored(path, "--put-aside")
        assert AuditEvent.objects.filter(action="later").exists()
    with pytest.raises(CommandError, match=r"not empty: [0-9,]+ rows in \d+ tables\. Nothing was changed"):
        restored(backup)
    with (settings.VAR / "run.lock").open("a+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match=r"\./run is running"):
            restored(backup, "--put-aside")
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT 1 FROM accounts_user")
        with pytest.raises(CommandError, match="Stop the site first"):
            restored(backup, "--put-aside")
    other.close()
    assert AuditEvent.objects.filter(action="later").exists()


@pytest.mark.nightly
def test_the_former_database_can_be_kept(backup: Path, elsewhere: None, tmp_path: Path) -> None:
    restored(backup)
    AuditEvent.objects.create(action="later")
    said = restored(backup, "--put-aside")
    assert not AuditEvent.objects.filter(action="later").exists()
    if connection.vendor == "postgresql":
        schema = said.split("DROP SCHEMA ")[1].split(" ")[0]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT action FROM {schema}.accounts_auditevent")  # noqa: S608 - made here
            assert cursor.fetchall() == [("later",)]
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")
    else:
        kept = Path(said.split("To delete it: rm ")[1].split("\n")[0])
        with closing(sqlite3.connect(kept)) as file:
            assert file.execute("SELECT action FROM accounts_auditevent").fetchall() == [("later",)]
        assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("db.sqlite3")} == {0o600}
        assert not list(tmp_path.glob("*restoring*"))


@pytest.mark.nightly
def test_the_key_comes_back_where_the_site_keeps_it(
    backup: Path, elsewhere: None, settings: Any, tmp_path: Path
) -> None:
    former = settings.SECRET_KEY
    settings.SECRET_KEY = "another" * 6
    assert "tar -xOf FILE secret-key" in restored(backup)
    settings.VAR = tmp_path
    (tmp_path / "secret-key").write_text(settings.SECRET_KEY)
    said = restored(backup, "--put-aside")
    assert (tmp_path / "secret-key").read_text() == former
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    kept = tmp_path / said.split("the former one is in ")[1].strip().removesuffix(".")
    assert kept.read_text() == settings.SECRET_KEY
    without = with_sums({name: data for name, data in members(backup).items() if name != "secret-key"})
    said = restored(write(tmp_path / "without.tar", without), "--put-aside")
    assert "The site has another secret key than when the backup was made" in said
