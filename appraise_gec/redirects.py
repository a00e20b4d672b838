"""Where a form leads back to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

MOST_CHARACTERS = 2000


def safe_next(request: HttpRequest, name: str = "next") -> str | None:
    """The address in the form field or else query parameter `name`; None if it is not one of this site.

    Only whole paths ("/judge/") and addresses count: what else a request may say is taken for the name of a
    route by Django's shortcuts, or stands for another page wherever it is followed from.
    """
    target = request.POST.get(name, request.GET.get(name, ""))
    own = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    if not own or len(target) > MOST_CHARACTERS or not target.startswith(("/", "http://", "https://")):
        return None
    return target
