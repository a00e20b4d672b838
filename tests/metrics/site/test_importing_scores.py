"""Scores that were computed elsewhere, brought along as a table."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from metrics.models import MetricRun
from metrics.site.runs.importing import read_score_table
from rankings.corpus.staging import CorpusFile

SYSTEMS = ["ALPHA", "BETA", "GAMMA", "INPUT"]
TABLE = """system,metric,score
ALPHA,ERRANT,0.5
BETA,ERRANT,0.25
GAMMA,ERRANT,-0.1
INPUT,ERRANT,0
ALPHA,Fluency,3
"""


def read(text: str):
    return read_score_table(CorpusFile("scores", "scores.csv", text.encode()), SYSTEMS)


@pytest.mark.django_db
def test_a_table_is_looked_at_then_stored_then_shown(client, alice, essays):
    client.force_login(alice)
    file = SimpleUploadedFile("scores.csv", TABLE.encode())
    answer = client.post(reverse("metrics:import-upload", args=["essays"]), {"file": file})
    assert answer.status_code == 302 and not MetricRun.objects.exists()
    text = client.get(answer.url).content.decode()
    assert "ERRANT" in text and "no score for BETA, GAMMA, INPUT" in text
    overview = client.post(answer.url, follow=True)
    assert "Imported the scores of 2 metrics" in overview.content.decode()
    rows = {name: scores for name, *scores in (row.values for row in overview.context["table"].rows)}
    assert rows["ALPHA"] == [0.5, 3.0] and rows["GAMMA"] == [-0.1, None]
    assert "\u22120.1000" in overview.content.decode()
    run = MetricRun.objects.get(metric="ERRANT")
    page = client.get(run.get_absolute_url())
    assert page.status_code == 200 and "scores.csv" in page.content.decode()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_column_may_be_a_metric(separator):
    lines = [["system", "Mine", "yours"], ["ALPHA", "0.5", ""], ["BETA", "0.25", "3"]]
    table = read("\n".join(separator.join(line) for line in lines))
    assert table.usable, table.problems
    assert table.scores == {"Mine": {"ALPHA": 0.5, "BETA": 0.25}, "yours": {"BETA": 3.0}}


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("system,score\nALPHA,1\n", 1, "names the columns"),
        ("system,mine,yours\nALPHA,1\n", 2, "2 cells; expected 3"),
        ("system,metric,score\nDELTA,F,1\n", 2, "No system here is called"),
        ("system,metric,score\nALPHA,F,many\n", 2, "Expected a number"),
        ("system,metric,score\nALPHA,F,1\nALPHA,F,2\n", 3, "already"),
        ('system,metric,score\nALPHA,"F,1\n', None, "CSV"),
    ],
)
def test_problems_are_reported_with_their_line(text, line, said):
    table = read(text)
    assert not table.usable
    assert any(said in problem.message and problem.line == line for problem in table.problems), table.problems
