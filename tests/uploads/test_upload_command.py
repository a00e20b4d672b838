"""`manage.py upload`: files on disk, problems told as file:line."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from appraise_gec.accounts.models import User
from rankings.corpus.upload import NewCampaign
from rankings.models import Campaign, Upload
from tests.corpus.conftest import OUTPUTS, SOURCE, text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "source.txt").write_bytes(text(SOURCE))
    for name, lines in OUTPUTS.items():
        (tmp_path / "out" / f"{name}.txt").write_bytes(text(lines))
    return tmp_path


def run(*arguments: object, **options: object) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    given = {"owner": "alice", "stdout": out, "stderr": err, **options}
    try:
        call_command("upload", *map(str, arguments), **given)
    except CommandError as error:
        assert error.returncode == 2
        return "", f"{err.getvalue()}{error}"
    return out.getvalue(), err.getvalue()


def test_a_folder_of_outputs_becomes_a_draft(
    folder: Path, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = ("campaign", "title=Made", f"source={folder / 'source.txt'}", f"outputs={folder / 'out'}")
    assert run(*files, check=True) == ("This can be stored.\n", "")
    assert not Campaign.objects.exists()
    assert not Upload.objects.exists()
    out, _ = run(*files, "max_outputs=4", "include_input=")
    assert "/campaigns/made/" in out
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.max_outputs, campaign.systems.count()) == ("draft", 4, len(OUTPUTS))
    # Large files are a job's work, which the command does itself.
    monkeypatch.setattr(NewCampaign, "most_in_a_request", 0)
    assert "/campaigns/made-2/" in run(*files)[0]


def test_problems_are_printed_with_file_and_line_and_nothing_is_stored(folder: Path, alice: User) -> None:
    (folder / "out" / "BAD.txt").write_bytes(b"caf\xe9\n" * 6)
    files = ("campaign", f"source={folder / 'source.txt'}", f"outputs={folder / 'out'}")
    out, err = run(*files)
    assert out == ""
    assert "title: This field is required." in err
    out, err = run(*files, "title=Made")
    assert err.count("BAD.txt:1: ") == 1
    assert "Nothing was stored" in err
    assert "There is no field name. There are: " in run(*files, "name=Made")[1]
    assert "cannot be read" in run("campaign", f"source={folder / 'none.txt'}")[1]
    assert "no such campaign" in run("judgments", "file=x", campaign="essays")[1]
    assert not Campaign.objects.exists()
    assert not Upload.objects.exists()
