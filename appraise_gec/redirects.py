"""Where a form leads back to."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme

MOST_CHARACTERS = 2000


def safe_next(request: HttpRequest, name: str = "next") -> str | None:
    """The address in the form field or else query parameter `name`; None if it is not one of this site.

    Only whole paths ("/judge/") and addresses count: Django's shortcuts take anything else for the name of a
    route, and relative paths depend on the page they are followed from.
    """
    target = request.POST.get(name, request.GET.get(name, ""))
    return target if is_own(request, target) else None


def safe_referrer(request: HttpRequest) -> str | None:
    """The page of this site that sent a form; None where the browser does not say which it was."""
    target = request.headers.get("Referer", "")
    return target if is_own(request, target) else None


def is_own(request: HttpRequest, target: str) -> bool:
    """Whether this is a whole path or an address of this site."""
    return (
        len(target) <= MOST_CHARACTERS
        and target.startswith(("/", "http://", "https://"))
        and url_has_allowed_host_and_scheme(
            target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
        )
    )
