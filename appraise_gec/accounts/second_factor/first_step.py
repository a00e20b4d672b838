"""Between password and second step: whom the session remembers, without being anybody's yet.

The session stays one of a visitor: nothing on the site but the pages of the second step reads this note.
"""

import time
from dataclasses import dataclass

from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor.factors import is_on

NOTE = "first_step"
SECONDS = 600
BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True, slots=True)
class FirstStep:
    """Who has shown a password or a link, and where signing in is to lead."""

    user: User
    target: str


def sign_in(request: HttpRequest, user: User, answer: HttpResponse) -> HttpResponse:
    """Let somebody in who has shown a password or a valid link, or ask for the second step first.

    Who is in already stays in. `answer` is what the person gets when in; after a second step, the page
    to which it leads.
    """
    if request.user == user or not is_on(user):
        login(request, user, backend=BACKEND)
        return answer
    if request.user.is_authenticated:
        logout(request)
    request.session.cycle_key()
    request.session[NOTE] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),
        "target": answer.get("Location", ""),
        "at": time.time(),
    }
    return HttpResponseRedirect(reverse("accounts:second-step"))


def first_step(request: HttpRequest) -> FirstStep | None:
    """Who has made the first step in this browser, lately, with the password that is still theirs."""
    kept = request.session.get(NOTE)
    if not kept or request.user.is_authenticated or not 0 <= time.time() - kept["at"] <= SECONDS:
        return None
    user = User.objects.filter(pk=kept["user"], is_active=True).first()
    if user is None or not constant_time_compare(user.get_session_auth_hash(), kept["password"]):
        return None
    return FirstStep(user, kept["target"])


def second_step_done(request: HttpRequest, step: FirstStep) -> HttpResponse:
    """Let the person in."""
    forget_first_step(request)
    login(request, step.user, backend=BACKEND)
    return HttpResponseRedirect(step.target or reverse("home"))


def forget_first_step(request: HttpRequest) -> None:
    request.session.pop(NOTE, None)
