"""Participants, links and farewells at the same moment."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from appraise_gec.accounts.models import User
from rankings.models import CrowdEntry, CrowdParticipant, Invitation, Judge, Membership
from rankings.people import (
    crowd,
    invitations,
    privacy,
)
from rankings.people import (
    members as people,
)
from rankings.people import (
    team_invitations as invitations_team,
)
from rankings.people.account_forms import RestoreAccessForm
from rankings.people.crowd import Arrival, NotNow
from tests.corpus.test_races import AT_ONCE, all_at_once, refusals
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def entry(alice: User) -> CrowdEntry:
    cache.clear()
    entry = crowd.entry_of(make_campaign("spring", owner=alice))
    entry.is_on = True
    crowd.save_entry(entry, alice, [])
    return entry


def test_one_id_in_several_windows_makes_one_judge(entry: CrowdEntry) -> None:
    joined = all_at_once(lambda _: crowd.join(entry, Arrival("abc", ""), AnonymousUser()))
    assert set(joined) == {Judge.objects.get()}
    assert User.objects.filter(username__startswith="participant").count() == 1


def test_the_last_place_is_taken_once(entry: CrowdEntry) -> None:
    CrowdEntry.objects.update(max_participants=1)
    joined = all_at_once(lambda place: crowd.join(entry, Arrival(f"p{place}", ""), AnonymousUser()))
    assert sum(isinstance(one, NotNow) for one in joined) == AT_ONCE - 1
    assert CrowdParticipant.objects.count() == Judge.objects.count() == 1


def test_people_who_come_together_get_different_names(entry: CrowdEntry) -> None:
    joined = all_at_once(lambda place: crowd.join(entry, Arrival(f"p{place}", ""), AnonymousUser()))
    assert {judge.name for judge in joined} == {f"participant-{n + 1}" for n in range(AT_ONCE)}


def test_a_team_link_is_used_once(alice: User) -> None:
    campaign = make_campaign("spring", owner=alice)
    secret = invitations_team.invite(campaign, "Dora", "researcher", alice)
    everybody = [User.objects.create_user(f"person{n}") for n in range(AT_ONCE)]
    results = all_at_once(lambda place: invitations_team.accept(secret, everybody[place]))
    assert refusals(results) == AT_ONCE - 1
    assert Membership.objects.filter(role="researcher").count() == 1


def test_a_link_for_a_new_password_is_used_once(alice: User) -> None:
    campaign = make_campaign("spring", owner=alice)
    user = User.objects.create_user("jo", password="purple giraffe 9")
    judge = Judge.objects.create(campaign=campaign, name="Owl", user=user)
    [spent] = people.add_judges(campaign, ["Spent"], alice)
    Invitation.objects.update(judge=judge, made_account=True, revoked_at=None, used_at=spent.judge.created_at)
    secret = invitations.issue_access(judge, alice)

    def choose(place: int) -> Judge:
        password = f"orange otter {place}{place}"
        form = RestoreAccessForm(
            User.objects.get(pk=user.pk), {"new_password1": password, "new_password2": password}
        )
        assert form.is_valid()
        return invitations.restore_access(secret, form)

    results = all_at_once(choose)
    assert refusals(results) == AT_ONCE - 1
    winner = next(place for place, one in enumerate(results) if isinstance(one, Judge))
    assert User.objects.get(pk=user.pk).check_password(f"orange otter {winner}{winner}")


def test_an_account_is_deleted_once_and_never_half(alice: User) -> None:
    campaign = make_campaign("spring", owner=alice)
    user = User.objects.create_user("jo", password="purple giraffe 9")
    Judge.objects.create(campaign=campaign, name="Owl", user=user)

    def delete(_: int) -> None:
        privacy.delete_account(User.objects.get(username="jo"), keep_names=False, clear_notes=False)

    results = all_at_once(delete)
    assert all(one is None or isinstance(one, User.DoesNotExist) for one in results)
    assert Judge.objects.get().user is None
    assert Judge.objects.get().name == "anonymous-1"
