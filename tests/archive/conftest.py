"""A campaign with something in every table of an archive."""

import hashlib
import io
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from appraise_gec.accounts.models import User
from metrics.models import MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.site.texts import texts_mark
from rankings.archive.reading import Archive
from rankings.archive.storing import store_archive
from rankings.archive.writing import write_archive
from rankings.models import (
    Assignment,
    Campaign,
    CampaignFile,
    EditMark,
    GuidelinesRevision,
    Item,
    Judge,
    Ranking,
    ResultSet,
    SurveyAnswer,
)
from rankings.survey.questions import BUILT_IN, Question, stored
from tests.factories import add_member, make_campaign, make_item, make_items, make_judge, make_ranking

# Long and unlike any word, so that no text holds them by accident.
NAMES = ("Zephyrine", "Quillfeather", "Thistledown")
MAIL = "z.thistledown@example.org"


def make_full_campaign() -> Campaign:
    owner = User.objects.create_user("owner", may_create_campaigns=True, email="o@example.org")
    campaign = make_campaign("essays", owner=owner, title="Essays")
    person = User.objects.create_user("thistledown", email=MAIL, last_name="Thistledown")
    add_member(campaign, person, "researcher")
    asked = stored([*BUILT_IN, Question("question-1", "after", "text", "Anything else?")])
    campaign.guidelines, campaign.survey = "Rank them.\r\nAll\u2028of them", asked
    campaign.guidelines_version, campaign.seed, campaign.look = 2, 2**60, "2015"
    campaign.save()
    for version, text in enumerate(("", campaign.guidelines), start=1):
        GuidelinesRevision.objects.create(campaign=campaign, version=version, text=text, created_by=owner)
    CampaignFile.objects.create(
        campaign=campaign, kind="judgments", name="judgments_Quillfeather.xml", sha256="0" * 64, size=2**40
    )
    judge = make_judge(campaign, "Quillfeather", person)
    make_judge(campaign, "Zephyrine")
    SurveyAnswer.objects.create(
        judge=judge,
        moment="after",
        asked=asked,
        answers={"difficulty": 4, "question-1": "Ask Thistledown"},
        submitted_at=timezone.now(),
    )
    make_judging(campaign, judge, make_items(campaign), owner)
    make_scores(campaign, owner)
    return campaign


def make_judging(campaign: Campaign, judge: Judge, items: list[Item], owner: User) -> None:
    now = timezone.now()
    later = make_item(campaign, 1, number=90)
    later.top_up = 1
    later.save()
    make_ranking(judge, items[0])
    revised = make_ranking(judge, items[0], [2] * items[0].outputs.count(), revision=2)
    EditMark.objects.create(
        ranking=revised,
        output=items[0].outputs.order_by("position")[1],
        start=2,
        end=3,
        original="=cat",
        correction="'cats",
        kind="replacement",
        tokens="spaces",
        verdict="unneeded",
    )
    Ranking.objects.filter(pk=revised.pk).update(
        offers_marks=True,
        opened_at=now,
        submitted_at=now + timedelta(microseconds=1),
        active_seconds=0.1 + 0.2,
        guidelines_version=2,
        submission="12345678123456781234567812345678",
        flag_reason="other",
        flag_note="=1+1, says Thistledown",
        flag_outcome="answered",
        flag_answer="Dear Zephyrine",
        flag_decided_at=now,
        result_set=ResultSet.objects.create(campaign=campaign, name="set of quillfeather"),
        source_label="'=label",
    )
    other = Judge.objects.get(campaign=campaign, name="Zephyrine")
    for item in (items[1], later, *items[2:]):
        make_ranking(other, item, list(range(1, item.outputs.count() + 1)))
    left_out = make_ranking(judge, items[1])
    Ranking.objects.filter(pk=left_out.pk).update(
        is_current=False, discarded_at=now, discard_reason="Thistledown clicks"
    )
    again = Item.objects.create(
        campaign=campaign,
        sentence=items[0].sentence,
        number=items[0].number,
        purpose="repeat",
        original=items[0],
        reserved_for=judge,
    )
    make_ranking(judge, again, skipped=True)
    check = make_item(campaign, 2, number=91)
    Item.objects.filter(pk=check.pk).update(
        purpose="check", check_kind="identical", expected={"equal": [[0, 1]]}, explanation="as Zephyrine says"
    )
    for item, state in ((later, "done"), (items[1], "lent")):
        Assignment.objects.create(
            item=item, judge=judge, order=[2, 0, 1], state=state, lent_at=now, lease_expires_at=now
        )


def make_scores(campaign: Campaign, owner: User) -> None:
    """References and scores, as jobs would have stored them."""
    gold = b"S He have two cat .\nA 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0\n"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("0", gold)
    references = ReferenceSet.objects.create(
        campaign=campaign,
        name="gold",
        kind="gold",
        files=[{"name": "gold.m2", "size": len(gold), "sha256": hashlib.sha256(gold).hexdigest()}],
        content=content.getvalue(),
        sha256="1" * 64,
        summary={"sentences": 4},
        created_by=owner,
    )
    run = MetricRun.objects.create(
        campaign=campaign,
        metric="m2",
        settings={"beta": 0.5},
        reference_set=references,
        recipe={"version": "0.1.0", "sentence_parts": ["matched"]},
        texts_mark=texts_mark(campaign),
        finished_at=timezone.now(),
    )
    system = campaign.systems.get(name="ALPHA")
    SystemScore.objects.create(run=run, system=system, score=1 / 3, types=[["SVA", 1, 2.5]])
    SentenceScores.objects.create(run=run, index=0, scores={"ALPHA": [0.5, 1]}, references=["He has two ."])
    # Not computed yet, so that it is left out.
    MetricRun.objects.create(campaign=campaign, metric="gleu")


@pytest.fixture(scope="module")
def _full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    around_all_tests = transaction.atomic()
    with django_db_blocker.unblock():
        around_all_tests.__enter__()
        campaign = make_full_campaign()
        archives = {names: written(campaign, names=names) for names in (True, False)}
    yield {"campaign": campaign.pk, "archives": archives}
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        around_all_tests.__exit__(None, None, None)


@pytest.fixture
def campaign(_full: dict[str, Any], db: None) -> Campaign:
    """A campaign with something in every table."""
    return Campaign.objects.get(pk=_full["campaign"])


@pytest.fixture
def archives(_full: dict[str, Any], db: None) -> dict[bool, bytes]:
    """Its archives: with names and without."""
    made: dict[bool, bytes] = _full["archives"]
    return made


def written(campaign: Campaign, *, names: bool = True) -> bytes:
    target = io.BytesIO()
    write_archive(campaign, target, names=names)
    return target.getvalue()


def read_back(content: bytes, owner: User, **changes: Any) -> Campaign:
    return store_archive(Archive(io.BytesIO(content), "essays.zip"), owner, **changes)


def files_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
