"""Signing in and out."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from appraise_gec.accounts import services
from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.forms import SignInForm
from appraise_gec.accounts.lockout import please_wait
from appraise_gec.accounts.throttle import WRONG_PASSWORDS


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: str, **kwargs: object) -> HttpResponse:
        if WRONG_PASSWORDS.is_over(neighbourhood(request)):
            return please_wait(request, WRONG_PASSWORDS.seconds)
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        WRONG_PASSWORDS.count(neighbourhood(self.request))
        return super().form_invalid(form)


class SignOut(LogoutView):
    """Signs out and leads to the start page."""


@require_POST
def demo_sign_in(request: HttpRequest, username: str) -> HttpResponse:
    """Become one of the demo's people, and go where signing in was to lead. Only where the demo is on."""
    user = services.demo_user(username)
    services.sign_in(request, user)
    target = request.POST.get("next", "")
    own = {request.get_host()}
    if url_has_allowed_host_and_scheme(target, allowed_hosts=own, require_https=request.is_secure()):
        return redirect(target)
    return redirect("home")
