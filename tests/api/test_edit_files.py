"""Files of marked edits by program."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.judgments.edit_marks import export_edit_marks
from rankings.models import Campaign, Membership
from tests.api.conftest import Program
from tests.factories import add_member
from tests.reports.test_rejected_edits import marked  # noqa: F401 - fixture

pytestmark = pytest.mark.django_db


def test_marked_edits_are_asked_for_followed_and_taken(
    program: Callable[..., Program],
    alice: User,
    bob: User,
    marked: Campaign,  # noqa: F811
    run_jobs: Callable[[], int],
) -> None:
    add_member(marked, bob, Membership.Role.RESEARCHER)
    ask = program(bob, "compute", "marked")
    asked = ask("post", "edit-marks/", {"extension": "csv"})
    assert (asked.status_code, asked.json()["state"], asked.json()["file_url"]) == (201, "queued", None)
    assert ask("post", "edit-marks/", {"extension": "csv"}).status_code == 200
    assert ask("get", f"{asked['Location']}file/").status_code == 409
    assert run_jobs() == 1
    done = ask("get", asked["Location"]).json()
    assert (done["state"], done["name"]) == ("done", "marked-edit-marks.csv")
    assert ask("get", "edit-marks/").json() == [done]
    taken = ask("get", done["file_url"])
    assert b"".join(taken.streaming_content) == export_edit_marks(marked, "csv").content
    assert int(taken["Content-Length"]) == done["size"]
    assert ask("post", "edit-marks/", {"extension": "exe"}).status_code == 400
    assert program(bob, "read", "marked")("post", "edit-marks/", {"extension": "csv"}).status_code == 403
