"""Expired account data that the workers delete."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from appraise_gec.accounts import throttle, tokens
from appraise_gec.jobs.tasks import swept_daily


@swept_daily("sessions")
def clear_sessions() -> int:
    """As Django's clearsessions does."""
    before = Session.objects.filter(expire_date__lt=timezone.now()).count()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return before


@swept_daily("counts of what should not happen often")
def clear_counts() -> int:
    return throttle.forget_counts()


@swept_daily("API tokens that ended long ago")
def clear_tokens() -> int:
    return tokens.forget_ended()
