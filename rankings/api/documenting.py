"""How views describe themselves in the OpenAPI document (docs/openapi.yaml)."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers

from appraise_gec.problems import CONTENT_TYPE

Method = TypeVar("Method", bound=Callable[..., Any])
Shape = Any
"""A serializer, its class, or a type of drf-spectacular."""

FILE = OpenApiTypes.BINARY
ANY = OpenApiTypes.ANY


class ProblemDocument(serializers.Serializer[Any]):
    """Problem details (RFC 9457)."""

    type = serializers.CharField(help_text="names the kind of problem; never changes")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField(), required=False)
    errors = serializers.DictField(  # type: ignore[assignment]
        required=False, help_text="reasons by field"
    )
    problems = serializers.ListField(child=serializers.DictField(), required=False, help_text="of files")


def documented(
    summary: str,
    gives: Shape = None,
    *,
    asks: Shape = None,
    status: int = 200,
    or_status: int | None = None,
    query: tuple[OpenApiParameter, ...] = (),
    files: bool = False,
    media_types: tuple[str, ...] = ("application/json",),
) -> Callable[[Method], Method]:
    """Describe a method of a view: what it asks for and gives, and that every error is a problem.

    `or_status` is a second status with the same answer, `files` is whether the request is a form with files.
    """
    responses: dict[Any, Any] = {
        (code, media_type): gives if gives is not None else OpenApiResponse(description="No content")
        for code in (status, or_status)
        if code
        for media_type in media_types
    }
    if gives is None:
        responses = {status: OpenApiResponse(description="Done; no content")}
    responses["default", CONTENT_TYPE] = OpenApiResponse(ProblemDocument, description="What went wrong")
    request: Any = asks
    if asks is not None and files:
        request = {"multipart/form-data": asks}

    def describe(method: Method) -> Method:
        described: Method = extend_schema(
            summary=summary, request=request, responses=responses, parameters=[*query]
        )(method)
        return described

    return describe


@cache
def page_of(shape: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """A page of a list of these documents."""
    return type(
        f"PageOf{shape.__name__}",
        (serializers.Serializer,),
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": shape(many=True),
        },
    )


PAGING = (
    OpenApiParameter("page", int, description="which page, from 1"),
    OpenApiParameter("page_size", int, description="how many on a page, 50 unless told, at most 200"),
)


class WorkFields(serializers.Serializer[Any]):
    """How far work is that a worker does. `state` is `lost` when the work is gone."""

    state = serializers.ChoiceField(
        choices=["queued", "running", "done", "failed", "cancelled", "lost"], allow_null=True
    )
    progress = serializers.FloatField()
    message = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)


class ApiSchema(AutoSchema):
    """Operations are named after their routes, and grouped by what follows the campaign's address."""

    def get_operation_id(self) -> str:
        words = [part.strip("{}") for part in self.path.split("/")[3:] if part]
        return "_".join([self.method.lower(), *(words or ["root"])]).replace("-", "_").replace(".", "_")

    def get_tags(self) -> list[str]:
        named = [part for part in self.path.split("/")[3:] if part and not part.startswith("{")]
        if named[:1] == ["campaigns"] and len(named) > 1:
            return [named[1]]
        return named[:1] or ["root"]

    def get_auth(self) -> list[dict[str, list[str]]]:
        return []  # `state_security` says it once for all


def state_security(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Add how programs sign in: everywhere with a token."""
    schemes = result.setdefault("components", {}).setdefault("securitySchemes", {})
    schemes["token"] = {"type": "http", "scheme": "bearer", "description": "a token of the account page"}
    result["security"] = [{"token": []}]
    return result
