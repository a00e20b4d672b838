"""A campaign's archive as a file to keep: who asks for it, and what it is called."""

import tempfile
from typing import IO

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.archive.writing import write_archive
from rankings.models import Campaign


def archive_name(campaign: Campaign, *, names: bool) -> str:
    """The name under which it is downloaded."""
    return f"{campaign.slug}{'' if names else '-without-names'}.campaign.zip"


def archive_of(campaign: Campaign, actor: User | None, *, names: bool) -> IO[bytes]:
    """The campaign's archive as it is now, on a disk of this process. Kept in the campaign's history."""
    file = tempfile.TemporaryFile(prefix="appraise-gec-archive-")  # noqa: SIM115 - lives until it is sent
    write_archive(campaign, file, names=names)
    file.seek(0)
    record_event(actor, "archive.download", campaign.pk, names=names)
    return file
