"""A campaign with something in every table of a bundle."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from appraise_gec.accounts.models import User
from metrics.models import MetricRun, MetricStudy
from rankings.bundles.reading import BundleFile, check_bundle
from rankings.bundles.storing import Wishes, store_bundle
from rankings.bundles.writing import write_bundle
from rankings.models import (
    AdaptiveJudging,
    Assignment,
    Campaign,
    CampaignFile,
    FlagDecision,
    GuidelinesRevision,
    Item,
    Judge,
    Ranking,
    ResultSet,
    TopUp,
)
from tests.factories import make_item, make_judge, make_ranking
from tests.security.conftest import make_cast, make_world

# Long and unlike any word, so that no hash, key or text holds them by accident.
NAMES = ("Zephyrine", "Quillfeather", "Thistledown")
MAIL = "z.thistledown@example.org"


def no_telling(_fraction: float, _message: str) -> None:
    """Nobody wants to know."""


def fill(campaign: Campaign, owner: User) -> None:
    """Something for every table that the world of addresses leaves empty."""
    person = User.objects.create_user(
        "quillfeather", email=MAIL, password="correct horse", first_name="Zephyrine", last_name="Thistledown"
    )
    campaign.guidelines = "Rank them.\r\nAsk Zephyrine\u2028(z.thistledown@example.org)"
    campaign.title = "Essays of Zephyrine"
    campaign.save()
    for version, text in enumerate(("", campaign.guidelines), start=1):
        GuidelinesRevision.objects.create(campaign=campaign, version=version, text=text, created_by=owner)
    CampaignFile.objects.create(
        campaign=campaign, kind="judgments", name="judgments_Quillfeather.xml", sha256="0" * 64, size=2**40
    )
    judge = make_judge(campaign, "Quillfeather", person)
    judge.preferences = {"letters": "off"}
    judge.save()
    top_up = TopUp.objects.create(
        campaign=campaign, seed=2**60, pairs=[["ALPHA", "BETA", 3]], created_by=owner
    )
    AdaptiveJudging.objects.create(
        campaign=campaign, seed=-5, settled=[["ALPHA", "BETA", 1]], started_by=person, looks_taken=1
    )
    items = list(campaign.items.order_by("number"))
    later = make_item(campaign, 1, number=90)
    later.top_up, later.at_random = top_up, True
    later.save()
    make_ranking(judge, items[0])
    revised = make_ranking(judge, items[0], [2] * items[0].outputs.count(), revision=2)
    now = timezone.now()
    Ranking.objects.filter(pk=revised.pk).update(
        opened_at=now,
        submitted_at=now + timedelta(microseconds=1),
        active_seconds=0.1 + 0.2,
        guidelines_version=2,
        submission="12345678123456781234567812345678",
        pauses=[{"after": 1.5, "seconds": 240, "kind": "idle", "claimed": True}],
        flag_reason="other",
        flag_note="=1+1, says Quillfeather\r\n'quoted\"",
        result_set=ResultSet.objects.create(campaign=campaign, name="set of quillfeather"),
        source_label="'=label",
    )
    FlagDecision.objects.create(
        ranking=revised, outcome="answered", answer="Dear Zephyrine", decided_by=owner
    )
    # A repetition with a smaller key than one of the originals after it, and a check item.
    Item.objects.create(
        campaign=campaign,
        sentence=items[0].sentence,
        number=items[0].number,
        purpose="repeat",
        original=items[0],
        reserved_for=judge,
    )
    check = make_item(campaign, 2, number=91)
    Item.objects.filter(pk=check.pk).update(
        purpose="check", check_kind="identical", expected={"equal": [[0, 1]]}, explanation="as Zephyrine says"
    )
    Assignment.objects.create(
        item=later,
        judge=judge,
        order=[2, 0, 1],
        lent_at=now,
        lease_expires_at=now,
        draft={"ranks": [2, None, 1], "base": 0, "active": 1.5},
        draft_revision=3,
    )


@pytest.fixture(scope="module")
def _full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    around_all_tests = transaction.atomic()
    with django_db_blocker.unblock():
        around_all_tests.__enter__()
        world = make_world(make_cast())
        campaign = Campaign.objects.get(slug=world["slug"])
        fill(campaign, User.objects.get(username="owner"))
        made = {people: exported(campaign, people) for people in ("full", "pseudonyms")}
    yield {"campaign": campaign.pk, "bundles": made}
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around_all_tests.__exit__(None, None, None)


@pytest.fixture
def campaign(_full: dict[str, Any], db: None) -> Campaign:
    """A campaign with something in every table."""
    return Campaign.objects.get(pk=_full["campaign"])


@pytest.fixture
def bundles(_full: dict[str, Any], db: None) -> dict[str, bytes]:
    """Its bundles: "full" and "pseudonyms"."""
    made: dict[str, bytes] = _full["bundles"]
    return made


def exported(campaign: Campaign, people: str) -> bytes:
    target = io.BytesIO()
    write_bundle(campaign, people, target, no_telling)
    return target.getvalue()


def imported(content: bytes, actor: User | None = None, **wishes: Any) -> Campaign:
    bundle = BundleFile(io.BytesIO(content), "essays.bundle.zip")
    check_bundle(bundle, no_telling)
    return store_bundle(bundle, Wishes(**wishes), actor, no_telling)


def files_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def content_of(content: bytes) -> dict[str, Any]:
    """Everything in a bundle but when it was made."""
    files: dict[str, Any] = files_of(content)
    files["manifest.json"] = {**json.loads(files["manifest.json"]), "made_at": ""}
    return files


def delete_everything(campaign: Campaign) -> None:
    """An installation without the campaign and its people, as if nothing had ever been there."""
    MetricStudy.objects.all().delete()
    MetricRun.objects.all().delete()
    Ranking.objects.all().delete()
    Item.objects.all().delete()
    TopUp.objects.all().delete()
    Judge.objects.all().delete()
    campaign.audit_events.all().delete()
    campaign.delete()
    User.objects.all().delete()


Edit = Callable[[dict[str, bytes]], None]
