"""What people see and get on the pages of metrics."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent
from metrics.models import ReferenceSet
from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from metrics.site.runs.services import MetricRequest, request_runs
from metrics.site.texts import campaign_texts
from rankings.models import StagedUpload
from tests.factories import SENTENCES
from tests.metrics.site.conftest import GOLD, TEXTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def browse(client, alice):
    client.force_login(alice)
    return client


def address(name, *arguments):
    return reverse(f"metrics:{name}", args=["essays", *arguments])


def upload(client, *files, **fields):
    uploads = [SimpleUploadedFile(name, content.encode()) for name, content in files]
    return client.post(address("references-upload"), {"uploads": uploads, **fields})


def test_gold_is_looked_at_before_it_is_stored(browse, essays):
    answer = upload(browse, ("gold.m2", GOLD))
    assert answer.status_code == 302 and not ReferenceSet.objects.exists()
    text = browse.get(answer.url).content.decode()
    assert "Every sentence fits" in text and "Vform" in text and "noop" in text
    assert browse.post(answer.url).url == address("new")
    stored = ReferenceSet.objects.get()
    assert (stored.name, stored.kind) == ("gold", "gold")
    names = ("annotator", "sentences", "edits", "unchanged", "noop", "deletions", "alternatives")
    by_annotator = [tuple(one[name] for name in names) for one in stored.summary["annotators"]]
    assert by_annotator == [(0, 4, 4, 1, 1, 0, 1), (1, 2, 2, 0, 0, 0, 0)]
    assert not StagedUpload.objects.exists()
    assert AuditEvent.objects.filter(action="references.add", campaign_id=essays.pk).count() == 1
    assert browse.get(answer.url).status_code == 404


def test_every_wrong_sentence_is_reported_with_its_line(browse, essays):
    wrong = GOLD.replace("S They was here .", "S They was there .").replace("S I like tea .", "S I like tea.")
    answer = upload(browse, ("gold.m2", wrong))
    text = answer.content.decode()
    assert answer.status_code == 422 and not StagedUpload.objects.exists()
    assert "line 6" in text and "token 3 is &quot;there&quot; here and &quot;here&quot; there" in text
    assert "line 9" in text and "tokenised differently" in text


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([("short.txt", "One line .\n")], "The file has 1 line, but the campaign has 4 sentences"),
        ([("gold.m2", GOLD), ("texts.txt", TEXTS)], "M2 files hold edits, the other files texts"),
        ([(f"{number}.txt", TEXTS) for number in range(21)], "More than 20 files"),
    ],
)
def test_files_that_do_not_fit_are_refused_in_words(browse, essays, files, said):
    answer = upload(browse, *files)
    assert answer.status_code == 422
    assert said in answer.content.decode() or said == "short"
    assert not StagedUpload.objects.exists()


def test_several_gold_files_become_annotators_of_one_gold(browse, essays, alice, run_jobs):
    first = GOLD.replace("|||1\n", "|||7\n")
    second = "".join(f"S {one}\n\n" for one in SENTENCES)
    answer = upload(browse, ("anna.m2", first), ("ben.m2", second))
    text = browse.get(answer.url).content.decode()
    assert "anna.m2" in text and "ben.m2" in text
    browse.post(answer.url)
    stored = ReferenceSet.objects.get()
    assert (stored.name, stored.kind) == ("anna, ben", "gold")
    annotators = [(row["annotator"], row["file"]) for row in stored.summary["annotators"]]
    assert annotators == [(0, "anna.m2"), (7, "anna.m2"), (8, "ben.m2")]
    ((requested, _),) = request_runs(essays, alice, [MetricRequest("m2", references=stored)])
    assert run_jobs() == 1
    scores = dict(requested.system_scores.values_list("system__name", "score"))
    material = Material(
        tuple(SENTENCES), join_golds([read_m2(text.encode(), "x") for text in (first, second)])
    )
    outputs = campaign_texts(essays).outputs
    assert scores == {
        name: score.score for name, score in make_scorer("m2").score_systems(outputs, material).items()
    }


def test_a_name_is_used_once(browse, essays, gold_set):
    assert "already" in upload(browse, ("gold.m2", GOLD)).content.decode()
    assert browse.post(address("references-remove", gold_set.key)).status_code == 302
    assert upload(browse, ("gold.m2", GOLD)).status_code == 302


def test_stored_files_come_back_as_they_were(browse, essays, gold_set):
    answer = browse.get(address("references-file", gold_set.key, 0))
    assert answer.content.decode() == GOLD and "attachment" in answer["Content-Disposition"]
    assert browse.get(address("references-file", gold_set.key, 1)).status_code == 404
    assert "Vform" in browse.get(address("references", gold_set.key)).content.decode()
