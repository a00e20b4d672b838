"""A campaign goes out as one file and is read back as another campaign with the same rankings."""

import io
import zipfile
from collections.abc import Callable

from appraise_gec.accounts.models import User
from tests.stories.campaigns import desk, judge_all, judges, make_campaign, open_campaign, report
from tests.stories.person import Person, file


def archive(manager: Person, people: str, run_jobs: Callable[[], int]) -> bytes:
    desk(manager).follow("Settings").follow("Export everything").fill({people: True})
    manager.press("Make the bundle")
    run_jobs()
    return manager.again().download(".zip", within=people)


def test_a_campaign_is_archived_and_read_back(
    manager: Person, root: User, run_jobs: Callable[[], int]
) -> None:
    make_campaign(manager, items=5, judges_each=2)
    ann, ben = judges(manager, "Ann", "Ben")
    open_campaign(manager)
    assert judge_all(ann) == 5
    assert judge_all(ben, most=2) == 2
    before = report(manager).download("Result XML")
    kept = archive(manager, "names", run_jobs)
    hidden = archive(manager, "pseudonyms", run_jobs)
    with zipfile.ZipFile(io.BytesIO(hidden)) as opened:
        everything = b"\n".join(opened.read(name) for name in opened.namelist())
    assert b"judge-1" in everything
    assert b"Ann" not in everything

    operator = Person("root").follow("New campaign").follow("Import a campaign")
    operator.fill({"Campaign bundle": file("cut.zip", kept[:-200])}).press("Upload and check")
    run_jobs()
    assert not operator.again().offers("Import the campaign")
    operator.visit("/").follow("New campaign").follow("Import a campaign")
    operator.fill({"Campaign bundle": file("animals.zip", kept)}).press("Upload and check")
    run_jobs()
    operator.again().fill({"Address": "twin"}).press("Import the campaign")
    run_jobs()
    operator.visit("/").follow("Animals").sees("7 of 10", "Ann", "Ben")
    assert operator.follow("Report").download("Result XML") == before
    # The first one is as it was, and goes on.
    assert judge_all(ben) == 3
    assert desk(manager).sees("10 of 10")
