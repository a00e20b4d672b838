"""What all views of the API have in common: bounds, rows in pages, and errors as problem details."""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, cast

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView, exception_handler

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.throttle import API_REPORTS, API_REQUESTS, Throttle
from appraise_gec.problems import CONTENT_TYPE, kind_of, problem
from rankings.access import (
    MANAGERS,
    RESEARCHERS,
    CampaignAccess,
    JudgeOnHoldError,
    Refused,
    RefusedToRole,
    open_campaign,
)
from rankings.api.access import MANAGING, READING
from rankings.api.documents import PAGING, documented, page_of
from rankings.formats.records import FormatError, Problem
from rankings.models import Campaign
from rankings.people.links import Standing


class Conflict(exceptions.APIException):
    """The request cannot be fulfilled now, for a reason that people can understand."""

    status_code = 409
    default_code = "conflict"


class ProblemRenderer(JSONRenderer):
    """JSON that says by its type that it is a problem."""

    media_type = CONTENT_TYPE
    charset = None


def explain(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error of a view; None for those that are the site's own fault."""
    for known, describe in _DESCRIBED:
        if isinstance(error, known):
            return _answer(describe(error))
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(str(error) or None)
    usual = exception_handler(error, context)
    if usual is None or not isinstance(error, exceptions.APIException):
        return None
    usual.data = problem(kind_of(usual.status_code), str(error.detail))
    return usual


def problem_of_file(found: Problem) -> dict[str, Any]:
    """Where something is wrong with a file, and what."""
    return {"file": found.file, "line": found.line, "message": found.message, "fatal": found.fatal}


def _answer(document: dict[str, Any]) -> Response:
    answer = Response(document, status=document["status"])
    answer.exception = True
    return answer


_TOO_LARGE = "The request has too many files or fields, or its fields are too large."
_WRONG = "Fields of the request are wrong: see errors."
_DESCRIBED: tuple[tuple[Any, Callable[[Any], dict[str, Any]]], ...] = (
    (RefusedToRole, lambda error: problem("forbidden", str(error), reasons=error.reasons)),
    (Refused, lambda error: problem("conflict", str(error), reasons=error.reasons)),
    (
        FormatError,
        lambda error: problem(
            "unusable-file", str(error), problems=[problem_of_file(one) for one in error.problems]
        ),
    ),
    (JudgeOnHoldError, lambda error: problem("forbidden", Standing.ON_HOLD.words)),
    (
        (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent),
        lambda error: problem("too-large", _TOO_LARGE),
    ),
    (SuspiciousOperation, lambda error: problem("bad-request", str(error))),
    (exceptions.ValidationError, lambda error: problem("invalid", _WRONG, errors=error.detail)),
)


class PersonThrottle(BaseThrottle):
    """Bounds how often one person asks, whichever web process answers."""

    bound: Throttle
    _who = ""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self._who = str(request.user.pk)
        return self.bound.take(self._who)

    def wait(self) -> float | None:
        return self.bound.seconds_left(self._who)


class RequestThrottle(PersonThrottle):
    """All requests of one person."""

    bound = API_REQUESTS


class ReportThrottle(PersonThrottle):
    """Reports that one person asks for."""

    bound = API_REPORTS


class ApiView(APIView):
    """Signed in by token or session, bounded in number, never kept by a cache."""

    needs: Mapping[str, ApiToken.Scope] = READING
    """The scope that a token needs, by method. A method that is not named is closed to tokens."""
    throttle_classes: list[type[BaseThrottle]] = [RequestThrottle]
    post_throttle: type[PersonThrottle] | None = None
    """A further bound, of requests that ask for work."""
    gives_file = False
    """Whether it answers with a file, whatever a program accepts, or with why there is none."""

    def get_throttles(self) -> list[Any]:
        asked = [self.post_throttle()] if self.post_throttle and self.request.method == "POST" else []
        return [*super().get_throttles(), *asked]

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=force or self.gives_file)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(response, "exception", False):
            request.accepted_renderer = ProblemRenderer()
            request.accepted_media_type = ProblemRenderer.media_type
        response = super().finalize_response(request, response, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    @property
    def person(self) -> User:
        return cast("User", self.request.user)

    def open(self, slug: str) -> CampaignAccess:
        """The campaign in which the person may read reports; 404 for everybody else."""
        return open_campaign(self.person, slug, RESEARCHERS)

    def managed(self, slug: str) -> CampaignAccess:
        """The campaign of a manager, as on the pages; 404 for everybody else."""
        return open_campaign(self.person, slug, MANAGERS)

    def asked(self, parameter: OpenApiParameter) -> Any:
        """What the query has under this name, None for nothing. Raises ValidationError for others."""
        name, value = parameter.name, self.request.query_params.get(parameter.name, "")
        choices = ("true", "false") if parameter.type is bool else parameter.enum
        if not value:
            return None
        if choices and value not in choices:
            told = f"“{value}” is none of {', '.join(map(str, choices))}."
            raise serializers.ValidationError({name: [told]})
        if parameter.type is not OpenApiTypes.DATETIME:
            return value == "true" if parameter.type is bool else value
        try:
            return serializers.DateTimeField().run_validation(value)
        except serializers.ValidationError as error:
            raise serializers.ValidationError({name: error.detail}) from None


class Pages(PageNumberPagination):
    """50 on a page, or as many as `?page_size=` says, up to 200."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def made(document: Any, url: str, *, is_new: bool = True) -> Response:
    """The answer to a request that makes something: 201, or 200 where it was there already."""
    return Response(
        document,
        status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
        headers={"Location": url},
    )


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
            pages = Pages()
            page: list[Any] | None = pages.paginate_queryset(self.rows(**asked), request, view=self)
            return pages.get_paginated_response([self.described(row) for row in page or []])

        return type(f"ListOf{cls.__name__}", (cls,), {"get": get}).as_view()  # type: ignore[attr-defined, no-any-return]

    @classmethod
    def one(cls) -> Callable[..., Any]:
        """The view of a row."""

        @documented(cls.one_is, cls.document)
        def get(self: Rows, request: Request, **_: Any) -> Response:
            return Response(self.described(self.row()))

        return type(f"OneOf{cls.__name__}", (cls,), {"get": get}).as_view()  # type: ignore[attr-defined, no-any-return]
