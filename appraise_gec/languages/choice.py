"""The language in which somebody reads the site: chosen on a page, else what the browser asks for.

A choice is kept with the account, and in a cookie for pages before sign-in and for visitors.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from appraise_gec.accounts.models import User


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


def in_language_of(user: User, otherwise: str = "") -> AbstractContextManager[None]:
    """For a message to this person: in the chosen language, else in `otherwise`, else in the site's."""
    known = [language for language in (user.language, otherwise) if language in languages()]
    return translation.override(known[0] if known else settings.LANGUAGE_CODE)


def in_language_of_address(address: str, otherwise: str) -> AbstractContextManager[None]:
    """For a message to an e-mail address: in the language of its account, else in `otherwise`."""
    user = User.objects.filter(email__iexact=address, is_active=True).exclude(language="").first()
    return in_language_of(user or User(), otherwise)


def languages() -> Mapping[str, str]:
    """Each language of the site by its code, in its own name."""
    return dict(settings.LANGUAGES)
