"""The page behind a personal link, and the manager's buttons that make and withdraw one."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.signing_in import sign_in
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.pages import managed, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import PersonalLink
from rankings.people import personal_links
from rankings.people.forms import PersonalLinkForm
from rankings.people.judge_list import judge_of
from rankings.people.personal_links import LinkState
from rankings.people.views_judges import ShownLink, judge_page

DEVICE_COOKIE = "appraise_gec_device"
STATUS = {LinkState.UNKNOWN: 404, LinkState.ON_HOLD: 403, LinkState.OTHER_DEVICE: 403}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link changes nothing; only its button signs the judge in."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = _("Too many wrong links were opened from here. Wait %(minutes)d minutes.")
        return _sorry(request, reason % {"minutes": WRONG_LINKS.minutes}, 429)
    device = request.COOKIES.get(DEVICE_COOKIE, "")
    link, state = personal_links.look_up(secret, device)
    if link is None:
        WRONG_LINKS.take(where)
    if link is None or state is not LinkState.VALID:
        title = link.judge.campaign.title if link is not None and state is LinkState.ON_HOLD else ""
        return _sorry(request, state.reason, STATUS.get(state, 410), title)
    task = redirect("judging:task", slug=link.judge.campaign.slug)
    if request.user.is_authenticated and request.user.pk == link.judge.user_id:
        return task
    if request.method != "POST":
        context = {"judge": link.judge, "campaign": link.judge.campaign, "link": link}
        return render(request, "people/start.html", context)
    try:
        started = personal_links.start(secret, device)
    except Refused as refusal:
        return _sorry(request, str(refusal), 410)
    answer = sign_in(request, started.user, task)
    if started.device:
        _keep_device(answer, link, reverse("start", args=[secret]), started.device)
    return answer


@login_required
@require_POST
def make(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """A new link for the judge, shown once."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    form = PersonalLinkForm(request.POST, prefix="personal")
    if not form.is_valid():
        return judge_page(request, access, chosen, personal_form=form, status=422)
    try:
        secret = personal_links.make(chosen, signed_in(request), **form.cleaned_data)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect("campaigns:judge", slug=slug, judge=chosen.pk)
    address = request.build_absolute_uri(reverse("start", args=[secret]))
    return judge_page(request, access, chosen, personal_link=ShownLink(chosen, address))


@login_required
@require_POST
def revoke(request: HttpRequest, slug: str, judge: int) -> HttpResponse:
    """Withdraw the judge's link."""
    access = managed(request, slug)
    chosen = judge_of(access.campaign, judge)
    try:
        personal_links.revoke(chosen, signed_in(request))
        messages.success(request, _("The personal link of %(name)s is withdrawn.") % {"name": chosen.name})
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("campaigns:judge", slug=slug, judge=chosen.pk)


def _keep_device(answer: HttpResponse, link: PersonalLink, address: str, device: str) -> None:
    answer.set_cookie(
        DEVICE_COOKIE,
        device,
        expires=link.expires_at,
        path=address,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _sorry(request: HttpRequest, reason: str, status: int, title: str = "") -> HttpResponse:
    """Why the link does not let anybody in; under the campaign's `title` where the link itself is good."""
    context = {"reason": reason, "campaign_title": title}
    return render(request, "people/invitation_refused.html", context, status=status)
