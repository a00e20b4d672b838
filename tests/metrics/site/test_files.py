"""References and tables of scores, by page and by program: looked at, stored, taken away, removed."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent
from metrics.models import MetricRun, ReferenceSet, SystemScore
from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from metrics.site.runs import MetricRequest, request_runs
from metrics.site.stored import metric_scores
from metrics.site.texts import campaign_texts
from rankings.models import Upload
from tests.factories import SENTENCES, program_of
from tests.metrics.site.conftest import GOLD, imported, references_file

pytestmark = pytest.mark.django_db
NEW_REFERENCES = "/campaigns/essays/uploads/references/"
NEW_SCORES = "/campaigns/essays/uploads/scores/"
UPLOADS = "/api/v1/uploads/"
CALLS = "/api/v1/campaigns/essays/"
TABLE = "system,metric,score\nALPHA,F,0.5\nBETA,F,0.25\nGAMMA,F,-0.1\nINPUT,F,0\nALPHA,G,3\n"


@pytest.fixture
def browse(client, alice):
    client.force_login(alice)
    return client


def looked_at(client: Any, *files: tuple[str, str], page: str = NEW_REFERENCES) -> Any:
    """The preview of files."""
    sent = [SimpleUploadedFile(name, content.encode()) for name, content in files]
    return client.post(page, {"references" if page == NEW_REFERENCES else "file": sent}, follow=True)


def confirm(client: Any) -> Any:
    page = reverse("campaigns:upload", args=[Upload.objects.latest("created_at").key])
    return client.post(page, {"act": "confirm"})


def test_gold_is_looked_at_before_it_is_stored(browse, essays):
    seen = looked_at(browse, ("gold.m2", GOLD))
    assert "Nothing to correct" in seen.text and not ReferenceSet.objects.exists()
    assert confirm(browse).url == reverse("metrics:new", args=["essays"])
    stored = ReferenceSet.objects.get()
    assert (stored.name, stored.kind, stored.annotators) == ("gold", "gold", [0, 1])
    names = ("annotator", "sentences", "edits", "unchanged")
    by_annotator = [tuple(one[name] for name in names) for one in stored.summary["annotators"]]
    assert by_annotator == [(0, 4, 4, 1), (1, 2, 2, 0)]
    assert AuditEvent.objects.filter(action="references.add", campaign_id=essays.pk).count() == 1
    assert "Nothing to correct" in browse.get(stored.get_absolute_url()).text
    file = f"{stored.get_absolute_url()}files/0/"
    answer = browse.get(file)
    assert answer.content.decode() == GOLD and "attachment" in answer["Content-Disposition"]
    assert browse.get(file.replace("/0/", "/1/")).status_code == 404
    assert "already" in looked_at(browse, ("gold.m2", GOLD)).text
    assert browse.post(f"/campaigns/essays/do/references.remove/{stored.key}/").status_code == 302
    looked_at(browse, ("gold.m2", GOLD))
    assert confirm(browse).status_code == 302 and ReferenceSet.objects.get().pk != stored.pk


def test_several_gold_files_become_annotators_of_one_gold(browse, essays, alice, run_jobs):
    first = GOLD.replace("|||1\n", "|||7\n")
    second = "".join(f"S {one}\n\n" for one in SENTENCES)
    seen = looked_at(browse, ("anna.m2", first), ("ben.m2", second))
    assert "anna.m2" in seen.text and "ben.m2" in seen.text
    confirm(browse)
    stored = ReferenceSet.objects.get()
    assert stored.name == "anna, ben"
    annotators = [(row["annotator"], row["file"]) for row in stored.summary["annotators"]]
    assert annotators == [(0, "anna.m2"), (7, "anna.m2"), (8, "ben.m2")]
    ((run, _),) = request_runs(essays, alice, [MetricRequest("m2", references=stored)])
    assert run_jobs() == 1
    gold = join_golds([read_m2(text.encode(), "x") for text in (first, second)])
    found = make_scorer("m2").score_systems(campaign_texts(essays).outputs, Material(tuple(SENTENCES), gold))
    scores = dict(run.system_scores.values_list("system__name", "score"))
    assert scores == {name: score.score for name, score in found.items()}


def test_a_table_of_scores_is_looked_at_then_stored_then_shown(browse, essays):
    seen = looked_at(browse, ("scores.csv", TABLE), page=NEW_SCORES)
    assert "\u22120.1000" in seen.text and "no score for BETA, GAMMA, INPUT" in seen.text
    assert not MetricRun.objects.exists()
    page = browse.get(confirm(browse).url)
    assert "\u22120.1000" in page.text and "3.0000" in page.text
    assert "scores.csv" in browse.get(MetricRun.objects.get(metric="F").get_absolute_url()).text


def test_what_the_command_writes_brings_parts_and_sentences_along(browse, essays):
    systems = []
    for place, name in enumerate(["ALPHA", "BETA", "GAMMA", "INPUT"]):
        score = {"score": place / 4}
        systems.append(
            {"system": name, **score, "precision": place / 4, "recall": 1, "sentences": [score] * 4}
        )
    imported(browse, json.dumps({"result": {"metric": "m2", "systems": systems}}), "scores.json")
    run = MetricRun.objects.get()
    assert run.system_scores.get(system__name="INPUT").parts == {"precision": 0.75, "recall": 1.0}
    assert run.sentence_scores.get(index=3).scores["BETA"] == [0.25]
    assert metric_scores(run, "m2").sentences["INPUT"]["3"] == 0.75


def test_programs_hand_in_list_and_remove(alice, essays):
    program = program_of(alice, "manage")

    def hand_in(kind: str, **fields: Any) -> Any:
        asked = program.post(UPLOADS, {"kind": kind, "campaign": "essays", **fields})
        assert asked.status_code == 201, asked.json()
        return asked.json()

    waiting = hand_in("references", references=[references_file()])
    assert (waiting["state"], waiting["facts"]["sentences"]) == ("ready", 4)
    assert not ReferenceSet.objects.exists()
    assert program.post(waiting["url"]).json()["state"] == "done"
    (stored,) = program.get(f"{CALLS}references/").json()["results"]
    assert (stored["name"], stored["kind"], stored["scores"]) == ("gold", "gold", 0)
    assert program.get(stored["files"][0]["url"]).content == GOLD.encode()
    assert program.get(f"{stored['url']}files/1/").status_code == 404
    assert program.get(stored["url"]).json() == stored
    waiting = hand_in("scores", file=SimpleUploadedFile("scores.csv", TABLE.encode()))
    assert waiting["facts"]["scores"]["G"] == {"ALPHA": 3.0}
    assert program.post(waiting["url"]).status_code == 200
    assert SystemScore.objects.count() == 5
    runs = program.get(f"{CALLS}metrics/").json()["results"]
    assert {(one["metric"], one["origin"], one["state"]) for one in runs} == {
        ("F", "imported", "done"),
        ("G", "imported", "done"),
    }
    remove = f"{CALLS}do/metrics.remove/{runs[0]['key']}/"
    assert [program.post(remove).status_code for _ in range(2)] == [200, 404]
    assert program.post(f"{CALLS}do/references.remove/{stored['key']}/").status_code == 200
    assert program.get(stored["url"]).status_code == 404
