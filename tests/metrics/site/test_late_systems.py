"""Metric scores after a system was renamed, added or retired, and after sentences were added."""

from collections.abc import Callable

from django.test import Client
from django.urls import reverse
from rankings.desk.texts.sentences import NewSentences, add_sentences

from appraise_gec.accounts.models import User
from metrics.models import MetricRun
from metrics.site.runs.services import MetricRequest, changes_since, request_runs
from metrics.site.texts import texts_mark
from rankings.corpus import systems
from rankings.models import Campaign
from tests.metrics.site.conftest import references_file, store


def scored(campaign: Campaign, user: User, run_jobs: Callable[[], int]) -> MetricRun:
    gold = store(campaign, user, [references_file()], "gold")
    (asked,) = request_runs(campaign, user, [MetricRequest("m2", references=gold)])
    run_jobs()
    asked.run.refresh_from_db()
    return asked.run


def is_out_of_date(run: MetricRun) -> bool:
    run.refresh_from_db()
    return bool(changes_since(run, texts_mark(run.campaign)))


def test_scores_follow_a_system_that_is_renamed(
    client: Client, essays: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    run = scored(essays, alice, run_jobs)
    systems.rename_system(essays, essays.systems.get(name="ALPHA").pk, "AMU", alice)
    assert not is_out_of_date(run)
    assert "AMU" in run.sentence_scores.get(index=0).scores
    assert "ALPHA" not in run.sentence_scores.get(index=0).scores
    assert "AMU" in run.sentence_scores.get(index=0).edits
    client.force_login(alice)
    for route in ("run", "sentences"):
        page = client.get(reverse(f"metrics:{route}", args=["essays", run.key]))
        assert page.status_code == 200
        assert "AMU" in page.text


def test_scores_are_out_of_date_when_a_system_leaves(
    essays: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    run = scored(essays, alice, run_jobs)
    systems.retire_system(essays, essays.systems.get(name="ALPHA").pk, alice)
    assert is_out_of_date(run)
    # New scores are of the systems that take part.
    (again,) = request_runs(essays, alice, [MetricRequest("m2", references=run.reference_set)])
    run_jobs()
    assert set(again.run.system_scores.values_list("system__name", flat=True)) == {"BETA", "GAMMA", "INPUT"}


def test_references_that_do_not_cover_new_sentences_are_told_so(
    client: Client, essays: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    run = scored(essays, alice, run_jobs)
    more = dict.fromkeys(("ALPHA", "BETA", "GAMMA"), ("It rains .",)) | {"INPUT": ("It rain .",)}
    add_sentences(essays, NewSentences(("It rain .",), ("1",), more, []), alice)
    assert is_out_of_date(run)
    client.force_login(alice)
    page = client.get(reverse("metrics:overview", args=["essays"])).text
    assert "has 4 sentences, and the campaign has 5" in page
