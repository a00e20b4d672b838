"""Single edits by program: judgments of edits in, files of marked edits out."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from appraise_gec.accounts.models import User
from rankings.judgments.edit_marks import export_edit_marks
from rankings.models import Campaign, EditAnnotation, Membership
from tests.api.conftest import Program
from tests.factories import add_member, make_campaign
from tests.judgments.test_edit_annotations import CATS, ELSEWHERE
from tests.reports.test_rejected_edits import marked  # noqa: F401 - fixture

pytestmark = pytest.mark.django_db


def cats(text: str = CATS) -> SimpleUploadedFile:
    return SimpleUploadedFile("0.txt", text.encode(), "text/plain")


def test_judgments_of_edits_are_imported_listed_and_removed(
    program: Callable[..., Program], alice: User
) -> None:
    make_campaign("essays", owner=alice)
    ask = program(alice)
    made = ask("post", "edit-annotations/", {"annotator": "Eve"}, files={"chosen": [cats()]})
    assert made.status_code == 201, made.json()
    document = made.json()
    assert (document["name"], document["annotators"], document["corrections"]) == ("0.txt", 1, 3)
    assert (document["edits"], document["problems"]) == (4, [])
    (listed,) = ask("get", "edit-annotations/").json()["results"]
    assert listed == ask("get", made["Location"]).json()
    assert listed == {name: document[name] for name in listed}
    twice = ask("post", "edit-annotations/", {"annotator": "Eve"}, files={"chosen": [cats()]})
    assert twice.status_code == 422
    assert ask("delete", made["Location"]).status_code == 204
    assert ask("delete", made["Location"]).status_code == 404
    assert not EditAnnotation.objects.exists()


def test_a_file_that_cannot_be_used_changes_nothing(program: Callable[..., Program], alice: User) -> None:
    make_campaign("essays", owner=alice)
    ask = program(alice)
    nobody = ask("post", "edit-annotations/", {}, files={"chosen": [cats()]})
    assert (nobody.status_code, nobody.json()["problems"][0]["file"]) == (422, "0.txt")
    foreign = ask("post", "edit-annotations/", {"annotator": "Eve"}, files={"chosen": [cats(ELSEWHERE)]})
    assert foreign.status_code == 422
    assert ask("post", "edit-annotations/", {"annotator": "Eve"}, files={}).status_code == 400
    assert not EditAnnotation.objects.exists()


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
