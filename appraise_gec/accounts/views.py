"""Signing in and out."""

from django.contrib.auth import login
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.views.decorators.http import require_POST

from appraise_gec.accounts import services


class SignIn(LoginView):
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True


class SignOut(LogoutView):
    next_page = reverse_lazy("home")


@require_POST
def demo_sign_in(request: HttpRequest, username: str) -> HttpResponse:
    """Become one of the demo's people. Exists only where the demo is on."""
    user = services.demo_user(username)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("home")
