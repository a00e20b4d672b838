"""Changing a password, and choosing a new one when it is forgotten."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import (
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
)
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.lockout import please_wait
from appraise_gec.accounts.models import User
from appraise_gec.accounts.passwords import ForgottenPasswordForm, welcome_back
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import FORGOTTEN_PASSWORDS


class Forgotten(PasswordResetView):
    """Ask for a link."""

    template_name = "accounts/forgotten.html"
    email_template_name = "accounts/password_mail.txt"
    subject_template_name = "accounts/password_mail_subject.txt"
    form_class = ForgottenPasswordForm
    success_url = reverse_lazy("accounts:forgotten-sent")
    extra_context = {"mail_is_configured": lambda: settings.MAIL_IS_CONFIGURED}

    def post(self, request: HttpRequest, *args: str, **kwargs: object) -> HttpResponse:
        where = neighbourhood(request)
        if FORGOTTEN_PASSWORDS.is_over(where):
            return please_wait(request, FORGOTTEN_PASSWORDS.seconds)
        FORGOTTEN_PASSWORDS.count(where)
        return super().post(request, *args, **kwargs)


class ForgottenSent(PasswordResetDoneView):
    """Say where the link went, whether or not the account exists."""

    template_name = "accounts/forgotten_sent.html"
    extra_context = {"mail_is_configured": lambda: settings.MAIL_IS_CONFIGURED}


class NewPassword(PasswordResetConfirmView):
    """Choose a new password through a link."""

    template_name = "accounts/new_password.html"
    success_url = reverse_lazy("accounts:sign-in")

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        answer = super().form_valid(form)
        welcome_back(form.user)
        record_event(form.user, "account.password-reset")
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        return answer


class ChangePassword(PasswordChangeView):
    """Change the password; every other session of the account ends."""

    template_name = "accounts/change_password.html"
    success_url = reverse_lazy("people:account")

    def dispatch(self, request: HttpRequest, *args: str, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.has_usable_password():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        answer = super().form_valid(form)
        record_event(form.user, "account.password-change")
        messages.success(self.request, _("Your password is changed. Other browsers are signed out."))
        return answer
