"""The OpenAPI document, as the repository keeps it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from rest_framework.request import Request

from rankings.api.base import ApiView
from rankings.api.documenting import FILE, documented

KEPT_AT = Path("docs") / "openapi.yaml"


class OpenApi(ApiView):
    """The description of this API for programs (OpenAPI 3.1)."""

    authentication_classes: list[Any] = []
    permission_classes: list[Any] = []
    throttle_classes: list[Any] = []

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)

    @documented("This document", FILE, media_types=("application/yaml",))
    def get(self, request: Request) -> HttpResponse:
        content = (settings.BASE_DIR / KEPT_AT).read_bytes()
        return HttpResponse(content, content_type="application/yaml; charset=utf-8")
