"""What all views of the API have in common: signing in, bounds, pages of lists."""

from collections.abc import Mapping
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.throttle import API_REPORTS, API_REQUESTS, Throttle
from rankings.access.audience import MANAGERS, RESEARCHERS, CampaignAccess, open_campaign
from rankings.api.access import READING
from rankings.api.problems import ProblemRenderer


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

    def owned(self, slug: str) -> CampaignAccess:
        """The campaign of an owner: 403 for its managers, 404 for everybody else."""
        access = self.managed(slug)
        if not access.is_owner:
            raise PermissionDenied("Only owners of the campaign may do this.")
        return access

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

    def paged(self, rows: Any, describe: Any) -> Response:
        """A page of a list, `describe` making a document of each row."""
        pages = Pages()
        page: list[Any] | None = pages.paginate_queryset(rows, self.request, view=self)
        return pages.get_paginated_response([describe(row) for row in page or []])


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
