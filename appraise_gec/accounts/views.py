"""What is ours of signing in: the demo's people, and what pages of django-allauth do not check."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from allauth.mfa.base.views import IndexView
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from appraise_gec.accounts import services
from appraise_gec.accounts.models import User
from appraise_gec.accounts.requirement import WHY, is_required_of
from appraise_gec.accounts.signing_in import sign_in
from appraise_gec.redirects import safe_next

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
