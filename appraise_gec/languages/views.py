"""Choosing a language."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

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
