"""People come into a campaign: judges, members of the team, participants from elsewhere."""

from collections.abc import Callable

from appraise_gec.accounts.models import User
from tests.stories.campaigns import (
    desk,
    invite,
    join,
    judge_all,
    make_campaign,
    open_campaign,
    ranking_count,
)
from tests.stories.person import Person


def test_judges_come_by_invitation_account_and_personal_link(manager: Person, bob: User) -> None:
    make_campaign(manager, items=3, judges_each=3)
    links = invite(manager, "Ann", "Zed", "Pat")
    desk(manager).follow("Judges").follow("Add judges").fill({"Names": "Red Fox,bob"})
    manager.press("Add judges").press("Withdraw the link", within="Zed")
    Person().finds_nothing(links["Zed"])
    manager.follow("Make a link", within="Pat").fill({"A personal link": True}).press("Make a link")
    personal = manager.row("Pat")[1]
    open_campaign(manager)

    ann = join(links["Ann"], "ann")
    assert judge_all(ann) == 3
    assert not Person().finds_nothing(links["Ann"]).offers("Take part"), "the link works once"
    assert judge_all(Person("bob")) == 3
    pat = Person().visit(personal).press("Start as Pat")
    assert judge_all(pat) == 3
    assert judge_all(pat.visit(personal)) == 0
    desk(manager).sees("9 of 9").follow("Judges")
    assert [manager.row(name)[1] for name in ("Ann", "Red Fox", "Pat", "Zed")] == ["3", "3", "3", "0"]
    # Whoever has left comes back with the password alone.
    Person("ann", "purple giraffe 9").sees("You have judged 3")
    desk(manager).follow("Judges").follow("Pat").press("Withdraw", first=True)
    Person().finds_nothing(personal)


def test_a_member_of_the_team_reads_and_manages_nothing(
    manager: Person, charlie: User, run_jobs: Callable[[], int]
) -> None:
    make_campaign(manager, items=3, judges_each=1)
    manager.follow("Settings").follow("Invite somebody").fill(
        {"Name or e-mail": "Dora", "Role": "Researcher"}
    )
    dora = join(manager.press("Invite somebody").row("Dora")[1], "dora")
    stranger = Person("charlie").sees_not("Animals")
    stranger.finds_nothing(dora.visit("/").follow("Animals").address)
    dora.sees_not("Settings", "Judges")
    manager.follow("Continue").follow("Add a member").fill({"User name": "charlie", "Role": "Manager"})
    manager.press("Add a member")
    stranger.visit("/").follow("Animals").sees("Settings", "Judges")
    manager.follow("Take the role away", within="charlie").press("Take the role away")
    stranger.visit("/").sees_not("Animals")
    manager.sees("dora", "Researcher")


def test_participants_come_by_the_public_link_and_leave_with_a_code(manager: Person) -> None:
    make_campaign(manager, items=4, judges_each=2)
    manager.follow("Judges").follow("Prolific")
    manager.fill(
        {"People can join": True, "Items per participant": 2, "Code for those who finish": "DONE1234"}
    )
    manager.fill({"Information for participants": "It takes two minutes."}).press("Save")
    link = manager.read("Put this address").partition("?")[0]
    Person().finds_nothing(f"{link}?PROLIFIC_PID=abc")
    open_campaign(manager)
    first = Person().visit(f"{link}?PROLIFIC_PID=abc").sees("It takes two minutes.").press("Take part")
    assert judge_all(first) == 2
    assert first.read("Enter this code") == "DONE1234"
    second = Person().visit(f"{link}?PROLIFIC_PID=def").press("Take part")
    assert judge_all(second, most=1) == 1
    # The same participant comes back to the same place.
    second = Person().visit(f"{link}?PROLIFIC_PID=def").press("Go on")
    assert judge_all(second) == 1
    Person().finds_nothing(link)
    assert ranking_count(manager) == 4
    desk(manager).follow("Judges").sees("participant-1", "participant-2").sees_not("abc", "def")
