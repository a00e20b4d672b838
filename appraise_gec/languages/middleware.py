"""Activates the language of a request.

In two steps, because a request may be refused before anybody knows who sends it: first the browser's, then,
once the session is read, the person's own.
"""

from collections.abc import Callable, Collection

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.middleware.locale import LocaleMiddleware
from django.urls import ResolverMatch
from django.utils import translation
from django.utils.translation import get_language_info

from appraise_gec.languages.choice import language_of_person
from appraise_gec.words import listed

NextStep = Callable[[HttpRequest], HttpResponse]
ROOMS_OF_PROGRAMS = frozenset({"api", "metrics-api"})
# Asked without a session, and while the database may be away.
ALL = frozenset(code for code, _ in settings.LANGUAGES)
PROBES = frozenset({"health", "ready", "prometheus", "favicon"})


class BrowserLanguageMiddleware(LocaleMiddleware):
    """Django's own: the cookie, else what the browser asks for; says so in `Content-Language` and `Vary`."""


class PersonLanguageMiddleware:
    """The language that the person has chosen, on pages that are translated.

    Programs get English, and so do people whose language a page does not have: words of two languages on one
    page help nobody. The page then says which languages it has.
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
        chosen, offered = language_of_person(request), languages_of(match)
        translation.activate(chosen if chosen in offered else "en")
        # For the switch on the page.
        request.chosen_language = chosen  # type: ignore[attr-defined]
        if chosen not in offered:
            request.languages_of_page = english_names(offered)  # type: ignore[attr-defined]


def english_names(languages: Collection[str]) -> str:
    """`English and German`, in the order in which the site lists its languages."""
    codes = [code for code, _ in settings.LANGUAGES if code in languages]
    return str(listed([get_language_info(code)["name"] for code in codes]))


def is_for_programs(match: ResolverMatch) -> bool:
    return match.view_name in PROBES or not ROOMS_OF_PROGRAMS.isdisjoint(match.namespaces)


def languages_of(match: ResolverMatch) -> frozenset[str]:
    """The languages in which a page can be read."""
    rooms, pages = settings.ROOMS_IN_ALL_LANGUAGES, settings.PAGES_IN_ALL_LANGUAGES
    in_all = match.view_name in pages or not rooms.isdisjoint(match.namespaces)
    return ALL if in_all else settings.LANGUAGES_OF_MANAGERS
