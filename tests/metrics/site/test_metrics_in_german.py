"""The pages of metrics are in German for those who read German, and their files in English for everybody."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from tests.security.conftest import cast, stage, world

__all__ = ["cast", "stage", "world"]
pytestmark = pytest.mark.django_db


def of(cast: dict[str, User], language: str) -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(cast["owner"])
    return client


def test_pages_are_in_german_and_files_in_english(world: dict[str, Any], cast: dict[str, User]) -> None:
    german, english = of(cast, "de"), of(cast, "en")
    slug, run, study = world["slug"], world["metric_run"], world["study"]
    shown = german.get(reverse("metrics:run", args=[slug, run])).text
    assert "Scores der Systeme" in shown
    assert "Recall nach Fehlertyp" in shown
    assert "M\u00b2 F0.5" in shown
    assert "Scores of systems" not in shown
    compared = german.get(reverse("metrics:study", args=[slug, study])).text
    assert "Korrelation mit menschlichen Scores" in compared
    assert "Gewicht des Recalls" in compared
    for address in (
        reverse("metrics:table", args=[slug, run, "scores"]),
        reverse("metrics:table-latex", args=[slug, run, "types"]),
        reverse("metrics:document", args=[slug, run]),
        *(
            reverse("metrics:study-table-markdown", args=[slug, study, name])
            for name in ("correlations", "sentences")
        ),
        reverse("metrics:study-document", args=[slug, study]),
        reverse("metrics:study-figure", args=[slug, study, "intervals", "svg"]),
    ):
        ours, theirs = german.get(address), english.get(address)
        assert ours.status_code == 200, address
        assert ours.content == theirs.content, address


def test_refusals_and_messages_are_in_german(world: dict[str, Any], cast: dict[str, User]) -> None:
    client, slug = of(cast, "de"), world["slug"]
    wrong = client.post(
        reverse("metrics:new", args=[slug]), {"metrics": ["m2"], "references": "", "m2:beta": "-1"}
    )
    assert wrong.status_code == 422
    assert "beta = -1.0: Erwartet wird eine Zahl von 0 bis 1000" in wrong.text
    refused = client.post(reverse("metrics:new", args=[slug]), {"metrics": ["m2"], "references": ""})
    assert "W\u00e4hlen Sie Gold-\u00c4nderungen (eine M2-Datei)." in refused.text
