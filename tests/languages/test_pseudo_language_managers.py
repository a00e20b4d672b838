"""Pages of managers, of researchers and of accounts in the language that marks each translated message.

Every address of a room is opened, and an empty form is sent to it: what the page, the errors of its form and
the message on the next page say has to be marked.
"""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from appraise_gec.accounts.models import User
from appraise_gec.words import Worded
from metrics.models import ReferenceSet
from metrics.scorers.registry import metric_names, scorer_class
from metrics.tables.correlation import COEFFICIENTS
from metrics.tables.titles import CHOICES
from rankings.models import Campaign, Judge, Sentence, System, TeamInvitation
from tests.languages.pseudo import CONTENT, NAME, unmarked
from tests.security.conftest import address_of
from tests.security.test_audiences import FORMS, QUERIES, ROUTES

pytestmark = pytest.mark.django_db
# Rooms by the modules of their views. A room is translated as a whole, and then has its line here.
ROOMS = {
    "desk": r"rankings\.desk\.(?!views_known)",
    # A public page is a frozen file, in English as files for papers are.
    "reports": r"rankings\.reports\.(?!views_public)",
    "plan": r"rankings\.plan\.|rankings\.desk\.views_known",
    "corpus": r"rankings\.corpus\.",
    "judgments and bundles": r"rankings\.(judgments|bundles)\.",
    "metrics": r"metrics\.site\.(?!api)",
    "people": r"rankings\.people\.views_(crowd|judges|personal_link|team)",
    "accounts": r"appraise_gec\.accounts\.views|rankings\.people\.views_account",
}
# Labels of options are words of the site here. Languages are named in their own words.
OF_MANAGERS = (CONTENT - {"option"}) | {"cite"}
SWITCH = re.compile(r'<form class="language-switch".*?</form>', re.DOTALL)
# Formats, measures and methods that are called the same in every language.
NAMES = {
    *(
        "min",
        "CSV",
        "SHA",
        "UTF",
        "URL",
        "JSON",
        "XML",
        "ZIP",
        "SVG",
        "PDF",
        "PNG",
        "INPUT",
        "LaTeX",
        "Markdown",
    ),
}


def modules(resolver: URLResolver | None = None, prefix: str = "") -> dict[str, str]:
    """The module of each route's view."""
    found: dict[str, str] = {}
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            found |= modules(entry, prefix + (f"{entry.namespace}:" if entry.namespace else ""))
        elif isinstance(entry, URLPattern):
            found[f"{prefix}{entry.name}"] = entry.callback.__module__
    return found


def names_of_metrics() -> set[str]:
    """Metrics, coefficients, and choices of settings that are codes or names of models."""
    scorers = [scorer_class(metric) for metric in metric_names()]
    titles = [scorer.title for scorer in scorers if not isinstance(scorer.title, Worded)]
    choices = [choice for scorer in scorers for info in scorer.setting_infos() for choice in info.choices]
    codes = [choice for choice in choices if choice not in CHOICES]
    names = ("MaxMatch", *COEFFICIENTS.values(), *titles, *codes)
    return {word for name in names for word in re.findall(r"[A-Za-z]{2,}", name)}


MODULES = modules()
NAMES_OF_METRICS = names_of_metrics()
ALL_ROUTES = [
    (room, route) for room, views in ROOMS.items() for route in ROUTES if re.match(views, MODULES[route])
]


@pytest.fixture
def owner(settings: Any, marking: None, cast: dict[str, User]) -> Client:
    settings.LANGUAGES_OF_MANAGERS = frozenset({"en", NAME})
    client = Client(headers={"accept-language": NAME})
    client.force_login(cast["owner"])
    return client


def content(cast: dict[str, User]) -> re.Pattern[str]:
    """Names and texts of the campaign, which are nobody's to translate."""
    references = ReferenceSet.objects.values_list("name", flat=True)
    texts = {
        *cast,
        *Campaign.objects.values_list("title", flat=True),
        *Campaign.objects.values_list("slug", flat=True),
        *Judge.objects.values_list("name", flat=True),
        *System.objects.values_list("name", flat=True),
        *Sentence.objects.values_list("text", flat=True),
        *TeamInvitation.objects.values_list("invitee", flat=True),
        "DELTA",  # a system that waits to be added
        *references,
        *map(str.capitalize, references),
    }
    longest_first = sorted(texts, key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(text)}(?!\w)" for text in longest_first if text))


def left_in_english(answer: Any, *names: re.Pattern[str]) -> str:
    """The words of a page that are not marked. Pages of rooms that are not in the list count none."""
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return ""
    match = answer.wsgi_request.resolver_match
    if match is not None and not any(re.match(views, MODULES[match.view_name]) for views in ROOMS.values()):
        return ""
    page = SWITCH.sub("", answer.text)
    for pattern in names:
        page = pattern.sub("", page)
    words = unmarked(page, OF_MANAGERS)
    return " ".join(word for word in words if word not in NAMES | NAMES_OF_METRICS)


@pytest.mark.parametrize(("room", "route"), ALL_ROUTES)
def test_every_word_of_a_room_is_marked(
    owner: Client, world: dict[str, Any], cast: dict[str, User], room: str, route: str
):
    address = address_of(route, ROUTES[route][1], world) + QUERIES.get(route, "")
    given = FORMS.get(route, {})
    before = content(cast)
    assert left_in_english(owner.get(address), before) == "", "the page"
    forms: list[dict[str, Any]] = [{}, given.get("data", given)]
    for form in forms:
        for file in form.values():
            if isinstance(file, SimpleUploadedFile):
                file.seek(0)
        with transaction.atomic():
            left = left_in_english(owner.post(address, form, follow=True), before, content(cast))
            transaction.set_rollback(True)
        assert left == "", "the answer to a form"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_has_pages(room: str):
    assert len([route for name, route in ALL_ROUTES if name == room]) > 3
