"""What a job says is kept in English, and said in the language of whoever reads it."""

import pytest
from django.utils import translation

from appraise_gec.jobs.models import Job, kept_words
from appraise_gec.words import Figure, in_readers_language, words
from rankings.access.refusals import Refused

pytestmark = pytest.mark.django_db
TOO_LONG = words(
    "The computation took longer than the %(seconds)s seconds that are allowed.", seconds=Figure("9")
)


def said(job: Job) -> str:
    with translation.override("de"):
        return in_readers_language(job.error_words)


def test_an_error_with_values():
    job = Job.objects.create(kind="test", **kept_words(error=TOO_LONG))
    job.refresh_from_db()
    assert job.error == "The computation took longer than the 9 seconds that are allowed."
    assert said(job) == "Die Berechnung dauerte länger als die erlaubten 9 Sekunden."
    with translation.override("de"):
        assert job.as_json()["error"] == said(job)
    with translation.override("en"):
        assert job.as_json()["error"] == job.error


def test_a_row_of_an_earlier_version():
    assert said(Job(kind="test", error="The campaign does not exist any more.")).startswith(
        "Die Kampagne gibt"
    )
    assert said(Job(kind="test", error="Something that 100 % of old rows say")) == (
        "Something that 100 % of old rows say"
    )
    assert said(Job(kind="test")) == ""


def test_a_text_that_was_changed_since_is_shown_as_it_is():
    job = Job(kind="test", **kept_words(error=TOO_LONG))
    job.error = "Another error."
    assert said(job) == "Another error."


def test_a_refusal_is_said_to_the_reader_and_kept_for_others():
    with translation.override("de"):
        refusal = Refused(words("The plan is saved."))
    assert refusal.reasons == ["Der Plan ist gespeichert."]
    assert refusal.worded == ("The plan is saved.",)
