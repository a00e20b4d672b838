"""`manage.py create_campaign`: from files on disk to a draft, with problems told as file:line."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.corpus.conftest import OUTPUTS, SOURCE, text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "out").mkdir()
    (tmp_path / "source.txt").write_bytes(text(SOURCE))
    for name, lines in OUTPUTS.items():
        (tmp_path / "out" / f"{name}.txt").write_bytes(text(lines))
    return tmp_path


def run(folder: Path, *more: object, outputs: str = "out") -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    given = ["--title", "Made", "--owner", "alice", "--source", folder / "source.txt"]
    arguments = [*given, "--outputs", folder / outputs, *more]
    try:
        call_command("create_campaign", *map(str, arguments), stdout=out, stderr=err)
    except CommandError as error:
        assert error.returncode == 2
        return "", f"{err.getvalue()}{error}"
    return out.getvalue(), err.getvalue()


def test_a_folder_of_outputs_becomes_a_draft(folder: Path, alice: User) -> None:
    out, err = run(folder, "--items", 5, "--seed", 3, "--max-outputs", 4, "--no-input")
    assert "/campaigns/made/: 6 sentences, 3 systems, 5 items" in out
    assert err == ""
    campaign = Campaign.objects.get()
    assert (campaign.state, campaign.seed, campaign.max_outputs) == ("draft", 3, 4)
    assert campaign.items.count() == 5


def test_problems_are_printed_with_file_and_line_and_nothing_is_created(folder: Path, alice: User) -> None:
    (folder / "out" / "BAD.txt").write_bytes(b"caf\xe9\n" * 6)
    (folder / "out" / "SHORT.txt").write_bytes(b"one\n")
    out, err = run(folder)
    assert out == ""
    assert "BAD.txt:1: " in err
    assert "SHORT.txt: " in err or "SHORT.txt:1: " in err
    assert "Nothing was created" in err
    assert err.count("BAD.txt:1: ") == 1
    assert not Campaign.objects.exists()


def test_the_published_outputs_become_a_campaign(shared: Path, alice: User, tmp_path: Path) -> None:
    data = shared / "data" / "gjg15" / "outputs"
    (tmp_path / "source.txt").write_bytes((data / "INPUT").read_bytes())
    out = io.StringIO()
    given = ["--title", "CoNLL-2014", "--owner", "alice", "--source", str(data / "INPUT")]
    call_command("create_campaign", *given, "--outputs", str(data), stdout=out, stderr=io.StringIO())
    campaign = Campaign.objects.get()
    assert (campaign.sentences.count(), campaign.systems.count()) == (1312, 13)
    assert campaign.files.count() == 14
