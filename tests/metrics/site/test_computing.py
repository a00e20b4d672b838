"""Scores asked for, computed by a job, kept, used again, and told as old when what they rest on changes."""

import pytest

from appraise_gec.accounts.models import AuditEvent
from metrics.site.runs.services import MetricRequest, changes_since, request_runs
from metrics.site.texts import texts_mark
from rankings.access.refusals import Refused
from rankings.models import Output, System
from tests.metrics.site.conftest import TEXTS, references_file, store

pytestmark = pytest.mark.django_db


def test_counts_are_those_one_finds_by_hand(m2_run):
    by_system = {one.system.name: one for one in m2_run.system_scores.select_related("system")}
    counts = {
        name: tuple(one.parts[part] for part in ("correct", "proposed", "gold"))
        for name, one in by_system.items()
    }
    # ALPHA makes all four edits of annotator 0. BETA has "has", "were" and a wrong "to" and, with annotator 1
    # for the first sentence, misses only "goes". GAMMA has "has", "cats", "went"; "is" and "likes" are wrong.
    assert counts["ALPHA"] == (4, 4, 4)
    assert counts["BETA"] == (2, 3, 3)
    assert counts["GAMMA"] == (3, 5, 4)
    assert counts["INPUT"][:2] == (0, 0)
    assert by_system["ALPHA"].score == 1.0
    assert by_system["GAMMA"].parts["precision"] == pytest.approx(3 / 5)


def test_every_sentence_of_every_system_is_kept(m2_run):
    rows = list(m2_run.sentence_scores.order_by("index"))
    assert [row.index for row in rows] == [0, 1, 2, 3]
    assert all(set(row.scores) == {"ALPHA", "BETA", "GAMMA", "INPUT"} for row in rows)
    assert rows[0].references == ["He has two cats .", "He has two cat ."]
    (first, second) = rows[0].edits["BETA"]
    assert (first[0], first[1], second[1]) == (0, False, True)
    assert ["missed", 3, 4, ["cats"], "Nn"] in first[2]
    assert second[2] == [["matched", 1, 2, ["has"], "Vform"]]


def test_the_same_request_is_answered_by_the_run_there_is(m2_run, essays, alice, gold_set, run_jobs):
    (again,) = request_runs(essays, alice, [MetricRequest("m2", references=gold_set)])
    assert (again.run, again.is_new) == (m2_run, False)
    (other,) = request_runs(essays, alice, [MetricRequest("m2", {"beta": 1.0}, gold_set)])
    (waiting,) = request_runs(essays, alice, [MetricRequest("m2", {"beta": 1.0}, gold_set)])
    assert other.is_new and waiting.run == other.run and not waiting.is_new
    assert run_jobs() == 1
    assert AuditEvent.objects.filter(action="metrics.request").count() == 2


def test_every_metric_that_runs_here_scores_the_campaign(essays, alice, gold_set, run_jobs):
    names = ["i-measure", "gleu", "bleu", "ibleu", "sari", "max-sari", "levenshtein-reference"]
    requests = [MetricRequest(name, references=gold_set) for name in [*names, "levenshtein-source"]]
    requested = request_runs(essays, alice, requests)
    assert run_jobs() == len(requests)
    for one in requested:
        one.run.refresh_from_db()
        assert one.run.recipe is not None, one.run.metric
        assert one.run.system_scores.count() == 4 and one.run.sentence_scores.count() == 4
    assert requested[-1].run.reference_set is None  # it looks at no reference, so it does not depend on them


def test_reference_texts_serve_metrics_that_need_texts_and_no_others(essays, alice, run_jobs):
    texts = store(essays, alice, [references_file(TEXTS, "one"), references_file(TEXTS, "two")], "texts")
    (requested,) = request_runs(essays, alice, [MetricRequest("gleu", references=texts)])
    assert run_jobs() == 1
    scores = dict(requested.run.system_scores.values_list("system__name", "score"))
    assert scores["ALPHA"] == 1.0 and max(scores.values()) == 1.0 > scores["BETA"]
    with pytest.raises(Refused, match="gold edits"):
        request_runs(essays, alice, [MetricRequest("m2", references=texts)])


def test_one_annotator_alone(essays, alice, gold_set, run_jobs):
    (requested,) = request_runs(essays, alice, [MetricRequest("m2", {}, gold_set, 1)])
    assert run_jobs() == 1
    beta = requested.run.system_scores.get(system__name="GAMMA")
    # "cats" is no correction of annotator 1, and "went" is the only one for "go".
    assert (beta.parts["correct"], beta.parts["gold"]) == (2, 3)
    with pytest.raises(Refused, match="no annotator 7"):
        request_runs(essays, alice, [MetricRequest("m2", {}, gold_set, 7)])


def test_removed_gold_and_new_outputs_make_scores_old(m2_run, essays, gold_set):
    assert changes_since(m2_run, texts_mark(essays)) == []
    gold_set.delete()
    delta = System.objects.create(campaign=essays, name="DELTA")
    Output.objects.bulk_create(
        Output(system=delta, sentence=sentence, text=sentence.text) for sentence in essays.sentences.all()
    )
    m2_run.refresh_from_db()
    removed = "gold, which they were compared with, has been removed."
    assert changes_since(m2_run, texts_mark(essays)) == [
        "Sentences, systems or outputs of the campaign have changed.",
        removed,
    ]
    assert m2_run.system_scores.count() == 4  # the old numbers stay


def test_gold_removed_while_the_job_waits_fails_in_words(essays, alice, gold_set, run_jobs):
    (requested,) = request_runs(essays, alice, [MetricRequest("m2", references=gold_set)])
    gold_set.delete()
    assert run_jobs() == 1
    requested.run.refresh_from_db()
    assert requested.run.recipe is None
    assert requested.run.job is not None and "removed before" in requested.run.job.error
