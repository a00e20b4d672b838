"""The call of an action: what its page shows (GET), and doing it (POST) with the form's fields as JSON."""

from typing import Any

from django.urls import URLPattern, path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.accounts.models import ApiToken
from rankings.access import why_read_only
from rankings.actions import ACTIONS, Action, address_of, site_of
from rankings.api.base import ApiView
from rankings.api.documents import KnownFields, check, document_of, documented


class ActionDocument(serializers.Serializer[Any]):
    """What the action's page shows: what it means, what prevents it now, and the values of its form.

    `facts` are what one has to know before it: the outputs that are to be ranked, for instance.
    """

    title = serializers.CharField()
    explanation = serializers.CharField()
    obstacles = serializers.ListField(child=serializers.CharField())
    facts = serializers.DictField()
    values = serializers.DictField()


class DoneDocument(serializers.Serializer[Any]):
    """What an action did. What it `gives` is told once: a new link, the number of a new row."""

    done = serializers.CharField(help_text="a sentence for people")
    gives = serializers.DictField()


class ActionCall(ApiView):
    """An action. Fields that are not sent keep the value that the page would show."""

    declared: type[Action]
    asks: type[KnownFields]

    def get(self, request: Request, slug: str, key: Any = None) -> Response:
        action = self.declared.opened(self.person, slug, key, site=site_of(request))
        read_only = why_read_only(action.campaign) if action.changes else ""
        obstacles = [read_only] if read_only else action.obstacles()
        told = {
            "title": action.title,
            "explanation": action.explain(),
            "obstacles": obstacles,
            "facts": action.facts(),
        }
        return Response({**told, "values": action.shown()})

    def post(self, request: Request, slug: str, key: Any = None) -> Response:
        action = self.declared.opened(self.person, slug, key, site=site_of(request))
        sent = self.asks(data=request.data, partial=True)
        sent.is_valid(raise_exception=True)
        form = action.fill_in(sent.validated_data)
        check(form)
        done = action.do(**form.cleaned_data)
        return Response({"done": done.said, "gives": done.gives})


def call_of(action: type[Action]) -> Any:
    """The view of an action's call, described as its declaration says."""
    words = "".join(part.capitalize() for part in action.name.replace("-", ".").split("."))
    form = action.form()
    asks = document_of(f"{words}Request", form)
    doing = documented(action.title, DoneDocument, asks=asks if form.fields else None)
    looking = documented(f"What “{action.title}” would do", ActionDocument)
    named = {"declared": action, "asks": asks, "__doc__": action.explanation or action.title}
    needs = {"POST": action.scope, **dict.fromkeys(("GET", "HEAD", "OPTIONS"), ApiToken.Scope.READ)}

    # Functions of its own, because the description stays with the function.
    class Call(ActionCall):
        @looking
        def get(self, request: Request, slug: str, key: Any = None) -> Response:
            return super().get(request, slug, key)

        @doing
        def post(self, request: Request, slug: str, key: Any = None) -> Response:
            return super().post(request, slug, key)

    return type(f"{words}Call", (Call,), {**named, "needs": needs}).as_view()  # type: ignore[attr-defined]


def calls() -> list[URLPattern]:
    """The calls of all actions, below `api/v1/campaigns/<slug>/do/`."""
    return [path(address_of(action), call_of(action), name=name) for name, action in ACTIONS.items()]
