"""What is ours of accounts: the demo's people, what pages of django-allauth do not check, API tokens."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.mfa.base.views import IndexView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.accounts import services
from appraise_gec.accounts.forms import TokenForm
from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.second_factor import WHY, is_required_of, sign_in
from appraise_gec.accounts.tokens import MOST, TooManyTokens, has_ended, make_token, revoke_token
from appraise_gec.security import safe_next

Page = Callable[..., HttpResponseBase]


def own_page(view: Any) -> Page:
    """A page of a person's own password and second factor, never kept by a browser.

    Not for those who sign in without a password, as the demo's people do.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not cast("User", request.user).has_usable_password():
            raise Http404
        return cast("HttpResponseBase", view(request, *args, **kwargs))

    return cast("Page", sensitive_post_parameters()(login_required(never_cache(page))))


class TwoStep(IndexView):
    """What is set up for the second step."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        required = is_required_of(cast("User", self.request.user))
        return {**super().get_context_data(**kwargs), "required": required, "why": WHY}


@require_POST
def demo_sign_in(request: HttpRequest, username: str) -> HttpResponse:
    """Become one of the demo's people, and go where signing in was to lead. Only where the demo is on."""
    user = services.demo_user(username)
    target = safe_next(request)
    return sign_in(request, user, HttpResponseRedirect(target) if target else redirect("home"))


@sensitive_variables("secret")
@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """The person's tokens. A POST makes one, and its answer is the only page that shows it."""
    user = cast("User", request.user)
    form = TokenForm(user, request.POST if request.method == "POST" else None)
    made, secret = None, ""
    if request.method == "POST" and form.is_valid():
        wish = form.cleaned_data
        try:
            made, secret = make_token(user, wish["name"], wish["scope"], int(wish["days"]))
        except TooManyTokens:
            form.add_error(
                None,
                _("You have %(number)s tokens, which is the most. Revoke one that is not needed.")
                % {"number": MOST},
            )
        else:
            form = TokenForm(user)
    context = {
        "form": form,
        "made": made,
        "secret": secret,
        "tokens": [(token, has_ended(token)) for token in user.api_tokens.all()],
    }
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, number: int) -> HttpResponse:
    """End one of the person's own tokens."""
    token = get_object_or_404(ApiToken, user=cast("User", request.user), pk=number)
    revoke_token(token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("accounts:tokens")
