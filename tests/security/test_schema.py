"""The OpenAPI document: kept current, and true of what the site answers."""

import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
import schemathesis
import yaml
from django.conf import settings as site
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.utils.translation import override
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import Throttle
from metrics.site.api import MetricThrottle
from rankings.api.base import ReportThrottle, RequestThrottle
from rankings.api.reference import KEPT_AT, current_document, current_schema
from tests.factories import token_of

EXAMPLES = 4
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# What a parameter stands for, by the address that it stands in; the first that fits.
NAMES = {
    "key": [
        ("/uploads/", "upload_key"),
        ("/do/flag", "ranking"),
        ("/do/judge", "judge"),
        ("/do/link.make", "judge"),
        ("/do/link.withdraw", "judges_link"),
        ("/do/team.remove", "member"),
        ("/do/lease", "leased"),
        ("/do/rankings", "judge"),
        ("/do/items", "number"),
        ("/do/known.make", "sentence"),
        ("/do/known", "known_number"),
        ("/references/", "gold"),
        ("/jobs/", "job_key"),
        ("/judging/", "assignment"),
        ("/metrics/", "metric_run"),
        ("", "key"),
    ],
    "number": [
        ("/judges/", "judge"),
        ("/references/", "file_number"),
        ("", "number"),
    ],
}


@pytest.fixture
def restore() -> Iterator[list[Callable[[], None]]]:
    """What to do after the test."""
    steps: list[Callable[[], None]] = []
    yield steps
    for step in steps:
        step()


def test_the_document_is_current() -> None:
    kept = (site.BASE_DIR / KEPT_AT).read_bytes()
    assert kept == current_schema(), "The API has changed: run ./run manage openapi"


def test_the_document_is_in_english_whoever_asks_first() -> None:
    kept = current_schema()
    current_document.cache_clear()
    current_schema.cache_clear()
    with override("de"):
        assert current_schema() == kept
        assert json.loads(json.dumps(current_document())) == current_document()


def test_every_operation_says_what_it_is_and_how_it_fails() -> None:
    document = yaml.safe_load(current_schema())
    assert document["openapi"].startswith("3.1")
    unsaid = []
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if not operation.get("summary") or "default" not in operation["responses"]:
                unsaid.append((method, path))
    assert not unsaid
    assert len(document["paths"]) > 60


def test_answers_are_as_described(
    world: dict[str, Any],
    cast: dict[str, User],
    monkeypatch: pytest.MonkeyPatch,
    restore: list[Callable[[], None]],
) -> None:
    """Requests made up from the document get answers that fit it, and never an error of the site."""
    cache.clear()
    for throttle in (RequestThrottle, ReportThrottle, MetricThrottle):
        monkeypatch.setattr(throttle, "bound", Throttle("none", allowed=10**6, seconds=600))
    tokens = {"manage": token_of(cast["owner"], "manage"), "judge": token_of(cast["judge"], "judge")}
    # As Django's own test client does: a request may not close the connection of the test.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
        restore.append(partial(signal.connect, close_old_connections))
    wrong: list[str] = []
    answers: Counter[int] = Counter()
    described: Any = schemathesis.openapi.from_dict(yaml.safe_load(current_schema()))
    described.app = get_wsgi_application()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for found in described.get_all_operations():
            operation = found.ok()
            token = tokens[scope_of(operation.path)]
            cases = operation.as_strategy(path_parameters=parameters(operation.path, world))
            try_cases(cases, {"Authorization": f"Bearer {token}"}, answers, wrong)
    assert not wrong, "\n\n".join(wrong)
    # Not all were refused before anything was done.
    assert sum(answers.values()) > 200
    assert answers[200] > 60


def try_cases(cases: Any, headers: dict[str, str], answers: Counter[int], wrong: list[str]) -> None:
    """Send some requests to one operation, and take back what they changed."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case: Any) -> None:
        case.headers = {**(case.headers or {}), **headers}
        with transaction.atomic():
            answer = case.call()
            transaction.set_rollback(True)
        answers[answer.status_code] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except (Exception, BaseExceptionGroup) as failure:  # every operation is tried
            wrong.append(f"{case.method} {case.path}: {failure}")

    ask()


def scope_of(path: str) -> str:
    return "judge" if "/judging/" in path else "manage"


def parameters(path: str, known: dict[str, Any]) -> dict[str, Any]:
    """Values for the address of something that is there."""
    values: dict[str, Any] = {"slug": known["slug"], "name": "agreement.csv"}
    values["extension"] = "csv"
    for name, choices in NAMES.items():
        values[name] = next(known[key] for part, key in choices if part in path)
    return {name: str(value) for name, value in values.items() if f"{{{name}}}" in path}
