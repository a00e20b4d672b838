"""When something happened, on a page: {{ judge.last_active|ago_or_day }}"""

from datetime import datetime, timedelta

from django import template
from django.contrib.humanize.templatetags.humanize import naturaltime
from django.template.defaultfilters import date
from django.utils import timezone

register = template.Library()

A_DAY = timedelta(days=1)


@register.filter
def ago_or_day(when: datetime) -> str:
    """How long ago it was, or its day when that is longer than a day ago."""
    return str(naturaltime(when) if timezone.now() - when < A_DAY else date(when, "SHORT_DATE_FORMAT"))
