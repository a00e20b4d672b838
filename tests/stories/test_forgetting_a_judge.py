"""Personal data go, by the manager's hand or the judge's own; rankings stay under a pseudonym."""

from tests.stories.campaigns import desk, judge_all, judges, make_campaign, open_campaign, report
from tests.stories.person import PASSWORD, Person

SURE = {"I understand": True, "Your password": PASSWORD}


def everything(manager: Person) -> str:
    """What the manager can read of people in the campaign."""
    pages = [desk(manager).text, manager.follow("Judges").text, desk(manager).follow("Settings").text]
    pages.append(desk(manager).follow("Settings").text)
    return "\n".join([*pages, report(manager).download("Result XML").decode()])


def test_judges_are_forgotten_and_their_rankings_stay(manager: Person) -> None:
    make_campaign(manager, items=3, judges_each=2)
    ann, ben = judges(manager, "Wilhelmina", "Balthasar")
    open_campaign(manager)
    assert judge_all(ann) == 3
    assert judge_all(ben) == 3
    assert "Wilhelmina" in everything(manager)

    desk(manager).follow("Judges").follow("Remove personal data", within="Wilhelmina")
    manager.press("Remove personal data")
    known = everything(manager)
    assert "wilhelmina" not in known.lower()
    assert known.count('user="') == 6
    ann.visit("/").sees_not("Animals")

    ben.visit("/").follow("Your account").follow("Leave").fill(SURE).press("Leave")
    ben.visit("/").sees_not("Animals")
    known = everything(manager)
    assert "balthasar" not in known.lower()
    assert known.count('user="') == 6
    desk(manager).sees("6 of 6")

    ben.follow("Your account").follow("Delete your account").fill(SURE).press("Delete my account")
    assert ben.visit("/").offers("Sign in")
    ben.follow("Sign in").fill({"User name": "balthasar", "Password": PASSWORD}).press("Sign in")
    ben.sees("wrong")
