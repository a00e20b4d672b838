"""Guidelines may change while people judge; every ranking keeps the number of its version."""

from django.db import transaction

from appraise_gec.accounts.models import User
from rankings.models import Campaign, GuidelinesRevision, Ranking


def revise_guidelines(
    campaign: Campaign, text: str, actor: User | None, written_as: str | None = None
) -> int:
    """Make `text` the campaign's guidelines, written as Markdown or plain; returns the version in force then.

    As long as nobody has ranked under the present version, it is overwritten; after that, a change makes a
    new one and the old stays readable.
    """
    with transaction.atomic():
        current = Campaign.objects.select_for_update().get(pk=campaign.pk)
        version = current.guidelines_version
        written_as = written_as or current.guidelines_format
        if _same(text, current.guidelines) and written_as == current.guidelines_format:
            return version
        used = Ranking.objects.filter(judge__campaign=current, guidelines_version=version).exists()
        GuidelinesRevision.objects.get_or_create(
            campaign=current,
            version=version,
            defaults={
                "text": current.guidelines,
                "format": current.guidelines_format,
                "created_by": current.created_by,
            },
        )
        if used:
            version += 1
        GuidelinesRevision.objects.update_or_create(
            campaign=current,
            version=version,
            defaults={"text": text, "format": written_as, "created_by": actor},
        )
        Campaign.objects.filter(pk=current.pk).update(
            guidelines=text, guidelines_format=written_as, guidelines_version=version
        )
    campaign.refresh_from_db(fields=["guidelines", "guidelines_format", "guidelines_version"])
    return version


def _same(one: str, other: str) -> bool:
    return one.replace("\r\n", "\n") == other.replace("\r\n", "\n")
