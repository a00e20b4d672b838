"""The OpenAPI document, as the repository keeps it."""

from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request

from rankings.api.base import ApiView
from rankings.api.documenting import ANY, documented

KEPT_AT = Path("docs") / "openapi.yaml"


@cache
def current_schema() -> bytes:
    """The document that describes the views as they are."""
    generator: Any = SchemaGenerator  # drf-spectacular has types for its users, not for itself
    renderer: Any = OpenApiYamlRenderer
    document: bytes = renderer().render(
        generator().get_schema(request=None, public=True), renderer_context={}
    )
    return document


class OpenApi(ApiView):
    """The description of this API for programs (OpenAPI 3.1)."""

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)

    @documented("This document", ANY, media_types=("application/yaml",))
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(current_schema(), content_type="application/yaml; charset=utf-8")
