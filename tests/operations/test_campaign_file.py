"""A campaign that a file describes: made once, by the rules of the site; a mistake is told by its key."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from appraise_gec.accounts.models import User
from rankings.models import Campaign

pytestmark = pytest.mark.django_db
WHOLE = """
title = "Three systems"
manager = "mia"
guidelines = "guidelines.md"
judges = ["Ann", "Ben"]
open = true
[texts]
source = "source.txt"
outputs = ["A.txt", "B.txt", "C.txt"]
language = "en"
[plan]
judges_per_item = 2
[sample]
items = 4
seed = 2015
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    User.objects.create_user("mia", may_create_campaigns=True)
    for name in ("source", "A", "B", "C"):
        lines = [f"{name if line % 2 else 'This'} is line {line} ." for line in range(8)]
        (tmp_path / f"{name}.txt").write_text("\n".join(lines), "utf-8")
    (tmp_path / "guidelines.md").write_text("## Rank\n\nThe best first.\n", "utf-8")
    return tmp_path


def ask(folder: Path, text: str) -> list[str]:
    """What the command prints for a file that holds this."""
    (folder / "campaign.toml").write_text(text, "utf-8")
    printed = folder / "printed"
    with printed.open("w", encoding="utf-8") as stdout:
        call_command("campaign", str(folder / "campaign.toml"), "--site", "http://here/", stdout=stdout)
    return printed.read_text("utf-8").splitlines()


def test_a_file_becomes_an_open_campaign_and_starting_again_changes_nothing(folder, client):
    # What stops half way goes on from there once the file is mended.
    with pytest.raises(CommandError, match=r"campaign\.toml: sample: items: .*20000"):
        ask(folder, WHOLE.replace("items = 4", "items = 40_000"))
    assert Campaign.objects.get().state == Campaign.State.DRAFT
    assert not Campaign.objects.get().guidelines

    *links, last = ask(folder, WHOLE)
    campaign = Campaign.objects.get()
    assert last == f"Campaign: http://here{campaign.get_absolute_url()}"
    assert [line.split(": http://here/")[0] for line in links] == ["Ann", "Ben"]
    assert client.get(links[0].removeprefix("Ann: http://here")).status_code == 200
    assert (campaign.state, campaign.judges_per_item, campaign.language) == ("open", 2, "en")
    assert campaign.guidelines.startswith("## Rank")
    assert campaign.items.count() == 4
    assert sorted(campaign.systems.values_list("name", flat=True)) == ["A", "B", "C", "INPUT"]

    events = campaign.audit_events.count()
    assert ask(folder, WHOLE.replace('["Ann", "Ben"]', '["Eve"]')) == [last]
    assert (Campaign.objects.count(), campaign.judges.count()) == (1, 2)
    assert campaign.audit_events.count() == events


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('title = "Three systems"', "", "title: expected the title of the campaign"),
        ('title = "Three systems"', "title = 3", "title: expected a text"),
        ("open = true", "opened = true", "opened: there is no such key. There are: title, slug"),
        ('"mia"', '"nobody"', "manager: There is no account with the user name “nobody”"),
        ('"guidelines.md"', '"rules.md"', "guidelines: expected a file of text"),
        ('"A.txt", ', '"Z.txt", ', "texts: .*Z.txt: cannot be read"),
        ('language = "en"', 'language = "?"', "texts: language: Use a language code"),
        ('language = "en"', 'tongue = "en"', "texts: There is no field tongue. There are: "),
        ("seed = 2015", "seeds = 2015", "sample.seeds: there is no such key. There are: items"),
        ("items = 4", 'items = "many"', "sample: items: Enter a whole number"),
        ("[plan]", "[plan", "this is no TOML in UTF-8"),
    ],
)
def test_a_mistake_is_told_by_file_and_key(folder, right, wrong, said):
    assert right in WHOLE
    with pytest.raises(CommandError, match=rf"campaign\.toml: {said}"):
        ask(folder, WHOLE.replace(right, wrong))
    assert not Campaign.objects.filter(state=Campaign.State.OPEN).exists()
