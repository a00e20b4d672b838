"""Rows for programs: a list of them in pages, and one by its number."""

from collections.abc import Callable
from operator import attrgetter
from typing import Any, ClassVar

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.access import MANAGING
from rankings.api.base import ApiView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.models import Campaign


class Rows(ApiView):
    """Rows of one kind. The methods `many` and `one` make views of it."""

    needs = MANAGING
    many_are: ClassVar[str]
    one_is: ClassVar[str]
    document: type[serializers.Serializer[Any]]
    filters: tuple[OpenApiParameter, ...] = ()
    named = "number"
    """The part of an address that says which row is meant."""
    key = "pk"
    """The attribute of a row that has it."""

    @property
    def campaign(self) -> Campaign:
        return self.managed(self.kwargs["slug"]).campaign

    def rows(self, *_: Any, **asked: Any) -> Any:
        """The rows that the person may see, narrowed by what is asked: a query, or a list."""
        raise NotImplementedError

    def row(self) -> Any:
        rows, wanted = self.rows(), self.kwargs[self.named]
        if not isinstance(rows, list):
            return get_object_or_404(rows, **{self.key: wanted})
        for row in rows:
            if attrgetter(self.key)(row) == wanted:
                return row
        raise Http404

    def described(self, row: Any) -> Any:
        return self.document(row, context={"request": self.request}).data

    @classmethod
    def many(cls) -> Callable[..., Any]:
        """The view of a list."""

        @documented(cls.many_are, page_of(cls.document), query=(*PAGING, *cls.filters))
        def get(self: Rows, request: Request, **_: Any) -> Response:
            asked = {one.name: self.asked(one) for one in self.filters}
            return self.paged(self.rows(**asked), self.described)

        return type(f"ListOf{cls.__name__}", (cls,), {"get": get}).as_view()  # type: ignore[attr-defined, no-any-return]

    @classmethod
    def one(cls) -> Callable[..., Any]:
        """The view of a row."""

        @documented(cls.one_is, cls.document)
        def get(self: Rows, request: Request, **_: Any) -> Response:
            return Response(self.described(self.row()))

        return type(f"OneOf{cls.__name__}", (cls,), {"get": get}).as_view()  # type: ignore[attr-defined, no-any-return]
