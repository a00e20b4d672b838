"""Two-step sign-in on a person's own account: what is set up, and every change of it."""

import json
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, cast

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.forms import PasswordForm
from appraise_gec.accounts.models import Passkey, User
from appraise_gec.accounts.second_factor import codes, factors, passkeys
from appraise_gec.accounts.second_factor.forms import AppForm, PasskeyForm, PasskeyNameForm
from appraise_gec.accounts.second_factor.requirement import WHY, is_required_of
from appraise_gec.accounts.second_factor.sealing import seal, unseal

NEW_APP, NEW_PASSKEY = "new_app", "new_passkey"
SECONDS_TO_SET_UP = 1800
MUST_STAY = gettext_lazy("Set up another app or passkey first.")
Page = Callable[..., HttpResponse]


def own_page(view: Page) -> Page:
    """A page of a person's own account, never kept by a browser; not for accounts that people share."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = cast("User", request.user)
        if not factors.may_have(user):
            raise Http404
        return view(request, user, *args, **kwargs)

    methods = require_http_methods(["GET", "HEAD", "POST"])
    return cast("Page", sensitive_post_parameters()(login_required(never_cache(methods(page)))))


@own_page
def two_step(request: HttpRequest, user: User) -> HttpResponse:
    """What is set up, and what changed lately."""
    context = {
        "factors": factors.factors_of(user),
        "required": is_required_of(user),
        "why": WHY,
        "obstacle": passkeys.obstacle(request),
        "here": passkeys.host_of(request),
        "changes": factors.recent_changes(user),
        "codes_made": codes.RECOVERY_CODES,
    }
    return render(request, "accounts/two_step.html", context)


@sensitive_variables("secret")
@own_page
def set_up_app(request: HttpRequest, user: User) -> HttpResponse:
    """Show a new secret; an app that shows its code is set up."""
    secret = _secret_in_progress(request)
    form = AppForm(user, request.POST if request.method == "POST" else None)
    if (
        request.method == "POST"
        and form.is_valid()
        and factors.was_just_added(user, form.cleaned_data["code"])
    ):
        return _show_codes(request, codes.make_recovery_codes(user), _("The authenticator app is set up."))
    if request.method == "POST" and secret is None:
        form.add_error(None, _("That took too long. Scan the new QR code."))
    if secret is None:
        secret = codes.new_secret()
        request.session[NEW_APP] = {"sealed": seal(secret), "user": user.pk, "at": time.time()}
    if request.method == "POST" and form.is_valid():
        if factors.add_app(user, secret, form.cleaned_data["code"]):
            del request.session[NEW_APP]
            return _done(request, user, _("The authenticator app is set up."))
        form.add_error(
            "code",
            _(
                "The app should show another code. "
                "Type the one that it shows now, and check the phone's clock."
            ),
        )
    address = codes.app_address(secret, user, passkeys.host_of(request))
    context = {
        "form": form,
        "qr_code": segno.make(address, error="m").svg_data_uri(scale=5, border=4, light="#fff"),
        "address": address,
        "secret": codes.as_text(secret),
        "anew": factors.factors_of(user).app is not None,
    }
    return render(request, "accounts/set_up_app.html", context, status=422 if form.errors else 200)


@own_page
def remove_app(request: HttpRequest, user: User) -> HttpResponse:
    """Remove the app."""
    if factors.factors_of(user).app is None:
        return redirect("accounts:two-step")
    return _remove(
        request,
        user,
        _("Remove the authenticator app?"),
        _("The authenticator app is removed."),
        lambda keep: factors.remove_app(user, keep_last=keep),
    )


@own_page
def add_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """A name for the passkey and the password; then the browser is asked."""
    if passkeys.obstacle(request):
        return redirect("accounts:two-step")
    form = PasskeyForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["name"]
        request.session[NEW_PASSKEY] = {"name": name, "user": user.pk, "at": time.time()}
        return redirect("accounts:make-passkey")
    return render(request, "accounts/add_passkey.html", {"form": form}, status=422 if form.errors else 200)


@own_page
def make_passkey(request: HttpRequest, user: User) -> HttpResponse:
    """Ask the browser for the passkey, and keep it."""
    wish = _in_progress(request, NEW_PASSKEY)
    if wish is None or passkeys.obstacle(request):
        if request.method == "POST":
            messages.error(request, _("That took too long. Begin again."))
        return redirect("accounts:add-passkey")
    if request.method == "POST":
        try:
            passkey = passkeys.keep_new(request, user, wish["name"], request.POST.get("passkey", ""))
        except passkeys.WrongPasskey:
            messages.error(request, _("That did not work: the browser did not answer what it was asked."))
            return redirect("accounts:make-passkey")
        del request.session[NEW_PASSKEY]
        factors.note(user, "account.passkey-add")
        return _done(request, user, _("The passkey “%(name)s” is added.") % {"name": passkey.name})
    context = {"question_json": json.dumps(passkeys.ask_for_new(request, user)), "name": wish["name"]}
    return render(request, "accounts/make_passkey.html", context)


@own_page
def rename_passkey(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Give a passkey another name."""
    passkey = get_object_or_404(Passkey, user=user, pk=number)
    form = PasskeyNameForm(request.POST if request.method == "POST" else None, initial={"name": passkey.name})
    if request.method == "POST" and form.is_valid():
        Passkey.objects.filter(pk=passkey.pk).update(name=form.cleaned_data["name"])
        messages.success(request, _("Renamed."))
        return redirect("accounts:two-step")
    context = {"form": form, "passkey": passkey}
    return render(request, "accounts/rename_passkey.html", context, status=422 if form.errors else 200)


@own_page
def remove_passkey(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Remove a passkey."""
    passkey = get_object_or_404(Passkey, user=user, pk=number)
    return _remove(
        request,
        user,
        _("Remove the passkey “%(name)s”?") % {"name": passkey.name},
        _("The passkey “%(name)s” is removed.") % {"name": passkey.name},
        lambda keep: factors.remove_passkey(passkey, keep_last=keep),
    )


@sensitive_variables("made")
@own_page
def recovery_codes(request: HttpRequest, user: User) -> HttpResponse:
    """Make new recovery codes. The answer to the form is the only page that shows them."""
    if not factors.is_on(user):
        return redirect("accounts:two-step")
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        return _show_codes(request, factors.renew_recovery_codes(user), "")
    context = {"form": form, "factors": factors.factors_of(user)}
    return render(request, "accounts/recovery_codes.html", context, status=422 if form.errors else 200)


def _done(request: HttpRequest, user: User, what: str) -> HttpResponse:
    """Back to the overview; after the first app or passkey by way of the recovery codes."""
    if made := factors.codes_for_the_first(user):
        return _show_codes(request, made, what)
    messages.success(request, what)
    return redirect("accounts:two-step")


def _show_codes(request: HttpRequest, made: list[str], what: str) -> HttpResponse:
    text = "".join(f"{code}\n" for code in made)
    return render(request, "accounts/recovery_codes_made.html", {"codes": made, "text": text, "what": what})


def _remove(
    request: HttpRequest, user: User, question: str, done: str, remove: Callable[[bool], None]
) -> HttpResponse:
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            remove(is_required_of(user))
        except factors.LastFactor:
            form.add_error(None, _must_stay())
        else:
            messages.success(request, done)
            if not factors.is_on(user):
                messages.warning(request, _("Two-step sign-in is off. Your recovery codes are deleted."))
            return redirect("accounts:two-step")
    mine = factors.factors_of(user)
    last = len(mine.passkeys) + (mine.app is not None) == 1
    must_stay = _must_stay() if last and is_required_of(user) else ""
    context = {"form": form, "question": question, "last": last, "must_stay": must_stay}
    return render(request, "accounts/remove_factor.html", context, status=422 if form.errors else 200)


def _must_stay() -> str:
    return f"{WHY} {MUST_STAY}"


def _in_progress(request: HttpRequest, name: str) -> dict[str, Any] | None:
    """What this person has begun to set up in this session, if that was not long ago."""
    kept = request.session.get(name)
    if not kept or kept["user"] != request.user.pk or not 0 <= time.time() - kept["at"] <= SECONDS_TO_SET_UP:
        return None
    return dict(kept)


def _secret_in_progress(request: HttpRequest) -> bytes | None:
    kept = _in_progress(request, NEW_APP)
    return unseal(kept["sealed"]) if kept else None
