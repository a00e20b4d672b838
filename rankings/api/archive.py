"""The archive of a campaign for programs."""

from django.http import FileResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import FILE, documented
from rankings.archive.services import archive_name, archive_of


class CampaignFile(ApiView):
    """The whole campaign as one file."""

    gives_file = True

    throttle_classes = [*ApiView.throttle_classes, ReportThrottle]

    @documented(
        "The whole campaign as one zip archive",
        FILE,
        query=(OpenApiParameter("names", bool, description="whether it names judges"),),
        media_types=("application/zip",),
    )
    def get(self, request: Request, slug: str) -> FileResponse:
        campaign = self.managed(slug).campaign
        names = self.yes_or_no("names") or False
        file = archive_of(campaign, self.person, names=names)
        return FileResponse(file, as_attachment=True, filename=archive_name(campaign, names=names))
