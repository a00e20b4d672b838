"""Names in reports and exports do not tell who somebody is, unless a manager wants them to."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused
from rankings.models import Campaign, Judge
from rankings.people import members as people
from tests.factories import act


def test_somebody_added_by_user_name_gets_a_pseudonym(
    as_alice: Client, campaign: Campaign, bob: User
) -> None:
    as_alice.post("/campaigns/spring/judges/existing/", {"existing-username": "bob"})
    assert campaign.judges.get(user=bob).name == "judge-1"


@pytest.mark.parametrize("name", ["bob", "BOB", "bob@example.org", "mail: x@example.org"])
def test_sign_in_names_and_addresses_never_become_names_in_exports(
    as_alice: Client, campaign: Campaign, bob: User, name: str
) -> None:
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    fields = {"existing-username": "bob", "existing-name": name}
    assert as_alice.post("/campaigns/spring/judges/existing/", fields).status_code == 422
    assert not campaign.judges.exists()


def test_a_name_is_changed_until_the_campaign_is_frozen(
    as_alice: Client, drawn: Campaign, alice: User, bob: User
) -> None:
    judge = Judge.objects.create(campaign=drawn, name="Bob", user=bob)
    Judge.objects.create(campaign=drawn, name="Kim")
    address = f"/campaigns/spring/judges/{judge.pk}/"
    assert "Earlier reports follow." in as_alice.get(address).text
    assert "identifies the judge" in as_alice.get(address).text
    for name, said in (
        ("KIM", "called “KIM” already"),
        ("x" * 81, "at most 80"),
        ("", "required"),
        ("bob@example.org", "e-mail"),
        ("bob", "is how this person signs in"),
    ):
        page = as_alice.post(address, {"name": name})
        assert page.status_code == 422
        assert said in page.text
    assert as_alice.post(address, {"name": "Blue Owl"}).status_code == 302
    judge.refresh_from_db()
    assert judge.name == "Blue Owl"
    assert as_alice.post(address, {"name": "blue owl"}).status_code == 302  # only the capitals
    for step in ("open", "close", "freeze"):
        act(alice, f"campaign.{step}", drawn)
    with pytest.raises(Refused, match="frozen"):
        people.rename_judge(Judge.objects.get(pk=judge.pk), "Red Fox", alice)
