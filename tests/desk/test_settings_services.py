"""Values and audit event are one step."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent
from rankings.models import Campaign, GuidelinesRevision


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("campaign.edit", {"title": "Another", "guidelines": "Rank well.", "direction": "ltr"}),
        (
            "plan.edit",
            dict.fromkeys(("judges_per_item", "repeat_gap", "least_checks"), 7)
            | dict.fromkeys(("repeat_percent", "check_percent", "check_pass_percent"), 5),
        ),
    ],
)
def test_where_the_audit_trail_cannot_be_written_nothing_is_saved(
    as_alice: Client, drawn: Campaign, monkeypatch: pytest.MonkeyPatch, action: str, fields: dict[str, object]
) -> None:
    def refuse(**_: object) -> None:
        raise OSError("no space left")

    before = Campaign.objects.values().get(pk=drawn.pk)
    revisions = GuidelinesRevision.objects.count()
    monkeypatch.setattr(AuditEvent.objects, "create", refuse)
    with pytest.raises(OSError, match="no space left"):
        as_alice.post(f"/campaigns/spring/do/{action}/", fields)
    assert Campaign.objects.values().get(pk=drawn.pk) == before
    assert GuidelinesRevision.objects.count() == revisions
