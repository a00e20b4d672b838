"""Choosing a language, and the words of scripts in it."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import JavaScriptCatalog

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import is_demo_person
from appraise_gec.languages.choice import keep_choice
from appraise_gec.redirects import safe_referrer


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
    with override(language):
        return JavaScriptCatalog.as_view()(request)
