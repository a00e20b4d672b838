"""Whether a judge may go on."""

from rankings.desk.quality import CheckTally, check_tallies
from rankings.models import Judge


def is_screened_out(judge: Judge) -> bool:
    """Whether the campaign stops judges who fail its check items, and this one has failed too many.

    Nobody is assessed before having answered `least_checks` check items.
    """
    campaign = judge.campaign
    if not campaign.stops_at_failed_checks:
        return False
    tally = check_tallies(campaign, judge).get(judge.pk, CheckTally())
    return (
        tally.answered >= campaign.least_checks
        and 100 * tally.passed < campaign.check_pass_percent * tally.answered
    )
