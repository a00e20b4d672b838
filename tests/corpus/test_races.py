"""Two requests at the same moment: one of them does it, the other is told or gets the same."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils.datastructures import MultiValueDict

from appraise_gec.accounts.models import User
from rankings.access import Refused
from rankings.corpus import creation
from rankings.desk import demo
from rankings.models import Campaign, System, Upload
from rankings.people.links import use
from rankings.plan import sampling
from rankings.plan.sampling import DrawOptions
from rankings.uploads import flow
from rankings.uploads.kinds import kinds
from tests.at_once import AT_ONCE, all_at_once
from tests.corpus.conftest import corpus_files, form_fields
from tests.factories import act, invite

pytestmark = pytest.mark.django_db(transaction=True)


def refusals(results: list[Any]) -> int:
    return sum(isinstance(one, Refused) for one in results)


def test_confirming_an_upload_at_once_makes_one_campaign(alice: User) -> None:
    fields: dict[str, Any] = form_fields()
    files: MultiValueDict[str, Any] = MultiValueDict(
        {"source": [fields.pop("source")], "outputs": fields.pop("outputs")}
    )
    upload, _ = flow.stage(kinds()["campaign"], alice, None, fields, files)
    assert upload is not None
    made = all_at_once(lambda _: flow.confirm(Upload.objects.get(pk=upload.pk)).campaign)
    assert set(made) == {Campaign.objects.get()}
    assert System.objects.count() == 4


def test_taking_one_address_at_once_makes_one_campaign(alice: User) -> None:
    details = creation.CampaignDetails(title="Spring", slug="spring")
    made = all_at_once(lambda _: creation.create_campaign(alice, details, corpus_files()))
    assert refusals(made) == AT_ONCE - 1
    assert Campaign.objects.count() == 1


def test_drawing_at_once_draws_once(campaign: Campaign, alice: User) -> None:
    drawn = all_at_once(
        lambda place: sampling.draw_items(
            Campaign.objects.get(), DrawOptions(items=5, seed=place), alice, items_before=0
        )
    )
    assert sorted(map(str, drawn))[0] == "5"
    assert refusals(drawn) == AT_ONCE - 1
    assert campaign.items.count() == 5


def test_using_a_link_at_once_gives_one_person_the_place(
    campaign: Campaign, alice: User, make_user: Callable[..., User]
) -> None:
    judge, link = invite(alice, campaign)
    secret = link.split("/")[-2]
    people = [make_user(f"person{place}") for place in range(AT_ONCE)]
    results = all_at_once(lambda place: use(secret, people[place]))
    assert refusals(results) == AT_ONCE - 1
    judge.refresh_from_db()
    assert judge.user in people


def test_opening_at_once_opens_once(drawn: Campaign, alice: User) -> None:
    results = all_at_once(lambda _: act(alice, "campaign.open", Campaign.objects.get()))
    assert refusals(results) == AT_ONCE - 1
    assert drawn.audit_events.filter(action="campaign.open").count() == 1


def test_loading_the_demo_at_once_loads_it_once() -> None:
    results = all_at_once(lambda _: demo.load_demo())
    assert [one for one in results if isinstance(one, Exception)] == []
    assert Campaign.objects.count() == 1
