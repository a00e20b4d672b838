"""Scores that were computed elsewhere, brought along as a table."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from metrics.models import MetricRun
from metrics.site.runs.importing import read_score_table
from metrics.site.runs.stored import metric_scores
from metrics.site.uploads import SCORE_TABLES
from rankings.uploads.files import File

pytestmark = pytest.mark.django_db

SYSTEMS = ["ALPHA", "BETA", "GAMMA", "INPUT"]
TABLE = """system,metric,score
ALPHA,ERRANT,0.5
BETA,ERRANT,0.25
GAMMA,ERRANT,-0.1
INPUT,ERRANT,0
ALPHA,Fluency,3
"""


def test_a_table_is_looked_at_then_stored_then_shown(client, alice, essays):
    client.force_login(alice)
    file = SimpleUploadedFile("scores.csv", TABLE.encode())
    answer = client.post(reverse("metrics:import-upload", args=["essays"]), {"file": file})
    assert answer.status_code == 302 and not MetricRun.objects.exists()
    text = client.get(answer.url).content.decode()
    assert "ERRANT" in text and "no score for BETA, GAMMA, INPUT" in text
    overview = client.post(answer.url, follow=True)
    assert "Imported the scores of 2 metrics" in overview.content.decode()
    assert "\u22120.1000" in overview.text and "3.0000" in overview.text
    run = MetricRun.objects.get(metric="ERRANT")
    page = client.get(run.get_absolute_url())
    assert page.status_code == 200 and "scores.csv" in page.content.decode()


def test_what_the_command_writes_brings_parts_and_sentences_along(essays, alice):
    def scored(name: str, score: float) -> dict[str, object]:
        sentences = [{"score": score}] * 4
        return {"system": name, "score": score, "precision": score, "recall": 1.0, "sentences": sentences}

    systems = [scored(name, place / 4) for place, name in enumerate(SYSTEMS)]
    document = json.dumps({"result": {"metric": "m2", "systems": systems}}).encode()
    table = read_score_table(essays, File("scores", "scores.json", document))
    assert table.usable, table.problems
    staged = SCORE_TABLES.stage(essays, alice, [table.file], {})
    (run,) = SCORE_TABLES.store(essays, alice, staged, table)
    assert run.system_scores.get(system__name="INPUT").parts == {"precision": 0.75, "recall": 1.0}
    assert run.sentence_scores.get(index=3).scores["BETA"] == [0.25]
    assert metric_scores(run, "m2").sentences["INPUT"]["3"] == 0.75


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ALPHA\n", "Expected a line for each system"),
        ("system,mine,yours\nALPHA,1\n", "cells"),
        ("system,metric,score\nDELTA,F,1\n", "No system here is called"),
        ("system,metric,score\nALPHA,F,many\n", "not a score"),
        ("system,metric,score\nALPHA,F,1\nALPHA,F,2\n", "already"),
        ("system,sentence,score\nALPHA,7,1\n", "sentences that the campaign does not have"),
    ],
)
def test_problems_are_reported(essays, text, said):
    table = read_score_table(essays, File("scores", "scores.csv", text.encode()))
    assert not table.usable
    assert any(said in problem.message for problem in table.problems), table.problems
