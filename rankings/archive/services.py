"""A campaign's archive as a file."""

import tempfile
from typing import IO

from django.http import FileResponse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.archive.writing import write_archive
from rankings.models import Campaign


def archive_response(campaign: Campaign, person: User, *, names: bool) -> FileResponse:
    """The campaign's archive as it is now, as a download. The history keeps who took it."""
    file = archive_file(campaign, names=names)
    record_event(person, "archive.download", campaign.pk, names=names)
    name = f"{campaign.slug}{'' if names else '-without-names'}.campaign.zip"
    return FileResponse(file, as_attachment=True, filename=name)


def archive_file(campaign: Campaign, *, names: bool, as_copy: bool = False) -> IO[bytes]:
    """An archive on a disk of this process, which is gone when it is closed."""
    file = tempfile.TemporaryFile(prefix="appraise-gec-archive-")  # noqa: SIM115 - lives until it is sent
    write_archive(campaign, file, names=names, as_copy=as_copy)
    file.seek(0)
    return file
