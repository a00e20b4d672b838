"""The page behind a link: take up a judge's seat or a role, or sign in as a judge."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.second_factor import sign_in
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.audience import MANAGERS
from rankings.access.pages import signed_in
from rankings.access.refusals import Refused
from rankings.models import Campaign, Link, Membership
from rankings.people.account_forms import NewAccountForm, with_new_account
from rankings.people.links import Standing, look_up, use

DEVICE_COOKIE = "appraise_gec_device"
WELCOME = {
    Membership.Role.OWNER: gettext_lazy("Welcome! You are owner of “%(title)s” now."),
    Membership.Role.MANAGER: gettext_lazy("Welcome! You are manager of “%(title)s” now."),
    Membership.Role.RESEARCHER: gettext_lazy("Welcome! You are researcher of “%(title)s” now."),
}
STATUS = {Standing.UNKNOWN: 404, Standing.ON_HOLD: 403, Standing.OTHER_DEVICE: 403}


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link changes nothing; only the form on it uses the link."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        return _sorry(request, too_many_wrong_links(), 429)
    device = request.COOKIES.get(DEVICE_COOKIE, "")
    found, standing = look_up(secret, device)
    if found is None:
        WRONG_LINKS.take(where)
    if found is None or standing is not Standing.VALID:
        return _sorry(request, standing.words, STATUS.get(standing, 410))
    if found.kind == Link.Kind.PERSONAL:
        return _start(request, secret, found, device)
    return _take_up(request, secret, found)


def too_many_wrong_links() -> str:
    """What is said to an address from which too many wrong links were opened."""
    minutes = WRONG_LINKS.minutes
    return ngettext(
        "Too many wrong links were opened from here. Wait %(minutes)s minute.",
        "Too many wrong links were opened from here. Wait %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def _take_up(request: HttpRequest, secret: str, found: Link) -> HttpResponse:
    """With the account that the person is signed in with, or with a new one."""
    with_own = "username" not in request.POST and request.user.is_authenticated
    form = NewAccountForm(request.POST if request.method == "POST" and not with_own else None)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if with_own:
                use(secret, signed_in(request))
                return _welcome(request, found)
            if form.is_valid():
                user = with_new_account(form, lambda user: use(secret, user, made_account=True))
                return sign_in(request, user, _welcome(request, found))
        except Refused as refusal:
            reasons = refusal.reasons
    return _page(request, found, 422 if reasons or form.errors else 200, form=form, reasons=reasons)


def _start(request: HttpRequest, secret: str, found: Link, device: str) -> HttpResponse:
    task = redirect("judging:task", slug=found.campaign.slug)
    if request.user.is_authenticated and found.judge and request.user.pk == found.judge.user_id:
        return task
    if request.method != "POST":
        return _page(request, found, 200)
    try:
        used = use(secret, None, device=device)
    except Refused as refusal:
        return _sorry(request, str(refusal), 410)
    answer = sign_in(request, used.user, task)
    if used.device:
        answer.set_cookie(
            DEVICE_COOKIE,
            used.device,
            expires=found.expires_at,
            path=reverse("link", args=[secret]),
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
    return answer


def _welcome(request: HttpRequest, found: Link) -> HttpResponse:
    campaign = found.campaign
    if found.role:
        messages.success(request, WELCOME[Membership.Role(found.role)] % {"title": campaign.title})
        page = "campaigns:desk" if found.role in MANAGERS else "reports:overview"
        return redirect(page, slug=campaign.slug)
    if campaign.state == Campaign.State.OPEN:
        messages.success(request, _("Welcome! From now on, sign in with your user name and password."))
        return redirect("judging:task", slug=campaign.slug)
    messages.success(
        request,
        _("You are a judge of “%(title)s” now. Judging is not open yet; your task will be here when it is.")
        % {"title": campaign.title},
    )
    return redirect("home")


def _page(request: HttpRequest, found: Link, status: int, **more: object) -> HttpResponse:
    context = {"link": found, "judge": found.judge, "campaign": found.campaign, **more}
    return render(request, "people/link.html", context, status=status)


def _sorry(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return render(request, "people/link_refused.html", {"reason": reason}, status=status)
