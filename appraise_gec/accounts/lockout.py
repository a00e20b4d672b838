"""The page for a person who has tried too many passwords."""

import math
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from axes.helpers import get_client_username
from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from appraise_gec.accounts.addresses import counted_address


def locked_out(
    request: HttpRequest,
    original_response: HttpResponse | None = None,
    credentials: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page with the time to wait; called by django-axes in place of the answer of the sign-in form."""
    last = AccessAttempt.objects.filter(
        username=get_client_username(request, credentials),
        ip_address=counted_address(request),
    ).aggregate(last=Max("attempt_time"))["last"]
    left = settings.AXES_COOLOFF_TIME - (timezone.now() - last if last else timedelta())
    return please_wait(request, max(1, math.ceil(left.total_seconds())))


def please_wait(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page that says how long sign-in is blocked from here."""
    context = {"minutes": -(-seconds // 60), "seconds": seconds}
    response = render(request, "accounts/locked_out.html", context, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response
