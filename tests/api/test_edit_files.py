"""Files of marked edits by program."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from rankings.judgments.exporting import export_edit_marks
from rankings.models import Campaign, Membership
from tests.api.conftest import Program
from tests.factories import add_member
from tests.reports.test_rejected_edits import marked  # noqa: F401 - fixture

pytestmark = pytest.mark.django_db


def test_marked_edits_are_taken(
    program: Callable[..., Program],
    bob: User,
    marked: Campaign,  # noqa: F811
) -> None:
    add_member(marked, bob, Membership.Role.RESEARCHER)
    ask = program(bob, "read", "marked")
    taken = ask("get", "edit-marks/")
    assert taken.getvalue() == export_edit_marks(marked).content
    assert 'filename="marked-edit-marks.csv"' in taken["Content-Disposition"]
