"""Activates the language of a request.

In two steps, because a request may be refused before anybody knows who sends it: first the browser's, by
Django's `LocaleMiddleware`, then, once the session is read, the person's own.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import ResolverMatch
from django.utils import translation

from appraise_gec.languages.choice import language_of_person

NextStep = Callable[[HttpRequest], HttpResponse]
ROOMS_OF_PROGRAMS = frozenset({"api", "metrics-api", "report-api"})
# Asked without a session, and while the database may be away.
PROBES = frozenset({"health", "ready", "prometheus", "favicon"})


class PersonLanguageMiddleware:
    """The language that the person has chosen, on pages that are translated.

    Programs get English, and so does everybody on other pages, which then say so.
    """

    def __init__(self, get_response: NextStep) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        match = request.resolver_match
        if match is None or is_for_programs(match):
            translation.activate("en")
            return
        chosen = language_of_person(request)
        shown = chosen if is_in_all_languages(match) else "en"
        translation.activate(shown)
        # For the switch on the page.
        request.chosen_language = chosen  # type: ignore[attr-defined]
        request.is_english_only = shown != chosen  # type: ignore[attr-defined]


def is_for_programs(match: ResolverMatch) -> bool:
    return match.view_name in PROBES or not ROOMS_OF_PROGRAMS.isdisjoint(match.namespaces)


def is_in_all_languages(match: ResolverMatch) -> bool:
    rooms, pages = settings.ROOMS_IN_ALL_LANGUAGES, settings.PAGES_IN_ALL_LANGUAGES
    named = match.view_name in pages or match.view_name.startswith(settings.PAGES_OF_ALLAUTH)
    return named or not rooms.isdisjoint(match.namespaces)
