"""Pages of managers: webhooks of a campaign, and what they were sent."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Campaign, Webhook, WebhookDelivery
from rankings.webhooks import services
from rankings.webhooks.forms import WebhookForm
from rankings.webhooks.messages import EVENTS
from rankings.webhooks.posting import REASONS


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a campaign; another one is added."""
    access = managed(request, slug)
    form = WebhookForm(request.POST or None, initial={"events": list(EVENTS)})
    if request.method == "POST" and form.is_valid():
        site = request.build_absolute_uri("/").rstrip("/")
        data = form.cleaned_data
        try:
            made, secret = services.add_webhook(
                access.campaign, data["url"], data["events"], signed_in(request), site=site
            )
        except Refused as refusal:
            form.add_error("url", refusal.reasons)
        else:
            return _one(request, access, made, secret=secret)
    context = {
        "tab": "settings",
        "form": form,
        "webhooks": [(one, _titles(one)) for one in services.webhooks_of(access.campaign)],
        "is_full": services.webhooks_of(access.campaign).count() >= services.MOST_WEBHOOKS,
    }
    return page(request, access, "webhooks/webhooks.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One webhook with its last messages; address and events are changed."""
    access = managed(request, slug)
    stored = webhook_of(access.campaign, number)
    form = WebhookForm(request.POST or None, initial={"url": stored.url, "events": stored.events})
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            services.change_webhook(stored, signed_in(request), url=data["url"], events=data["events"])
        except Refused as refusal:
            form.add_error("url", refusal.reasons)
        else:
            messages.success(request, _("Saved."))
            return redirect("webhooks:webhook", slug=slug, number=number)
    return _one(request, access, stored, form=form)


@login_required
@never_cache
@require_POST
def change(request: HttpRequest, slug: str, number: int, act: str) -> HttpResponse:
    """Switch a webhook on or off, send a test, or make another secret."""
    access = managed(request, slug)
    stored = webhook_of(access.campaign, number)
    user = signed_in(request)
    try:
        match act:
            case "secret":
                return _one(request, access, stored, secret=services.new_secret(stored, user))
            case "test":
                services.send_test(stored, user)
                messages.success(request, _("A test message is on its way. Reload this page in a moment."))
            case "on" | "off":
                services.change_webhook(stored, user, is_on=act == "on")
            case _:
                raise Http404
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("webhooks:webhook", slug=slug, number=number)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Ask whether a webhook should go, and remove it."""
    access = managed(request, slug)
    stored = webhook_of(access.campaign, number)
    if request.method == "POST":
        services.remove_webhook(stored, signed_in(request))
        messages.success(request, _("The webhook is removed."))
        return redirect("webhooks:overview", slug=slug)
    waiting = services.deliveries_of(stored).exclude(next_try_at=None).count()
    context = {"tab": "settings", "webhook": stored, "waiting": waiting}
    return page(request, access, "webhooks/remove.html", context)


@login_required
@require_POST
def resend(request: HttpRequest, slug: str, number: int, key: UUID) -> HttpResponse:
    """Send a message again."""
    stored = webhook_of(managed(request, slug).campaign, number)
    delivery = get_object_or_404(WebhookDelivery.objects.select_related("webhook"), webhook=stored, key=key)
    try:
        services.resend(delivery, signed_in(request))
        messages.success(request, _("The message is on its way again. Reload this page in a moment."))
    except Refused as refusal:
        tell_refusal(request, refusal)
    return redirect("webhooks:webhook", slug=slug, number=number)


def webhook_of(campaign: Campaign, number: int) -> Webhook:
    """The webhook with this number. Raises Http404 where the campaign has none."""
    return get_object_or_404(services.webhooks_of(campaign), pk=min(number, 2**63 - 1))


def _one(
    request: HttpRequest,
    access: CampaignAccess,
    stored: Webhook,
    *,
    form: WebhookForm | None = None,
    secret: str = "",
) -> HttpResponse:
    form = form or WebhookForm(initial={"url": stored.url, "events": stored.events})
    context = {
        "tab": "settings",
        "webhook": stored,
        "form": form,
        "secret": secret,
        "deliveries": [
            (one, EVENTS.get(one.event, _("Test message")), REASONS.worded(one.error))
            for one in services.deliveries_of(stored).defer("body")[: services.SHOWN]
        ],
    }
    return page(request, access, "webhooks/webhook.html", context, status=422 if form.errors else 200)


def _titles(webhook: Webhook) -> list[str]:
    return [str(title) for event, title in EVENTS.items() if event in webhook.events]
