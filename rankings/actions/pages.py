"""The page of an action: what it means, its form, and what came of it."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path
from django.views import View

from appraise_gec.redirects import safe_next
from rankings.access.pages import page, signed_in
from rankings.access.refusals import Refused
from rankings.access.states import why_read_only
from rankings.actions.action import ACTIONS, Action


class ActionPage(LoginRequiredMixin, View):
    """Ask with the action's form (GET), and do it (POST)."""

    declared: type[Action] = Action
    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, slug: str, key: Any = None) -> HttpResponse:
        action = self.declared.opened(signed_in(request), slug, key, site=site_of(request))
        return self.ask(request, action, action.fill())

    def post(self, request: HttpRequest, slug: str, key: Any = None) -> HttpResponse:
        action = self.declared.opened(signed_in(request), slug, key, site=site_of(request))
        form = action.fill(request.POST, request.FILES)
        if not form.is_valid():
            return self.ask(request, action, form, status=422)
        try:
            done = action.do(**form.cleaned_data)
        except Refused as refusal:
            if action.asks:
                for reason in refusal.reasons:
                    form.add_error(None, reason)
                return self.ask(request, action, form, status=422)
            for reason in refusal.reasons:
                messages.error(request, reason)
            return HttpResponseRedirect(safe_next(request) or action.back_url())
        if done.once:
            context = {"action": action, "done": done, "tab": action.tab}
            answer = page(request, action.access, action.shows, context)
            answer["Cache-Control"] = "no-store"  # it may hold secrets
            return answer
        messages.success(request, done.said)
        return HttpResponseRedirect(safe_next(request) or done.url or action.back_url())

    def ask(self, request: HttpRequest, action: Action, form: Any, status: int = 200) -> HttpResponse:
        read_only = why_read_only(action.campaign) if action.changes else ""
        context = {
            "action": action,
            "form": form,
            "tab": action.tab,
            "facts": action.facts(),
            "obstacles": [read_only] if read_only else action.obstacles(),
        }
        return page(request, action.access, action.template, context, status=status)


def site_of(request: HttpRequest) -> str:
    """The address of the site, without a slash at its end."""
    return request.build_absolute_uri("/").rstrip("/")


def address_of(action: type[Action]) -> str:
    """The action's address below that of the campaign's actions."""
    if action.of is None:
        return f"{action.name}/"
    field = action.of._meta.pk if action.by == "pk" else action.of._meta.get_field(action.by)
    kind = "uuid" if field.get_internal_type() == "UUIDField" else "key"
    return f"{action.name}/<{kind}:key>/"


def pages() -> list[URLPattern]:
    """The pages of all actions, below `campaigns/<slug>/do/`."""
    return [
        path(address_of(action), ActionPage.as_view(declared=action), name=name)
        for name, action in ACTIONS.items()
    ]
