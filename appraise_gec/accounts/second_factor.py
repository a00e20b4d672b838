"""The second step of signing in: who has one, who needs one, and letting somebody in.

Where the operator wants it, everybody who is more than a judge needs a second factor. Without one such a
person is led to set it up, and to nothing else but judging and the own account.
"""

from collections.abc import Callable

from allauth.account.utils import perform_login
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import ResolverMatch
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import is_demo_person
from appraise_gec.problems import problem_answer

WHY = _("People who manage campaigns or read their reports need two-step sign-in on this site.")
# What stays open: judging, which needs no second factor, signing in and out, and the person's own data.
OPEN_ROOMS = {"accounts", "judging", "people"}
OPEN_ROUTES = {"health", "ready", "prometheus", "favicon", "join", "link", "language"}
CLOSED_ROUTES = {"accounts:tokens"}
FOR_PROGRAMS = {"api", "metrics-api", "report-api"}


def has_second_factor(user: User) -> bool:
    """Whether signing in to this account takes a second step."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=user, type__in=kinds).exists())


def sign_in(request: HttpRequest, user: User, answer: HttpResponse) -> HttpResponse:
    """Let somebody in, or ask for the second step first.

    Who is in already stays in. `answer` is what the person gets when in; after a second step, the page
    to which it leads.
    """
    if request.user == user or not has_second_factor(user):
        login(request, user)
        return answer
    if request.user.is_authenticated:
        logout(request)
    step: HttpResponse = perform_login(request, user, redirect_url=answer["Location"])
    return step


def is_required_of(user: User) -> bool:
    """Whether this person may do more than judge, on a site that then wants a second factor."""
    if not settings.REQUIRE_SECOND_FACTOR or is_demo_person(user):
        return False
    more = user.is_superuser or user.is_staff or user.may_create_campaigns
    return more or user.memberships.exists()


def is_missing(user: User) -> bool:
    """Whether this person still has to set up a second factor."""
    return is_required_of(user) and not has_second_factor(user)


class SecondFactorRequiredMiddleware:
    """Leads whoever lacks a required second factor to the page that sets it up.

    Tokens of programs are not asked: no browser session stands behind them.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        match = request.resolver_match
        if not settings.REQUIRE_SECOND_FACTOR or match is None or _is_open(match):
            return None
        if not isinstance(request.user, User) or not is_missing(request.user):
            return None
        if FOR_PROGRAMS & set(match.namespaces):
            return problem_answer(403, f"{WHY} Set it up on your account page.")
        return redirect("mfa_index")  # which says why


def _is_open(match: ResolverMatch) -> bool:
    if match.view_name in CLOSED_ROUTES:
        return False
    open_page = match.view_name in OPEN_ROUTES or str(match.view_name).startswith(settings.PAGES_OF_ALLAUTH)
    return open_page or bool(OPEN_ROOMS & set(match.namespaces))
