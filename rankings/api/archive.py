"""The archive of a campaign for programs."""

from django.http import FileResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import FILE, documented
from rankings.archive.services import archive_response

NAMES = OpenApiParameter("names", bool, description="whether it names judges")


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
