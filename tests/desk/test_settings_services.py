"""Settings and plan: state, values and audit event are one step."""

from typing import Any

import pytest
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent
from rankings.desk.settings import SettingsForm
from rankings.models import Campaign, GuidelinesRevision
from rankings.plan.actions import PlanForm
from tests.factories import act, make_campaign

pytestmark = pytest.mark.django_db

FORMS: dict[str, tuple[Any, dict[str, Any]]] = {
    "do:campaign.edit": (SettingsForm, {"title": "Another title", "guidelines": "Rank well."}),
    "do:plan.edit": (PlanForm, {"judges_per_item": 7}),
}


@pytest.fixture
def campaign(alice):
    return make_campaign(owner=alice)


def posted(campaign, page):
    form, changes = FORMS[page]
    values = {name: getattr(campaign, name) for name in form.Meta.fields}
    return {
        name: value
        for name, value in {**values, **changes}.items()
        if value is not None and value is not False
    }


@pytest.mark.parametrize("page", FORMS)
def test_where_the_audit_trail_cannot_be_written_nothing_is_saved(client, alice, campaign, monkeypatch, page):
    def refuse(**fields):
        raise OSError("no space left")

    before = Campaign.objects.values().get(pk=campaign.pk)
    revisions = GuidelinesRevision.objects.count()
    client.force_login(alice)
    monkeypatch.setattr(AuditEvent.objects, "create", refuse)
    with pytest.raises(OSError, match="no space left"):
        client.post(reverse(page, kwargs={"slug": campaign.slug}), posted(campaign, page))

    assert Campaign.objects.values().get(pk=campaign.pk) == before
    assert GuidelinesRevision.objects.count() == revisions


def test_marking_edits_is_off_until_it_is_switched_on_and_a_copy_keeps_it(client, alice, campaign):
    client.force_login(alice)
    page = reverse("campaigns:settings", args=[campaign.slug])
    assert not campaign.marks_edits
    assert b"judges may mark single edits" in client.get(page).content.lower()
    changed = {**posted(campaign, "do:campaign.edit"), "marks_edits": "on"}
    client.post(reverse("do:campaign.edit", args=[campaign.slug]), changed)
    campaign.refresh_from_db()
    assert campaign.marks_edits
    act(alice, "campaign.copy", campaign, title="Copy", slug="copy")
    copy = Campaign.objects.get(slug="copy")
    assert copy.marks_edits
