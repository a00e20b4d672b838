"""The file of edits that judges could mark, for programs."""

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import streamed_download
from rankings.api.base import ApiView
from rankings.api.documenting import FILE, documented
from rankings.api.problems import Conflict
from rankings.formats.records import FormatError
from rankings.judgments.edit_marks import export_edit_marks


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
