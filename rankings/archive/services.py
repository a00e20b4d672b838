"""A campaign's archive as a file to keep."""

import tempfile
from typing import IO

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.archive.writing import write_archive
from rankings.models import Campaign


def archive_name(campaign: Campaign, *, names: bool) -> str:
    """The name under which it is downloaded."""
    return f"{campaign.slug}{'' if names else '-without-names'}.campaign.zip"


def archive_of(campaign: Campaign, actor: User, *, names: bool) -> IO[bytes]:
    """The campaign's archive as it is now, for somebody who takes it away; the history keeps that."""
    record_event(actor, "archive.download", campaign.pk, names=names)
    return archive_file(campaign, names=names)


def archive_file(campaign: Campaign, *, names: bool, as_copy: bool = False) -> IO[bytes]:
    """An archive on a disk of this process, which is gone when it is closed."""
    file = tempfile.TemporaryFile(prefix="appraise-gec-archive-")  # noqa: SIM115 - lives until it is sent
    write_archive(campaign, file, names=names, as_copy=as_copy)
    file.seek(0)
    return file
