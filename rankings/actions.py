"""Actions in a campaign, each declared once: page, call, words of the history and who may follow from it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self, cast

from django import forms
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path, reverse
from django.views import View

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.services import record_event
from appraise_gec.security import safe_next
from rankings.access import (
    MANAGERS,
    RESEARCHERS,
    CampaignAccess,
    Refused,
    open_campaign,
    page,
    refuse_when_frozen,
    signed_in,
    why_read_only,
)
from rankings.models import Campaign, Membership

OWNERS = (Membership.Role.OWNER,)
ACTIONS: dict[str, type["Action"]] = {}
"""All actions by name. An action is here from the moment when its class is made."""


@dataclass(frozen=True, slots=True)
class Done:
    """What an action did: a sentence for the person, and what the history keeps, None for no change.

    `url` is the page that comes next. A program gets what it `gives`; people see that, too, where it is
    `once`, on a page that is kept nowhere (new links, for instance).
    """

    said: str
    detail: Mapping[str, Any] | None = field(default_factory=dict)
    url: str = ""
    gives: Mapping[str, Any] = field(default_factory=dict)
    once: bool = False


class NoFields(forms.Form):
    """Nothing to fill in."""


class Action:
    """An action in a campaign, about the campaign itself or about one of its rows.

    A subclass says what follows, and how to `run`. It is registered when its class is made; without `roles`
    there is no class.

    Attributes:
        name: of the event in the history, and in addresses: `judge.hold`.
        title: what a button and a heading say: "Put on hold".
        button: of its form, where it is not the title: "Save".
        happened: what the history says: "Judge put on hold".
        roles: who may do it.
        explanation: on its page, what it means.
        of: the kind of row that it is about; None for the campaign.
        by: the field that names the row in addresses.
        within: how a row leads to its campaign.
        form: a Django form of what it asks. One with a method `adapt(action)` learns for whom it is.
        asks: whether a click leads to its page; otherwise the click does it. By default, when it has fields.
        final: whether it cannot be undone.
        changes: whether it needs a campaign that is neither frozen nor archived.
        scope: of a token that may do it.
        template: of its page.
        shows: the template of what the action `gives`.
        site: the address of the site, for links; where it is done by a person or a program.
        tab: of the campaign's pages that it belongs to.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str] = ""
    happened: ClassVar[str]
    roles: ClassVar[tuple[str, ...]]
    explanation: ClassVar[str] = ""
    of: ClassVar[type[models.Model] | None] = None
    by: ClassVar[str] = "pk"
    within: ClassVar[str] = "campaign"
    form: ClassVar[type[forms.BaseForm]] = NoFields
    asks: ClassVar[bool | None] = None
    final: ClassVar[bool] = False
    changes: ClassVar[bool] = True
    scope: ClassVar[ApiToken.Scope] = ApiToken.Scope.MANAGE
    template: ClassVar[str] = "actions/action.html"
    shows: ClassVar[str] = "actions/shown.html"
    site: str = ""
    tab: ClassVar[str] = "desk"

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("abstract"):
            return
        missing = [name for name in ("name", "title", "happened", "roles") if not hasattr(cls, name)]
        if missing or cls.name in ACTIONS:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing) or 'a name of its own'}")
        if cls.asks is None:
            cls.asks = bool(cls.form.base_fields)  # type: ignore[attr-defined]
        ACTIONS[cls.name] = cls

    def __init__(self, access: CampaignAccess, actor: User, row: Any = None) -> None:
        self.access = access
        self.campaign: Campaign = access.campaign
        self.actor = actor
        self.row: Any = row

    @classmethod
    def opened(cls, user: User, slug: str, key: Any = None, *, site: str = "") -> Self:
        """The action for a person, a campaign and a row.

        Raises Http404 for people outside of the campaign's team, researchers who may not know of it, and rows
        of other campaigns; PermissionDenied for managers where only owners may.
        """
        access = open_campaign(user, slug, RESEARCHERS if set(cls.roles) & {RESEARCHERS[-1]} else MANAGERS)
        if access.role not in cls.roles:
            raise PermissionDenied("Only owners of the campaign may do this.")
        action = cls(access, user)
        action.site = site
        if cls.of is not None:
            action.row = get_object_or_404(action.rows(), **{cls.by: key})
        return action

    def rows(self) -> models.QuerySet[Any]:
        """The rows that the action can be about; others do not exist for it."""
        rows = cast("type[models.Model]", self.of)._default_manager
        return rows.filter(**{self.within: self.campaign})

    def obstacles(self) -> list[str]:
        """Why it cannot be done now, in sentences; empty when it can."""
        return []

    def explain(self) -> str:
        """What it means, here and now."""
        return self.explanation

    def facts(self) -> dict[str, Any]:
        """What a person or program has to know before doing it; of types that JSON has."""
        return {}

    def initial(self) -> dict[str, Any]:
        """What the form begins with."""
        return {}

    def fill(self, data: Any = None) -> forms.BaseForm:
        """The form, empty or with what was sent."""
        form = self.form(data, initial=self.initial())
        if hasattr(form, "adapt"):
            form.adapt(self)
        return form

    def fill_in(self, sent: Mapping[str, Any]) -> forms.BaseForm:
        """The form with what a program sends; other fields keep what the page would show."""
        return self.fill({**{name: one for name, one in self.shown().items() if one is not None}, **sent})

    def shown(self) -> dict[str, Any]:
        """What the page shows in the fields of the form."""
        form = self.fill()
        return {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}

    def before(self, *_: Any, **wanted: Any) -> None:
        """What has to be stored before the transaction of `run` begins. Seldom needed."""

    def run(self, *_: Any, **wanted: Any) -> Done:
        """Do it, with the form's values, in a transaction that holds the campaign. Raises `Refused`."""
        raise NotImplementedError

    def do(self, **wanted: Any) -> Done:
        """Do it and write it into the history: all, or `Refused` and nothing."""
        self.before(**wanted)
        with transaction.atomic():
            self.campaign = Campaign.objects.select_for_update().get(pk=self.campaign.pk)
            if self.changes:
                refuse_when_frozen(self.campaign)
            if self.of is not None:
                self.row = self.rows().filter(pk=self.row.pk).first()
                if self.row is None:
                    raise Refused("Somebody else has removed it in the meantime.")
            if reasons := self.obstacles():
                raise Refused(*reasons)
            done = self.run(**wanted)
            if done.detail is not None:
                record_event(self.actor, self.name, self.campaign.pk, **done.detail)
        return done

    def page_url(self) -> str:
        """Where a person does it."""
        return reverse(f"do:{self.name}", args=self._arguments())

    def back_url(self) -> str:
        """Where a person comes from and returns to."""
        return self.campaign.get_absolute_url()

    def _arguments(self) -> list[Any]:
        return [self.campaign.slug, *([getattr(self.row, self.by)] if self.of is not None else [])]


class EditAction(Action):
    """Change fields of the campaign, or of a row, with a ModelForm. A call changes what it sends."""

    abstract = True

    def instance(self) -> models.Model:
        """The row that is changed: one of its own, so that a form that is refused leaves no trace."""
        changed = self.campaign if self.of is None else self.row
        return type(changed)._default_manager.get(pk=changed.pk)

    def fill(self, data: Any = None) -> forms.BaseForm:
        model_form = cast("type[forms.ModelForm[Any]]", self.form)
        form = model_form(data, instance=self.instance(), initial=self.initial())
        if hasattr(form, "adapt"):
            form.adapt(self)
        return form

    def run(self, *_: Any, **wanted: Any) -> Done:
        changed = self.campaign if self.of is None else self.row
        names = [name for name, value in wanted.items() if getattr(changed, name) != value]
        for name in names:
            setattr(changed, name, wanted[name])
        if names:
            changed.save(update_fields=names)
        return Done("Saved.", {"fields": sorted(names)} if names else None)


class ActionPage(LoginRequiredMixin, View):
    """Ask with the action's form (GET), and do it (POST)."""

    declared: type[Action] = Action
    http_method_names = ["get", "head", "post"]

    def get(self, request: HttpRequest, slug: str, key: Any = None) -> HttpResponse:
        action = self.declared.opened(signed_in(request), slug, key, site=site_of(request))
        return self.ask(request, action, action.fill())

    def post(self, request: HttpRequest, slug: str, key: Any = None) -> HttpResponse:
        action = self.declared.opened(signed_in(request), slug, key, site=site_of(request))
        form = action.fill(request.POST)
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
