"""The language in which somebody reads the site: chosen on a page, else what the browser asks for.

A choice is kept with the account, and in a cookie for pages before sign-in and for visitors.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import ResolverMatch, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import JavaScriptCatalog

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import is_demo_person
from appraise_gec.security import safe_referrer

NextStep = Callable[[HttpRequest], HttpResponse]
ROOMS_OF_PROGRAMS = frozenset({"api", "metrics-api", "report-api"})
# Asked without a session, and while the database may be away.
PROBES = frozenset({"health", "ready", "prometheus", "favicon"})


def language_of_browser(request: HttpRequest) -> str:
    """From the cookie, else from what the browser asks for, else the site's own."""
    return translation.get_language_from_request(request)


def language_of_person(request: HttpRequest) -> str:
    """What the person who is signed in has chosen; of everybody else, and without a choice, the browser's."""
    user = request.user
    chosen = user.language if isinstance(user, User) else ""
    return chosen if chosen in languages() else language_of_browser(request)


def keep_choice(response: HttpResponse, language: str, person: User | None) -> None:
    """Keep the choice in the browser that gets the response, and in the person's account."""
    if person is not None:
        User.objects.filter(pk=person.pk).update(language=language)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite="Lax",
    )


def in_language_of_address(address: str, otherwise: str) -> AbstractContextManager[None]:
    """For a message to an e-mail address: in the language of its account, else in `otherwise`,
    else in the site's.
    """
    users = User.objects.filter(email__iexact=address, is_active=True).exclude(language="")
    chosen = users.values_list("language", flat=True).first()
    known = [language for language in (chosen, otherwise) if language in languages()]
    return translation.override(known[0] if known else settings.LANGUAGE_CODE)


def languages() -> Mapping[str, str]:
    """Each language of the site by its code, in its own name."""
    return dict(settings.LANGUAGES)


class PersonLanguageMiddleware:
    """The language that the person has chosen, on pages that are translated.

    Django's `LocaleMiddleware` has activated the browser's by then, for what is refused before anybody knows
    who asks. Programs get English, and so does everybody on other pages, which then say so.
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


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Keep the language that somebody has chosen, and go back to the page."""
    language = request.POST.get("language", "")
    response = HttpResponseRedirect(safe_referrer(request) or reverse("home"))
    if language not in dict(settings.LANGUAGES):
        messages.error(request, _("This site does not have the language that was asked for."))
        return response
    person = request.user if isinstance(request.user, User) else None
    # An account of the demo is many people.
    keep_choice(response, language, None if person and is_demo_person(person) else person)
    return response


@require_safe
@cache_control(public=True, max_age=3600)
def script_words(request: HttpRequest, language: str) -> HttpResponseBase:
    """Django's catalog of this language for scripts (`static/js/language.js`)."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        return JavaScriptCatalog.as_view()(request)
