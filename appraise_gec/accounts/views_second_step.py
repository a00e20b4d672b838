"""The second step of signing in, and signing in with a passkey alone."""

import json
from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.lockout import please_wait
from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor import factors, passkeys
from appraise_gec.accounts.second_factor.first_step import (
    BACKEND,
    FirstStep,
    first_step,
    second_step_done,
)
from appraise_gec.accounts.second_factor.forms import CodeForm, RecoveryCodeForm
from appraise_gec.accounts.throttle import WRONG_PASSKEYS, WRONG_RECOVERY_CODES
from appraise_gec.languages.sentences import in_sequence
from appraise_gec.redirects import safe_next

WRONG_CODE = gettext_lazy("Wrong code, or one that was used before. Wait until the app shows the next one.")
WRONG_PASSKEY = gettext_lazy(
    "That did not work: the passkey is not one of this account, or the question was too old."
)
UNKNOWN_PASSKEY = gettext_lazy(
    "That passkey does not open an account here. Sign in with your user name and password; "
    "it may have been removed, or not know how to ask for a PIN or a finger."
)
FEW_CODES = 3


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """After the password: a code of the app, or a passkey."""
    step = first_step(request)
    if step is None:
        return _start_again(request)
    if request.method == "POST" and "passkey" in request.POST:
        return _by_passkey(request, step)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        taken = factors.take_code(step.user, form.cleaned_data["code"])
        if taken:
            return second_step_done(request, step)
        if taken is False:
            form.add_error("code", WRONG_CODE)
    return _page(request, step, form)


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def recovery_code(request: HttpRequest) -> HttpResponse:
    """After the password: one of the codes that were kept for the day when all else is lost."""
    step = first_step(request)
    if step is None:
        return _start_again(request)
    form = RecoveryCodeForm(request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST" and form.is_valid():
        taken = factors.take_recovery_code(step.user, form.cleaned_data["code"])
        if taken:
            answer = second_step_done(request, step)
            _tell_codes_left(request, step.user)
            return answer
        if taken is None:
            who = str(step.user.pk)
            minutes = -(-WRONG_RECOVERY_CODES.seconds_left(who) // 60)
            form.add_error(
                "code",
                _("There were too many wrong codes. Try again in %(minutes)s min.") % {"minutes": minutes},
            )
            status = 429
        else:
            form.add_error("code", _("No such recovery code, or it was used before."))
    if form.errors and status == 200:
        status = 422
    return render(request, "accounts/recovery_code.html", {"form": form, "person": step.user}, status=status)


@never_cache
@require_POST
def passkey(request: HttpRequest) -> HttpResponse:
    """A passkey in place of user name and password: the question to the browser as JSON, then its answer."""
    if request.user.is_authenticated:
        return redirect("home")
    where = neighbourhood(request)
    if WRONG_PASSKEYS.is_over(where):
        return please_wait(request, WRONG_PASSKEYS.seconds_left(where))
    if "passkey" not in request.POST:
        if passkeys.obstacle(request):
            return JsonResponse({"detail": "There are no passkeys at this address."}, status=409)
        return JsonResponse(passkeys.ask_for_any(request))
    target = safe_next(request)
    try:
        user = passkeys.accept_passkey(request, None, request.POST["passkey"]).user
        if not user.is_active:
            raise passkeys.WrongPasskey
    except passkeys.WrongPasskey:
        WRONG_PASSKEYS.count(where)
        messages.error(request, UNKNOWN_PASSKEY)
        query = f"?{urlencode({'next': target})}" if target else ""
        return HttpResponseRedirect(reverse("accounts:sign-in") + query)
    login(request, user, backend=BACKEND)
    return HttpResponseRedirect(target or reverse("home"))


def _by_passkey(request: HttpRequest, step: FirstStep) -> HttpResponse:
    try:
        passkeys.accept_passkey(request, step.user, request.POST["passkey"])
    except passkeys.WrongPasskey:
        messages.error(request, WRONG_PASSKEY)
        return redirect("accounts:second-step")
    return second_step_done(request, step)


def _page(request: HttpRequest, step: FirstStep, form: CodeForm) -> HttpResponse:
    question = passkeys.ask_for_one_of(request, step.user)
    if not question:
        form.fields["code"].widget.attrs["autofocus"] = True
    wait = factors.seconds_to_wait(step.user)
    mine = factors.factors_of(step.user)
    context: dict[str, Any] = {
        "form": form,
        "person": step.user,
        "factors": mine,
        "question": question,
        "question_json": json.dumps(question),
        "elsewhere": "" if question else next((key.host for key in mine.passkeys), ""),
        "minutes": -(-wait // 60),
    }
    if request.method != "POST" or not (wait or form.errors):
        return render(request, "accounts/second_step.html", context)
    answer = render(request, "accounts/second_step.html", context, status=429 if wait else 422)
    if wait:
        answer["Retry-After"] = str(wait)
    return answer


def _tell_codes_left(request: HttpRequest, user: User) -> None:
    left = user.recovery_codes.filter(used_at=None).count()
    said = [_("You have no recovery code left.")]
    if left:
        words = ngettext(
            "You have %(left)s recovery code left.", "You have %(left)s recovery codes left.", left
        )
        said = [words % {"left": left}]
    if left <= FEW_CODES:
        said.append(_("Make new ones on your account page, under two-step sign-in."))
    messages.warning(request, in_sequence(said))


def _start_again(request: HttpRequest) -> HttpResponse:
    """To the form, which says that it took too long; whoever got in by the first of two clicks is led on."""
    late = "?late=1" if request.method == "POST" else ""
    return HttpResponseRedirect(reverse("accounts:sign-in") + late)
