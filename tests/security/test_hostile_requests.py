"""Nothing that a request can say makes the site fail: every route, with what browsers never send."""

import logging
import os
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse
from rest_framework.throttling import SimpleRateThrottle

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import Throttle
from appraise_gec.report.site.api import OptionsDocument
from metrics.site.api import ScoresRequest
from tests.security.conftest import ADDRESS_NAMES
from tests.security.hostile import (
    BODIES,
    JSON_VALUES,
    TEXTS,
    Forms,
    route_patterns,
    spoiled_addresses,
)
from tests.security.test_audiences import ROUTES

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
# Every place gets this many of the values; which ones, goes round.
EACH = 1
# Random requests; many more of them at night, with another seed every time.
FUZZ, _, SEED = os.environ.get("APPRAISE_GEC_FUZZ", "").partition(":")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Without limits on the number of requests, and without a log of every refusal."""
    monkeypatch.setattr(Throttle, "is_over", lambda self, who: False)
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda self, request, view: True)
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)
    cache.clear()


@pytest.fixture
def clients(world: dict[str, Any], cast: dict[str, User]) -> dict[str, Client]:
    found = {"visitor": Client(raise_request_exception=False)}
    for role in ("judge", "owner"):
        found[role] = Client(raise_request_exception=False)
        found[role].force_login(cast[role])
    return found


class Asking:
    """Asks, takes back what the request changed, and keeps what failed."""

    def __init__(self, clients: dict[str, Client]) -> None:
        self.clients = clients
        self.failed: dict[str, str] = {}
        self.count = 0

    def __call__(self, role: str, method: str, address: str, body: str | bytes = b"", **more: Any) -> Any:
        client = self.clients[role]
        cookies = client.cookies.output()
        content_type = more.pop("content_type", FORM)
        with transaction.atomic():
            answer = client.generic(method, address, body, content_type, **more)
            transaction.set_rollback(True)
        if client.cookies.output() != cookies:
            self.clients[role] = fresh = Client(raise_request_exception=False)
            fresh.cookies.load(cookies.replace("Set-Cookie: ", ""))
        self.count += 1
        if answer.status_code >= 500:
            error = getattr(answer, "exc_info", None)
            why = repr(error[1])[:150] if error else answer.status_code
            told = f"{address[:160]} {str(body)[:160]} {content_type} {str(more)[:80]}"
            self.failed[f"{role} {method} {told}"] = str(why)
        return answer

    def finish(self, *, least: int) -> None:
        """No failure, and enough was asked."""
        assert not self.failed, "\n".join(f"{why}: {asked}" for asked, why in self.failed.items())
        assert self.count >= least


@pytest.fixture
def ask(clients: dict[str, Client]) -> Asking:
    return Asking(clients)


def good_arguments(route: str, world: dict[str, Any]) -> dict[str, Any]:
    return {
        "key" if name.startswith("do:") else ADDRESS_NAMES.get(name, name): world[name.removeprefix("do:")]
        for name in ROUTES[route][1]
    }


def roles_of(route: str) -> list[str]:
    """Those of the people here who get furthest in the route's view."""
    audience = ROUTES[route][0]
    signed_in = [str(role) for role in ("owner", "judge") if role in audience][:1]
    return ["visitor", *signed_in] if "visitor" in audience else signed_in or ["visitor"]


def some(values: Iterator[str]) -> list[str]:
    return ["%00", *islice(values, EACH)]


@pytest.mark.nightly
def test_hostile_addresses(ask: Asking, world: dict[str, Any]):
    for route, pattern in route_patterns():
        for role in roles_of(route):
            for address in spoiled_addresses(pattern, good_arguments(route, world)):
                if ask(role, "GET", address).status_code == 405:
                    ask(role, "POST", address)
    ask.finish(least=300)


def test_forms_with_one_hostile_field(ask: Asking, world: dict[str, Any]):
    """The forms of all pages as they stand there, each field in turn spoiled."""
    values = cycle(TEXTS)
    seen = set()
    for route, _ in route_patterns():
        address = reverse(route, kwargs=good_arguments(route, world))
        for role in roles_of(route):
            page = ask(role, "GET", address)
            if page.status_code != 200 or not page["Content-Type"].startswith("text/html"):
                continue
            for method, action, fields in Forms(page.text).found:
                target = urlsplit(action or address).path
                for name in fields.keys() - {"csrfmiddlewaretoken"}:
                    # Rows of a table have the same form; in one page's navigation stand those of others.
                    if (place := (method, resolve(target).route, name)) in seen:
                        continue
                    seen.add(place)
                    for text in some(values):
                        told = "&".join(
                            f"{quote(one)}={text if one == name else quote(value)}"
                            for one, value in fields.items()
                        )
                        in_query, in_form = ("", told) if method.lower() == "post" else (told, "")
                        ask(role, method.upper(), f"{target}?{in_query}", in_form)
    ask.finish(least=300)


API_POSTS: dict[str, tuple[Any, dict[str, str]]] = {
    "report-api:reports": (OptionsDocument, {}),
    "metrics-api:scores": (ScoresRequest, {"metric": '"m2"', "references": '"gold"'}),
}


@pytest.mark.parametrize("route", API_POSTS)
def test_hostile_json_to_the_api(ask: Asking, world: dict[str, Any], route: str):
    address = reverse(route, kwargs=good_arguments(route, world))
    for role in ask.clients:
        for body in BODIES if role == "owner" else BODIES[-6:]:
            ask(role, "POST", address, body, content_type="application/json")
    serializer, good = API_POSTS[route]
    for name in serializer().fields:
        for value in JSON_VALUES:
            told = ", ".join(f'"{one}": {text}' for one, text in {**good, name: value}.items())
            ask("owner", "POST", address, f"{{{told}}}", content_type="application/json")
    # One field alone makes 75 requests.
    ask.finish(least=75)


def test_hostile_json_of_judging(ask: Asking, world: dict[str, Any]):
    draft = reverse("judging:draft", args=[world["slug"], world["assignment"]])
    preferences = reverse("judging:preferences", args=[world["slug"]])
    good = {"ranks": "[1, 2, 3]", "revision": "1", "base": "0", "active": "1", "writer": f'"{"0" * 32}"'}
    for value in JSON_VALUES:
        for name in good:
            told = ", ".join(f'"{one}": {text}' for one, text in {**good, name: value}.items())
            ask("judge", "POST", draft, f"{{{told}}}", content_type="application/json")
        for name in ("keys", "context", "letters"):
            ask("judge", "POST", preferences, f'{{"{name}": {value}}}', content_type="application/json")
        ask("judge", "POST", preferences, f'{{"keys": {{"flag": {value}}}}}', content_type="application/json")
    for body in BODIES:
        ask("judge", "POST", draft, body, content_type="application/json")
        ask("judge", "POST", preferences, body, content_type="application/json")
    ask.finish(least=100)


CONTENT_TYPES = (
    "multipart/form-data",
    "multipart/form-data; boundary=\x00",
    "multipart/form-data; boundary=x",
    *(
        f"{kind}; charset={charset}"
        for kind in (FORM, "application/json", "text/plain", "multipart/form-data; boundary=x")
        for charset in ("utf-16", "no-such", "utf-7")
    ),
)
HEADERS = (
    *({"HTTP_AUTHORIZATION": f"Bearer {text}"} for text in ("\x00", "x" * 9000, "\xff", "a b", "")),
    {"HTTP_COOKIE": 'appraise_gec_session="\\000\\000\\000\\000\\000\\000\\000\\000\\000"'},
    {"HTTP_COOKIE": "appraise_gec_session=" + "x" * 9000},
    {"HTTP_COOKIE": 'appraise_gec_csrf="\\000"; messages="\\000"'},
    {"HTTP_COOKIE": "sessionid=\xff; ;;==; appraise_gec_session=\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8"},
    {"HTTP_ACCEPT": "\xff"},
    {"HTTP_ACCEPT": ";q=NaN,*/*;q=x"},
    {"HTTP_ACCEPT_LANGUAGE": "x" * 9000},
    {"HTTP_USER_AGENT": "x" * 9000},
    {"HTTP_IF_MODIFIED_SINCE": "NaN"},
    {"HTTP_RANGE": "bytes=NaN"},
    {"HTTP_REFERER": "//["},
    {"HTTP_ORIGIN": "//["},
    {"HTTP_HOST": "["},
    {"HTTP_X_FORWARDED_FOR": "\xff"},
    {"CONTENT_LENGTH": "-1"},
    {"CONTENT_LENGTH": "NaN"},
    {"CONTENT_LENGTH": "9" * 5000},
    {"REMOTE_ADDR": "\x00"},
)


def test_hostile_headers_and_kinds_of_content(ask: Asking, world: dict[str, Any]):
    paths = (
        "/sign-in/",
        reverse("campaigns:judges", args=["essays"]),
        reverse("judging:mine", args=["essays"]),
        reverse("report-api:reports", args=["essays"]),
    )
    for address in paths:
        for method in ("GET", "POST"):
            for content_type in CONTENT_TYPES:
                ask("owner", method, f"{address}?page=1", b"username=a&password=b", content_type=content_type)
            for headers in HEADERS:
                ask("visitor", method, address, b"username=a&password=b", **headers)
    ask.finish(least=300)


METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get")
KINDS = (FORM, "application/json", "multipart/form-data; boundary=x", "text/plain", "", "x")
# What forms and queries of the site are made of, beside names that mean nothing.
NAMES = (
    *("page", "next", "format", "order", "rank-0", "submission", "revision", "name"),
    *("title", "slug", "unit", "replicates", "seed", "confidence", "method", "parts"),
    *("top", "metric", "settings", "references", "username", "password", "scope", "days"),
    *("csrfmiddlewaretoken", "file-people", "é"),
)


def test_random_requests(ask: Asking, world: dict[str, Any]):
    """Any method, any route, any values, from anybody. A failure prints the request and its number.

    APPRAISE_GEC_FUZZ=100000:7 asks for so many with another seed.
    """
    patterns = dict(route_patterns())
    routes = sorted(patterns)
    for number in range(int(FUZZ or 60)):
        chance = Random(f"{SEED or 1} {number}")
        route, role = chance.choice(routes), chance.choice(sorted(ask.clients))
        address = reverse(route, kwargs=good_arguments(route, world))
        spoiled = list(spoiled_addresses(patterns[route], good_arguments(route, world)))
        if spoiled and chance.random() < 0.3:
            address = chance.choice(spoiled)
        told = "&".join(
            f"{quote(chance.choice(NAMES))}={chance.choice(TEXTS)}" for _ in range(chance.randint(0, 4))
        )
        if chance.random() < 0.3:
            address += f"?{told}"
        body: bytes = chance.choice([*BODIES, told.encode()])
        headers = chance.choice(HEADERS) if chance.random() < 0.2 else {}
        method, kind = chance.choice(METHODS), chance.choice(KINDS)
        ask(role, method, address, body, content_type=kind, **headers)
    ask.finish(least=int(FUZZ or 60))
