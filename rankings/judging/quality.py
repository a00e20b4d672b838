"""Whether a judge may go on."""

from rankings.desk.quality import CheckTally, check_tallies
from rankings.models import Campaign, Judge


def is_screened_out(judge: Judge) -> bool:
    """Whether the campaign stops judges who fail its check items, and this one has failed too many.

    Nobody is assessed before having answered `least_checks` check items.
    """
    campaign = judge.campaign
    if not campaign.stops_at_failed_checks:
        return False
    return _fails(campaign, check_tallies(campaign, judge).get(judge.pk, CheckTally()))


def judges_screened_out(campaign: Campaign) -> frozenset[int]:
    """The keys of all judges of whom `is_screened_out` is true."""
    if not campaign.stops_at_failed_checks:
        return frozenset()
    tallies = check_tallies(campaign)
    return frozenset(judge for judge, tally in tallies.items() if _fails(campaign, tally))


def _fails(campaign: Campaign, tally: CheckTally) -> bool:
    if tally.answered < campaign.least_checks:
        return False
    return 100 * tally.passed < campaign.check_pass_percent * tally.answered
