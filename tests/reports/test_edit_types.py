"""Rejected edits by error type, where ERRANT is installed, and by plain kinds where it is not."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from metrics.scorers.errant import BLANK, Errant
from metrics.scorers.errant_types import Change, classifier, error_types
from rankings.analysis.results.edit_marks import RejectedEdits
from rankings.models import Campaign
from rankings.reports.result import report_result
from rankings.reports.tables import DESCRIBED
from tests.missing import missing_or_skip
from tests.reports.test_rejected_edits import computed, marked

__all__ = ["marked"]

WORDS = {
    "have": ("VBP", "have"),
    "has": ("VBZ", "have"),
    "cat": ("NN", "cat"),
    "cats": ("NNS", "cat"),
    "the": ("DT", "the"),
    "like": ("VBP", "like"),
    "likes": ("VBZ", "like"),
}


@pytest.fixture
def errant(monkeypatch: pytest.MonkeyPatch) -> Errant:
    """ERRANT itself, with a language model that knows a few words."""
    if find_spec("errant") is None:
        missing_or_skip("errant", "the package errant is not installed")
    language = import_module("spacy").blank("en")

    def known_words(doc: Any) -> Any:
        for token in doc:
            token.tag_, token.lemma_ = WORDS.get(token.text, ("NN", token.text))
            token.pos_ = {"V": "VERB", "N": "NOUN", "D": "DET"}[token.tag_[0]]
        return doc

    import_module("spacy").Language.component("known_words", func=known_words)
    language.add_pipe("known_words")
    annotator = import_module("errant").load("en", language)
    scorer = Errant(model=BLANK, merging="all-split")
    monkeypatch.setattr("metrics.scorers.errant_types.load_annotator", lambda model: annotator)
    monkeypatch.setattr("rankings.judgments.error_types.classifier", lambda: scorer)
    return scorer


def edits_of(campaign: Campaign, user: User, run_jobs: Callable[[], int]) -> RejectedEdits:
    made = report_result(computed(campaign, user, run_jobs).result or {}).rejected_edits
    assert made is not None
    return made


def test_each_edit_has_the_type_that_errant_gives_it(errant: Errant) -> None:
    source = ("He", "have", "two", "cat")
    agreed = Change(source, 1, 2, ("has",))
    plural = Change(source, 3, 4, ("cats",))
    article = Change(source, 2, 2, ("the",))
    nothing = Change(source, 1, 2, ("have",))
    seen: list[float] = []
    types = error_types([agreed, plural, article, nothing, agreed], errant, seen.append)
    assert types == {agreed: "R:VERB:SVA", plural: "R:NOUN:NUM", article: "M:DET"}
    assert seen[-1] == 1.0


def test_a_report_sums_up_by_error_type(
    errant: Errant, marked: Campaign, alice: User, client: Client, run_jobs: Callable[[], int]
) -> None:
    made = edits_of(marked, alice, run_jobs)
    kinds = {one.name: one.rejected for one in made.kinds}
    assert kinds["R:NOUN:NUM"] == 1  # cat -> cats
    assert kinds["R:VERB:SVA"] == 1  # like -> likes
    assert made.types is not None
    assert made.types.by.startswith("errant ")
    report = marked.reports.get()
    assert report.recipe is not None
    assert report.recipe["edit_marks"]["types"] == made.types.by
    client.force_login(alice)
    shown = client.get(reverse("reports:section", args=[marked.slug, report.key, "edits"])).text
    assert "Rejected edits by error type" in shown
    assert "R:VERB:SVA" in shown
    table = DESCRIBED["rejected-edits-by-kind"](report_result(report.result or {})).for_people()
    assert [column.heading for column in table.columns[1:]] == [one.name for one in made.systems]


def test_without_errant_kinds_stay_and_one_sentence_says_so(
    marked: Campaign, alice: User, run_jobs: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rankings.judgments.error_types.classifier", lambda: None)
    made = edits_of(marked, alice, run_jobs)
    assert {one.name for one in made.kinds} <= {"replacement", "insertion", "deletion"}
    notes = DESCRIBED["rejected-edits-kinds"](report_result(marked.reports.get().result or {})).notes
    assert sum("ERRANT" in note and "not installed" in note for note in notes) == 1


def test_other_languages_keep_plain_kinds(
    errant: Errant, marked: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    Campaign.objects.update(language="de")
    made = edits_of(marked, alice, run_jobs)
    assert "replacement" in {one.name for one in made.kinds}
    assert made.types is not None
    assert "English" in made.types.missing


def test_a_report_is_computed_again_once_errant_is_installed(
    marked: Campaign, alice: User, run_jobs: Callable[[], int], request: pytest.FixtureRequest
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rankings.judgments.error_types.classifier", lambda: None)
        first = computed(marked, alice, run_jobs)
        assert computed(marked, alice, run_jobs).pk == first.pk
    request.getfixturevalue("errant")
    assert computed(marked, alice, run_jobs).pk != first.pk


def test_without_a_language_model_there_is_no_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("metrics.scorers.errant_types.find_spec", lambda name: None)
    assert classifier() is None
