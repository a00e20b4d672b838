"""Counts and states for Prometheus, behind a token of their own."""

from secrets import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.throttle import WRONG_TOKENS
from appraise_gec.seeing.measures import text_of_all


@never_cache
@require_safe
def prometheus(request: HttpRequest) -> HttpResponse:
    """Everything that is measured. Without a token in the settings there is no such page."""
    if not settings.PROMETHEUS_TOKEN:
        raise Http404
    given = request.headers.get("Authorization", "").encode("utf-8", "replace")
    if not compare_digest(given, f"Bearer {settings.PROMETHEUS_TOKEN}".encode()):
        allowed = WRONG_TOKENS.take(neighbourhood(request))
        refusal = HttpResponse(
            "A token is needed.\n", status=401 if allowed else 429, content_type="text/plain"
        )
        refusal["WWW-Authenticate"] = "Bearer"
        return refusal
    return HttpResponse(text_of_all(), content_type=CONTENT_TYPE_LATEST)
