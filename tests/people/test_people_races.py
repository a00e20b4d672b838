"""Participants, links and farewells at the same moment."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from appraise_gec.accounts.models import User
from rankings.models import Crowd, Judge, Membership
from rankings.people import crowd, privacy
from rankings.people.crowd import NotNow
from rankings.people.links import make_link, use
from tests.at_once import AT_ONCE, all_at_once
from tests.corpus.test_races import refusals
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def entry(alice: User) -> Crowd:
    cache.clear()
    entry = crowd.crowd_of(make_campaign("spring", owner=alice))
    entry.is_on = True
    entry.save()
    return entry


def test_one_id_in_several_windows_makes_one_judge(entry: Crowd) -> None:
    joined = all_at_once(lambda _: crowd.join(entry, "abc", AnonymousUser()))
    assert set(joined) == {Judge.objects.get()}
    assert User.objects.filter(username__startswith="participant").count() == 1


def test_the_last_place_is_taken_once(entry: Crowd) -> None:
    Crowd.objects.update(max_participants=1)
    joined = all_at_once(lambda place: crowd.join(entry, f"p{place}", AnonymousUser()))
    assert sum(isinstance(one, NotNow) for one in joined) == AT_ONCE - 1
    assert Judge.objects.count() == 1


def test_people_who_come_together_get_different_names(entry: Crowd) -> None:
    joined = all_at_once(lambda place: crowd.join(entry, f"p{place}", AnonymousUser()))
    assert {judge.name for judge in joined} == {f"participant-{n + 1}" for n in range(AT_ONCE)}


def test_a_team_link_is_used_once(alice: User) -> None:
    campaign = make_campaign("spring", owner=alice)
    _, secret = make_link("role", campaign, alice, invitee="Dora", role="researcher")
    everybody = [User.objects.create_user(f"person{n}") for n in range(AT_ONCE)]
    results = all_at_once(lambda place: use(secret, everybody[place]))
    assert refusals(results) == AT_ONCE - 1
    assert Membership.objects.filter(role="researcher").count() == 1


def test_an_account_is_deleted_once_and_never_half(alice: User) -> None:
    campaign = make_campaign("spring", owner=alice)
    user = User.objects.create_user("jo", password="purple giraffe 9")
    Judge.objects.create(campaign=campaign, name="Owl", user=user)

    def delete(_: int) -> None:
        privacy.delete_account(User.objects.get(username="jo"))

    results = all_at_once(delete)
    assert all(one is None or isinstance(one, User.DoesNotExist) for one in results)
    assert Judge.objects.get().user is None
    assert Judge.objects.get().name == "anonymous-1"
