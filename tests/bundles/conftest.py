"""A campaign with something in every table of a bundle."""

import hashlib
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
from appraise_gec.accounts.services import record_event
from appraise_gec.report.computation import compute_report
from appraise_gec.report.options import ReportOptions
from metrics.models import Comparison, MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.site.people.asking import Compared, ComparisonOptions
from metrics.site.texts import texts_mark
from metrics.validation.results import StudyResult
from rankings.bundles.bundle_file import BundleFile
from rankings.bundles.reading import check_bundle
from rankings.bundles.storing import Wishes, packed, store_bundle
from rankings.bundles.writing import write_bundle
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.results import to_json
from rankings.judgments.key_runs import as_runs
from rankings.judgments.stored import load_judgments
from rankings.models import (
    Assignment,
    Campaign,
    CampaignFile,
    CrowdEntry,
    CrowdParticipant,
    Discard,
    DiscardedRanking,
    EditMark,
    FlagDecision,
    GuidelinesRevision,
    Item,
    Judge,
    Ranking,
    Report,
    ResultSet,
    SurveyAnswer,
    TopUp,
)
from rankings.survey.questions import BUILT_IN, Question, stored
from rankings.survey.services import change_questions
from tests.factories import (
    add_member,
    make_campaign,
    make_item,
    make_items,
    make_judge,
    make_passkey,
    make_ranking,
)

# Long and unlike any word, so that no hash, key or text holds them by accident.
NAMES = ("Zephyrine", "Quillfeather", "Thistledown")
SECRET = "never-leaves-this-place"
MAIL = "z.thistledown@example.org"


def no_telling(_fraction: float, _message: str) -> None:
    """Nobody wants to know."""


def make_full_campaign() -> Campaign:
    """A campaign with something in every table. Reports and comparisons are stored, not computed."""
    owner = User.objects.create_user("owner", may_create_campaigns=True, email="o@example.org")
    campaign = make_campaign("essays-of-quillfeather", owner=owner, title="Essays of Zephyrine")
    person = User.objects.create_user(
        "quillfeather", email=MAIL, first_name="Zephyrine", last_name="Thistledown"
    )
    add_member(campaign, person, "researcher")
    campaign.guidelines = f"Rank them.\r\nAsk Zephyrine\u2028({MAIL})"
    campaign.save()
    for version, text in enumerate(("", campaign.guidelines), start=1):
        GuidelinesRevision.objects.create(campaign=campaign, version=version, text=text, created_by=owner)
    CampaignFile.objects.create(
        campaign=campaign, kind="judgments", name="judgments_Quillfeather.xml", sha256="0" * 64, size=2**40
    )
    judge = make_judge(campaign, "Quillfeather", person)
    judge.preferences = {"letters": "off"}
    judge.save()
    asked = Question("question-1", "after", "text", f"Anything else? Ask Zephyrine ({MAIL})")
    change_questions(campaign, lambda _: [*BUILT_IN, asked], owner)
    SurveyAnswer.objects.create(
        judge=judge,
        moment="after",
        asked=stored([*BUILT_IN, asked]),
        answers={"difficulty": 4, "question-1": "Zephyrine was kind", "several": ["a", "b"]},
        submitted_at=timezone.now(),
    )
    items = make_items(campaign)
    make_judging(campaign, judge, items, owner)
    entry = CrowdEntry.objects.create(
        campaign=campaign,
        is_on=True,
        information="Zephyrine pays",
        completion_code=SECRET,
        screened_out_code=SECRET,
        participant_parameter="PROLIFIC_PID",
        completion_url="https://example.org/done",
    )
    participant = make_judge(campaign, "crowd-1")
    make_passkey(owner, SECRET)
    CrowdParticipant.objects.create(entry=entry, judge=participant, id_hash=SECRET, session_hash=SECRET)
    make_results(campaign, owner)
    record_event(person, "judge.add", campaign.pk, judge="Quillfeather", user="quillfeather")
    record_event(owner, "judge.remove", campaign.pk, judge="Thistledown-Removed")
    record_event(owner, "team.invite", campaign.pk, invitee=f"Zephyrine <{MAIL}>", role="owner")
    record_event(owner, "bundle.export", campaign.pk, people="full")
    return campaign


def make_judging(campaign: Campaign, judge: Judge, items: list[Item], owner: User) -> None:
    top_up = TopUp.objects.create(campaign=campaign, seed=2**60, created_by=owner)
    later = make_item(campaign, 1, number=90)
    later.top_up = top_up
    later.save()
    make_ranking(judge, items[0])
    revised = make_ranking(judge, items[0], [2] * items[0].outputs.count(), revision=2)
    now = timezone.now()
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
        pauses=[{"after": 1.5, "seconds": 240, "kind": "idle", "claimed": True}],
        flag_reason="other",
        flag_note="=1+1, says Quillfeather\r\n'quoted\"",
        result_set=ResultSet.objects.create(campaign=campaign, name="set of quillfeather"),
        source_label="'=label",
    )
    FlagDecision.objects.create(
        ranking=revised, outcome="answered", answer="Dear Zephyrine", decided_by=owner
    )
    made = Discard.objects.create(
        campaign=campaign,
        judge=judge,
        scope=Discard.Scope.SPAN,
        since=timezone.now(),
        reason="=Zephyrine clicks through",
        created_by=owner,
        created_at=timezone.now(),
        undone_by=owner,
    )
    left_out = make_ranking(judge, items[1])
    DiscardedRanking.objects.create(discard=made, ranking=left_out)
    Ranking.objects.filter(pk=left_out.pk).update(is_current=False, discard=made)
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
        discard=made,
        order=[2, 0, 1],
        lent_at=now,
        lease_expires_at=now,
        draft={"ranks": [2, None, 1], "base": 0, "active": 1.5},
        draft_revision=3,
    )


def make_results(campaign: Campaign, owner: User) -> None:
    """A report, references, scores and a comparison, as jobs would have stored them."""
    now = timezone.now()
    read = load_judgments(campaign)
    systems = list(campaign.systems.values_list("name", flat=True))
    made = compute_report(read.judgments, [1], systems, ReportOptions(parts=(), replicates=100))
    Report.objects.create(
        campaign=campaign,
        options=ReportOptions(excluded_judges=("Quillfeather",)).as_json(),
        recipe={
            **ReportOptions(excluded_judges=("Quillfeather",)).as_json(),
            "version": "0.1.0",
            "least_checks_passed": 0.5,
            "left_out": {"checks": {"rankings": 3, "judges": ["Quillfeather"], "unknown": 0}},
            "rankings": {"number": len(read.judgments), "sha256": rankings_digest(read.judgments)},
        },
        result=made.result,
        rankings_mark=read.mark,
        ranking_runs=as_runs(read.keys),
        created_by=owner,
        finished_at=now,
    )
    gold = b"S He have two cat .\r\nA 1 2|||SVA|||has|||REQUIRED|||-NONE-|||0\n"
    references = ReferenceSet.objects.create(
        campaign=campaign,
        name="gold",
        kind="gold",
        files=[{"name": "gold.m2", "size": len(gold), "sha256": hashlib.sha256(gold).hexdigest()}],
        content=packed([gold]),
        sha256="1" * 64,
        summary={"sentences": 4},
        created_by=owner,
    )
    run = MetricRun.objects.create(
        campaign=campaign,
        metric="m2",
        settings={"beta": 0.5},
        reference_set=references,
        recipe={"version": "0.1.0", "imported": {"file": "by Zephyrine.csv"}, "sentence_parts": ["matched"]},
        texts_mark=texts_mark(campaign),
        created_by=owner,
        finished_at=now,
    )
    system = campaign.systems.get(name="ALPHA")
    SystemScore.objects.create(
        run=run, system=system, score=1 / 3, types=[["SVA", 1, 2.5]], parts={"a": None}
    )
    SentenceScores.objects.create(
        run=run, index=0, scores={"ALPHA": [0.5, 1]}, references=["He has two cats ."]
    )
    study = StudyResult("expected-wins", "", "sentences", (), (), 0.95, 1, (), (), ())
    Comparison.objects.create(
        campaign=campaign,
        options=to_json(ComparisonOptions(metrics=(str(run.key),))),
        rankings=read.mark,
        runs=[str(run.key)],
        recipe={"version": "0.1.0"},
        result=to_json(Compared({"ALPHA": 0.5}, {"F": {"ALPHA": 0.5}}, study)),
        created_by=owner,
        finished_at=now,
    )
    # Unfinished, so that it is left out.
    MetricRun.objects.create(campaign=campaign, metric="gleu")


@pytest.fixture(scope="module")
def _full(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    around_all_tests = transaction.atomic()
    with django_db_blocker.unblock():
        around_all_tests.__enter__()
        campaign = make_full_campaign()
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
    Comparison.objects.all().delete()
    MetricRun.objects.all().delete()
    Ranking.objects.all().delete()
    Item.objects.all().delete()
    TopUp.objects.all().delete()
    Judge.objects.all().delete()
    campaign.audit_events.all().delete()
    campaign.delete()
    User.objects.all().delete()


Edit = Callable[[dict[str, bytes]], None]
