"""A campaign goes out as one file and is read back as another campaign with the same rankings."""

import io
import zipfile

from appraise_gec.accounts.models import User
from tests.stories.campaigns import desk, judge_all, judges, make_campaign, open_campaign, report
from tests.stories.person import Person, file


def test_a_campaign_is_archived_and_read_back(manager: Person, root: User) -> None:
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

    operator = Person("root").follow("New campaign").follow("file of a whole campaign")
    operator.fill({"File of a whole campaign": file("cut.zip", kept[:-200])}).press("Go to the preview")
    assert not operator.offers("Create the campaign")
    operator.fill({"File of a whole campaign": file("animals.zip", kept), "Address": "twin"})
    operator.press("Read again").sees("Animals", "7")
    operator.press("Create the campaign").sees("7 of 10").follow("Judges").sees("Ann", "Ben")
    # The result set is called after the campaign's address.
    assert operator.follow("Report").download("Result XML").replace(b"twin", b"animals") == before
    # The first one is as it was, and goes on.
    assert judge_all(ben) == 3
    assert desk(manager).sees("10 of 10")
