"""The description of the API: the OpenAPI document, as the repository keeps it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from rest_framework.request import Request

from rankings.api.base import ApiView
from rankings.api.documents import ANY, documented

KEPT_AT = Path("docs") / "openapi.yaml"


@cache
def current_document() -> dict[str, Any]:
    """What describes the views as they are, in English whoever asks first."""
    generator: Any = SchemaGenerator  # drf-spectacular has types for its users, not for itself
    with override("en"):
        described = generator().get_schema(request=None, public=True)
        # Titles of fields would otherwise be said in the language of whoever reads them first.
        document: dict[str, Any] = json.loads(json.dumps(described, default=str))
    return document


@cache
def current_schema() -> bytes:
    """The same as the file that the repository keeps."""
    renderer: Any = OpenApiYamlRenderer
    document: bytes = renderer().render(current_document(), renderer_context={})
    return document


class OpenApi(ApiView):
    """The description of this API for programs (OpenAPI 3.1)."""

    gives_file = True

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    @documented("This document", ANY, media_types=("application/yaml",))
    def get(self, request: Request) -> HttpResponse:
        return HttpResponse(current_schema(), content_type="application/yaml; charset=utf-8")
