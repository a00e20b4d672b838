"""What people see and get on the pages of metrics."""

import csv
import io
import json
from urllib.parse import urlencode

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape

from appraise_gec.accounts.models import AuditEvent
from metrics.models import MetricRun, ReferenceSet
from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material
from metrics.site.runs.services import MetricRequest, request_runs
from metrics.site.texts import campaign_texts
from rankings.models import Membership, Upload
from tests.factories import SENTENCES, add_member
from tests.metrics.site.conftest import GOLD, TEXTS, references_file, store

pytestmark = pytest.mark.django_db


@pytest.fixture
def browse(client, alice):
    client.force_login(alice)
    return client


def address(name, *arguments):
    return reverse(f"metrics:{name}", args=["essays", *arguments])


def sentence(run, number, **more):
    return f"{address('sentences', run.key)}?{urlencode({'number': number, **more})}"


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
    assert not Upload.objects.exists()
    assert AuditEvent.objects.filter(action="references.add", campaign_id=essays.pk).count() == 1
    assert browse.get(answer.url).status_code == 404


def test_every_wrong_sentence_is_reported_with_its_line(browse, essays):
    wrong = GOLD.replace("S They was here .", "S They was there .").replace("S I like tea .", "S I like tea.")
    answer = upload(browse, ("gold.m2", wrong))
    text = answer.content.decode()
    assert answer.status_code == 422 and not Upload.objects.exists()
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
    assert not Upload.objects.exists()


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
    (requested,) = request_runs(essays, alice, [MetricRequest("m2", references=stored)])
    assert run_jobs() == 1
    scores = dict(requested.run.system_scores.values_list("system__name", "score"))
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


def test_researchers_look_and_compute_and_change_nothing_else(client, essays, gold_set, m2_run, charlie):
    add_member(essays, charlie, Membership.Role.RESEARCHER)
    client.force_login(charlie)
    assert client.get(address("overview")).status_code == 200
    assert client.post(address("new"), {"metrics": ["levenshtein-source"]}).status_code == 302
    assert MetricRun.objects.count() == 2
    for forbidden in ("references-upload", "import-upload"):
        assert client.get(address(forbidden)).status_code == 404
    assert client.post(address("references-remove", gold_set.key)).status_code == 404
    assert client.post(address("remove", m2_run.key)).status_code == 404


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
    sentences = rows("sentences")
    assert len(sentences) == 16 and sentences[0]["sentence"] == "1"
    assert browse.get(address("file", m2_run.key, "nonsense", "csv")).status_code == 404
    document = json.loads(browse.get(address("file", m2_run.key, "scores", "json")).content)
    assert document["recipe"]["metric"] == "m2" and document["result"]["systems"][0]["system"] == "ALPHA"


def test_one_sentence_says_what_matched_what_was_wrong_and_what_was_missed(browse, m2_run):
    answer = browse.get(sentence(m2_run, 1))
    text = answer.content.decode()
    assert "annotator 1 chosen" in text and "✓ matched" in text and "○ missed" in text
    outputs = {one.systems: one for one, _, _ in answer.context["outputs"]}
    assert set(outputs) == {("ALPHA", "GAMMA"), ("BETA",), ("INPUT",)}
    chosen = outputs["ALPHA", "GAMMA"].chosen
    assert (chosen.annotator, [edit.verdict for edit in chosen.edits]) == (0, ["matched"] * 2)
    beta = browse.get(sentence(m2_run, 4)).content.decode()
    assert "✗ not in the gold" in beta and "goes" in beta
    assert browse.get(sentence(m2_run, 5)).status_code == 404
    assert browse.get(sentence(m2_run, 0)).status_code == 404


def test_sentences_where_a_system_lost_most_come_in_their_order(browse, m2_run):
    order = {"system": "GAMMA", "order": "lost"}
    # "is" for "were" is wrong and missed; "likes" is wrong only.
    first = browse.get(f"{address('sentences', m2_run.key)}?{urlencode(order)}")
    shown = ("number", "previous", "next", "place")
    assert [first.context[name] for name in shown] == [2, None, 3, 1]
    last = browse.get(sentence(m2_run, 3, **order))
    assert [last.context[name] for name in shown] == [3, 2, None, 2]
    elsewhere = browse.get(sentence(m2_run, 1, **order))
    assert elsewhere.context["place"] is None and elsewhere.context["next"] == 2
    nothing = browse.get(sentence(m2_run, 1, system="ALPHA", order="lost"))
    assert "lost no points" in nothing.text
    assert browse.get(sentence(m2_run, 99999999999)).status_code == 200


def test_old_scores_say_so_and_are_computed_again_with_one_click(
    browse, essays, alice, gold_set, m2_run, run_jobs
):
    gold_set.delete()
    assert "has changed since" in browse.get(address("overview")).text
    gone = browse.get(m2_run.get_absolute_url())
    assert "has been removed" in gone.text and not gone.context["again"]
    store(essays, alice, [references_file("".join(f"S {one}\n\n" for one in SENTENCES))], "gold")
    answer = browse.get(m2_run.get_absolute_url())
    data: dict[str, list[str]] = {}
    for name, value in answer.context["again"]:
        data.setdefault(name, []).append(value)
    again = browse.post(address("new"), data)
    assert again.status_code == 302 and MetricRun.objects.count() == 2
    assert run_jobs() == 1
    assert "has changed since" not in browse.get(address("overview")).text
    newest = MetricRun.objects.latest("pk")
    assert newest.settings == m2_run.settings


def test_what_cannot_be_computed_is_not_offered_and_said_once(browse, essays, monkeypatch):
    monkeypatch.delenv("APPRAISE_GEC_LANGUAGETOOL", raising=False)
    page = browse.get(address("new"))
    form = page.context["form"]
    offered = {name for name, _ in form.fields["metrics"].choices}
    assert "levenshtein-source" in offered and not {"m2", "gleu", "languagetool"} & offered
    reasons = form.reasons()
    assert len(reasons) == len(set(reasons)) and all(page.text.count(escape(one)) == 1 for one in reasons)
    assert browse.post(address("new"), {"metrics": ["m2"]}).status_code == 422


def test_pages_ask_the_database_the_same_few_questions_whatever_they_show(
    browse, m2_run, django_assert_max_num_queries
):
    for page in (address("overview"), m2_run.get_absolute_url(), sentence(m2_run, 1)):
        with django_assert_max_num_queries(20):
            assert browse.get(page).status_code == 200
