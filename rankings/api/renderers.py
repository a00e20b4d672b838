"""Judgments in the format that the program asked for."""

import json
from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from rankings.formats.judgments import FORMATS
from rankings.judgments.exporting import EXPORTS


class FileRenderer(BaseRenderer):
    """Passes on bytes that are already in the format."""

    charset = "utf-8"
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return data if isinstance(data, bytes) else json.dumps(data).encode()


def renderer_of(name: str) -> type[FileRenderer]:
    """The renderer of one format of judgments."""
    return type(
        f"{name.title()}Renderer", (FileRenderer,), {"format": name, "media_type": FORMATS[name].media_type}
    )


# The first is the default for a request that names no format.
JUDGMENT_RENDERERS = [renderer_of(name) for name in sorted(EXPORTS, key=lambda name: name != "json")]
