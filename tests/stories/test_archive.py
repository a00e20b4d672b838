"""A campaign goes out as one file and is read back as another campaign with the same rankings."""

import io
import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from appraise_gec.accounts.models import User
from tests.stories.campaigns import desk, judge_all, judges, make_campaign, open_campaign, report
from tests.stories.person import Person


def test_a_campaign_is_archived_and_read_back(manager: Person, root: User, tmp_path: Path) -> None:
    make_campaign(manager, items=5, judges_each=2)
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)
    assert judge_all(ann) == 5
    assert judge_all(ben, most=2) == 2
    before = report(manager).download("Result XML")
    desk(manager).follow("Settings")
    kept, hidden = manager.download("Download with names"), manager.download("Download without names")
    with zipfile.ZipFile(io.BytesIO(hidden)) as opened:
        everything = b"\n".join(opened.read(name) for name in opened.namelist())
    assert b"judge-1" in everything
    assert b"Ann" not in everything

    for name, content in (("cut.zip", kept[:-200]), ("animals.zip", kept)):
        (tmp_path / name).write_bytes(content)
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_campaign", tmp_path / "cut.zip", owner="root", stderr=io.StringIO())
    call_command("import_campaign", tmp_path / "animals.zip", owner="root", slug="twin", stdout=io.StringIO())
    operator = Person("root").visit("/campaigns/twin/").sees("7 of 10", "Ann", "Ben")
    # The result set is called after the campaign's address.
    assert operator.follow("Report").download("Result XML").replace(b"twin", b"animals") == before
    # The first one is as it was, and goes on.
    assert judge_all(ben) == 3
    assert desk(manager).sees("10 of 10")
