"""Context for every template."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

import appraise_gec
from appraise_gec.accounts.services import DEMO_PEOPLE, demo_is_on


def site(request: HttpRequest) -> dict[str, Any]:
    """The program's version, the languages of the site, and the demo's people where the demo is on."""
    return {
        "appraise_version": appraise_gec.__version__,
        "demo_people": DEMO_PEOPLE if demo_is_on() else (),
        "site_languages": settings.LANGUAGES,
    }
