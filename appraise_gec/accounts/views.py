"""Signing in and out."""

from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from appraise_gec.accounts import services
from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.forms import SignInForm
from appraise_gec.accounts.lockout import please_wait
from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor.first_step import sign_in
from appraise_gec.accounts.second_factor.passkeys import obstacle
from appraise_gec.accounts.throttle import WRONG_PASSWORDS, WRONG_PASSWORDS_OF_ACCOUNT
from appraise_gec.redirects import safe_next


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        target = safe_next(self.request, self.redirect_field_name)
        # Whoever is signed in already would be sent round and round.
        return target if target and urlsplit(target).path != self.request.path else ""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(offers_passkeys=obstacle(self.request) is None, **kwargs)

    def post(self, request: HttpRequest, *args: str, **kwargs: object) -> HttpResponse:
        if WRONG_PASSWORDS.is_over(neighbourhood(request)):
            return please_wait(request, WRONG_PASSWORDS.seconds)
        account = named_account(request)
        if WRONG_PASSWORDS_OF_ACCOUNT.is_over(account):
            return please_wait(request, WRONG_PASSWORDS_OF_ACCOUNT.seconds_left(account))
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return sign_in(self.request, form.get_user(), HttpResponseRedirect(self.get_success_url()))

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        WRONG_PASSWORDS.count(neighbourhood(self.request))
        WRONG_PASSWORDS_OF_ACCOUNT.count(named_account(self.request))
        return super().form_invalid(form)


def named_account(request: HttpRequest) -> str:
    """The account that somebody tries to sign in to, whether there is one or not."""
    return User.normalize_username(request.POST.get("username", "").strip())


class SignOut(LogoutView):
    """Signs out and leads to the start page."""

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return safe_next(self.request, self.redirect_field_name) or ""


@require_POST
def demo_sign_in(request: HttpRequest, username: str) -> HttpResponse:
    """Become one of the demo's people, and go where signing in was to lead. Only where the demo is on."""
    user = services.demo_user(username)
    target = safe_next(request)
    return sign_in(request, user, HttpResponseRedirect(target) if target else redirect("home"))
