"""Scores asked for, computed by a job, shown, taken away, explained, and told as old when texts change."""

import csv
import io
import json
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import AuditEvent
from metrics.models import MetricRun
from metrics.site.runs import MetricRequest, changes_since, request_runs
from metrics.site.texts import texts_mark
from rankings.access import Refused
from tests.factories import SENTENCES, act, program_of
from tests.metrics.site.conftest import references_file, store

pytestmark = pytest.mark.django_db
CALL = "/api/v1/campaigns/essays/metrics/"


@pytest.fixture
def browse(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def program(alice) -> APIClient:
    return program_of(alice)


def address(name, *arguments):
    return reverse(f"metrics:{name}", args=["essays", *arguments])


def sentence(run, number, **more):
    return f"{address('sentences', run.key)}?{urlencode({'number': number, **more})}"


def is_out_of_date(run: MetricRun) -> bool:
    run.refresh_from_db()
    return bool(changes_since(run, texts_mark(run.campaign)))


def test_counts_and_edits_are_those_one_finds_by_hand(m2_run):
    by_system = {one.system.name: one for one in m2_run.system_scores.select_related("system")}
    parts = ("correct", "proposed", "gold")
    counts = {name: tuple(one.parts[part] for part in parts) for name, one in by_system.items()}
    # ALPHA makes all four edits of annotator 0. BETA has "has", "were" and a wrong "to" and, with annotator 1
    # for the first sentence, misses only "goes". GAMMA has "has", "cats", "went"; "is" and "likes" are wrong.
    assert (counts["ALPHA"], counts["BETA"], counts["GAMMA"]) == ((4, 4, 4), (2, 3, 3), (3, 5, 4))
    assert counts["INPUT"][:2] == (0, 0) and by_system["ALPHA"].score == 1.0
    rows = list(m2_run.sentence_scores.order_by("index"))
    assert [row.index for row in rows] == [0, 1, 2, 3]
    assert all(set(row.scores) == {"ALPHA", "BETA", "GAMMA", "INPUT"} for row in rows)
    assert rows[0].references == ["He has two cats .", "He has two cat ."]
    (first, second) = rows[0].edits["BETA"]
    assert (first[0], first[1], second[1]) == (0, False, True)
    assert ["missed", 3, 4, ["cats"], "Nn"] in first[2]
    assert second[2] == [["matched", 1, 2, ["has"], "Vform"]]


def test_the_same_request_is_answered_by_the_run_there_is(m2_run, essays, alice, gold_set, run_jobs):
    gold = {"references": gold_set}
    assert request_runs(essays, alice, [MetricRequest("m2", **gold)]) == [(m2_run, False)]
    ((other, is_new),) = request_runs(essays, alice, [MetricRequest("m2", {"beta": 1.0}, **gold)])
    assert is_new
    assert request_runs(essays, alice, [MetricRequest("m2", {"beta": 1.0}, **gold)]) == [(other, False)]
    assert run_jobs() == 1
    assert AuditEvent.objects.filter(action="metrics.request").count() == 2


def test_every_metric_that_runs_here_scores_the_campaign(essays, alice, gold_set, run_jobs):
    names = ["i-measure", "gleu", "bleu", "ibleu", "sari", "max-sari", "levenshtein-reference"]
    requests = [MetricRequest(name, references=gold_set) for name in [*names, "levenshtein-source"]]
    requests.append(MetricRequest("m2", {}, gold_set, 1))
    requested = [run for run, _ in request_runs(essays, alice, requests)]
    assert run_jobs() == len(requests)
    for run in requested:
        run.refresh_from_db()
        assert run.recipe is not None, run.metric
        assert run.system_scores.count() == 4 and run.sentence_scores.count() == 4
    *_, to_source, alone = requested
    assert to_source.reference_set is None  # it looks at no reference, so it does not depend on them
    # "cats" is no correction of annotator 1, and "went" is the only one for "go".
    gamma = alone.system_scores.get(system__name="GAMMA")
    assert (gamma.parts["correct"], gamma.parts["gold"]) == (2, 3)
    with pytest.raises(Refused, match="no annotator 7"):
        request_runs(essays, alice, [MetricRequest("m2", {}, gold_set, 7)])


def test_gold_that_is_removed_leaves_numbers_and_is_told(browse, essays, alice, gold_set, m2_run, run_jobs):
    ((waiting, _),) = request_runs(essays, alice, [MetricRequest("i-measure", references=gold_set)])
    gold_set.delete()
    assert run_jobs() == 1
    waiting.refresh_from_db()
    assert waiting.recipe is None and "removed before" in waiting.error
    assert "has changed since" in browse.get(address("overview")).text
    gone = browse.get(m2_run.get_absolute_url())
    assert "has been removed" in gone.text and not gone.context["again"]
    store(essays, alice, [references_file("".join(f"S {one}\n\n" for one in SENTENCES))], "gold")
    data: dict[str, list[str]] = {}
    for name, value in browse.get(m2_run.get_absolute_url()).context["again"]:
        data.setdefault(name, []).append(value)
    assert browse.post(address("new"), data).status_code == 302
    assert run_jobs() == 1
    assert "has changed since" not in browse.get(address("overview")).text
    assert MetricRun.objects.latest("pk").settings == m2_run.settings


def test_scores_follow_a_system_that_is_renamed_and_not_one_that_leaves(
    browse, essays, alice, m2_run, run_jobs
):
    act(alice, "systems.rename", essays, essays.systems.get(name="ALPHA").pk, name="AMU")
    assert not is_out_of_date(m2_run)
    row = m2_run.sentence_scores.get(index=0)
    assert "AMU" in row.scores and "AMU" in row.edits and "ALPHA" not in row.scores
    for route in ("run", "sentences"):
        assert "AMU" in browse.get(address(route, m2_run.key)).text
    act(alice, "systems.retire", essays, essays.systems.get(name="AMU").pk)
    assert is_out_of_date(m2_run)
    ((again, _),) = request_runs(essays, alice, [MetricRequest("m2", references=m2_run.reference_set)])
    run_jobs()
    assert set(again.system_scores.values_list("system__name", flat=True)) == {"BETA", "GAMMA", "INPUT"}


def test_scores_are_taken_away_as_csv_and_json(browse, m2_run):
    def rows(table):
        answer = browse.get(address("file", m2_run.key, table, "csv"))
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        return list(csv.DictReader(io.StringIO(content.decode())))

    by_system = {row["system"]: row for row in rows("scores")}
    parts = ["precision", "recall", "correct", "proposed", "gold", "thinned_sentences"]
    assert list(by_system["GAMMA"]) == ["system", "score", *parts]
    assert by_system["GAMMA"]["correct"] == "3" and float(by_system["ALPHA"]["score"]) == 1.0
    types = {row["type"]: row for row in rows("types")}
    assert float(types["Nn"]["GAMMA"]) == 100 and float(types["SVA"]["GAMMA"]) == 50
    assert len(rows("sentences")) == 16 and rows("sentences")[0]["sentence"] == "1"
    assert browse.get(address("file", m2_run.key, "nonsense", "csv")).status_code == 404
    document = json.loads(browse.get(address("file", m2_run.key, "scores", "json")).content)
    assert document["recipe"]["metric"] == "m2" and document["result"]["systems"][0]["system"] == "ALPHA"


def test_a_sentence_says_what_matched_what_was_wrong_and_what_was_missed(browse, m2_run):
    answer = browse.get(sentence(m2_run, 1))
    assert "annotator 1 chosen" in answer.text and "✓ matched" in answer.text and "○ missed" in answer.text
    outputs = {one.systems: one for one in answer.context["outputs"]}
    assert set(outputs) == {("ALPHA", "GAMMA"), ("BETA",), ("INPUT",)}
    chosen = outputs["ALPHA", "GAMMA"].chosen
    assert (chosen.annotator, [edit.verdict for edit in chosen.edits]) == (0, ["matched"] * 2)
    assert "✗ not in the gold" in browse.get(sentence(m2_run, 4)).text
    assert {browse.get(sentence(m2_run, number)).status_code for number in (0, 5)} == {404}
    # "is" for "were" is wrong and missed; "likes" is wrong only.
    order = {"system": "GAMMA", "order": "lost"}
    shown = ("number", "previous", "next", "place")
    for number, expected in (("", [2, None, 3, 1]), (3, [3, 2, None, 2]), (1, [1, None, 2, 0])):
        page = browse.get(sentence(m2_run, number, **order))
        assert [page.context[name] for name in shown] == expected
    assert "lost no points" in browse.get(sentence(m2_run, 1, system="ALPHA", order="lost")).text


def test_programs_ask_for_scores_follow_and_read_them(program, essays, gold_set, run_jobs):
    wanted = {"metric": "m2", "settings": {"beta": 1}, "references": "gold", "annotator": 0}
    asked = program.post(CALL, wanted, format="json")
    assert asked.status_code == 201 and asked["Location"] == asked.data["url"]
    assert (asked.data["state"], asked.data["references"]) == ("queued", "gold")
    assert run_jobs() == 1
    found = program.get(asked.data["url"]).json()
    assert (found["state"], found["progress"], found["error"]) == ("done", 1.0, "")
    assert {one["system"]: one["score"] for one in found["result"]["systems"]}["ALPHA"] == 1.0
    assert found["recipe"]["settings"]["beta"] == 1
    assert b"ALPHA" in program.get(found["files"]["scores.csv"]).content
    again = program.post(CALL, wanted, format="json")
    assert again.status_code == 200 and again.data["key"] == found["key"]
    assert [one["key"] for one in program.get(CALL).json()["results"]] == [found["key"]]


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        ({"metric": "nothing"}, 400, '"nothing\\" is none of the choices: m2, '),
        ({"metric": "m2", "beta": 1}, 400, "no such option"),
        ({"metric": "m2"}, 409, "needs gold edits"),
        ({"metric": "m2", "references": "gold", "settings": {"beta": -1}}, 409, "expected a number from 0"),
        ({"metric": "languagetool"}, 409, "needs a server"),
    ],
)
def test_programs_are_told_what_cannot_be_computed(
    program, essays, gold_set, data, status, told, monkeypatch
):
    monkeypatch.delenv("APPRAISE_GEC_LANGUAGETOOL", raising=False)
    answer = program.post(CALL, data, format="json")
    assert answer.status_code == status
    assert told in json.dumps(answer.json())
    assert not MetricRun.objects.exists()
