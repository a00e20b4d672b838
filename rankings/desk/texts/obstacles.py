"""What keeps texts of a campaign from being changed now."""

from appraise_gec.jobs.models import WORKING_STATES
from rankings.access.refusals import Refused
from rankings.access.states import why_read_only
from rankings.models import Campaign, StagedUpload


def change_obstacles(campaign: Campaign, beside: StagedUpload | None = None) -> list[str]:
    """Why no system or sentence can be added, renamed or retired now; empty when they can.

    `beside` is the upload that is being confirmed: the work on it is no obstacle to itself.
    """
    reasons = []
    if why := why_read_only(campaign):
        reasons.append(why)
    working = StagedUpload.objects.filter(campaign=campaign, job__state__in=WORKING_STATES)
    if beside is not None:
        working = working.exclude(pk=beside.pk)
    kinds = set(working.values_list("job__kind", flat=True))
    if kinds & {"rankings.import-judgments", "rankings.change-texts"}:
        reasons.append("Files are being imported into this campaign. Wait until that is done.")
    if "rankings.copy-campaign" in kinds:
        reasons.append("A copy of this campaign is being made. Wait until that is done.")
    return reasons


def refuse_while_blocked(campaign: Campaign, beside: StagedUpload | None = None) -> None:
    """Raise `Refused` with every obstacle."""
    if reasons := change_obstacles(campaign, beside):
        raise Refused(*reasons)
