"""Files of a campaign for programs: its judgments, the marks of edits, and the whole of it."""

import json
from collections.abc import Mapping
from typing import Any, cast

from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import download_of, streamed_download
from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import FILE, documented
from rankings.api.problems import Conflict
from rankings.archive.services import archive_response
from rankings.formats.judgments import FORMATS
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import export_edit_marks
from rankings.judgments.exporting import EXPORTS, export_judgments

NAMES = OpenApiParameter("names", bool, description="whether it names judges")


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


class Judgments(ApiView):
    """All current rankings: `?format=` is `json`, `xml` (the 2015 result XML), `csv` or another format of
    `appraise-gec convert`, or by the Accept header.
    """

    renderer_classes = JUDGMENT_RENDERERS

    @documented(
        "All current rankings: `?format=json`, `xml`, `csv` or another format of `appraise-gec convert`",
        OpenApiTypes.ANY,
        media_types=tuple(dict.fromkeys(renderer.media_type for renderer in JUDGMENT_RENDERERS)),
        query=(OpenApiParameter("format", str, enum=list(EXPORTS)),),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        access = self.open(slug)
        chosen = str(cast("Any", request).accepted_renderer.format)
        try:
            exported = export_judgments(access.campaign, chosen)
        except FormatError as error:
            raise Conflict(f"{chosen} cannot hold these rankings: {error}") from error
        record_event(self.person, "judgments.export", access.campaign.pk, format=chosen)
        return download_of(exported.pieces, exported.content_type, exported.name, is_short=exported.is_short)


class EditMarks(ApiView):
    """Every edit that judges could mark, with its marks, for everybody on the team."""

    gives_file = True

    @documented("Every edit that judges could mark", FILE, media_types=("text/csv",))
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        campaign = self.open(slug).campaign
        try:
            exported = export_edit_marks(campaign)
        except FormatError as error:
            raise Conflict(f"CSV cannot hold these edits: {error}") from error
        record_event(self.person, "edit-marks.export", campaign.pk)
        return streamed_download(exported.pieces, exported.content_type, exported.name)


class CampaignFile(ApiView):
    """The whole campaign as one file."""

    gives_file = True

    throttle_classes = [*ApiView.throttle_classes, ReportThrottle]

    @documented(
        "The whole campaign as one zip archive",
        FILE,
        query=(NAMES,),
        media_types=("application/zip",),
    )
    def get(self, request: Request, slug: str) -> FileResponse:
        names = self.asked(NAMES)
        return archive_response(self.managed(slug).campaign, self.person, names=bool(names))
