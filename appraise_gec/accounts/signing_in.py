"""Letting somebody in who has shown a valid link, or chosen one of the demo's people."""

from allauth.account.utils import perform_login
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse

from appraise_gec.accounts.adapters import has_second_factor
from appraise_gec.accounts.models import User


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
