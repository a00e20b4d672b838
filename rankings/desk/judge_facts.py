"""What the manager's pages say of every judge: the evidence for alarms, and how the judge ranks.

It takes a look at every rank, seconds in a large campaign. In a small one it is
worked out while the page is made; in a large one by a worker, and pages show the last result with its time.
Check items are counted for each page: they are few, and their known answers can be corrected.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Count, Max

from appraise_gec.jobs.models import Job
from appraise_gec.jobs.running import JobError, JobRun
from rankings.access import FollowedByManagers
from rankings.analysis.judge_alarms import JudgeEvidence
from rankings.desk.alarms import evidence_of_judges
from rankings.desk.kept_results import kept_result
from rankings.desk.quality import CheckTally, JudgeQuality, check_tallies, quality_of_judges
from rankings.formats.results import from_json, to_json
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, Ranking

JOB_KIND = "rankings.judge-facts"
# Up to so many rankings a page waits for the answer.
MOST_AT_ONCE = 2_500


@dataclass(frozen=True, slots=True)
class JudgeFacts:
    """What is known of a judge."""

    evidence: JudgeEvidence
    quality: JudgeQuality


@dataclass(frozen=True, slots=True)
class KnownJudges:
    """All judges of whom something is known, by key.

    Attributes:
        judges: none while nothing has been worked out yet.
        at: when it was worked out; None for just now, or not yet.
        job: that is working it out anew, or has failed to.
        is_missing: whether nothing has been worked out yet.
    """

    judges: Mapping[int, JudgeFacts]
    at: datetime | None = None
    job: Job | None = None
    is_missing: bool = False

    @property
    def evidence(self) -> dict[int, JudgeEvidence]:
        return {key: facts.evidence for key, facts in self.judges.items()}

    def quality(self, judge: int) -> JudgeQuality:
        facts = self.judges.get(judge)
        return facts.quality if facts else JudgeQuality()


def known_judges(campaign: Campaign, rankings: int) -> KnownJudges:
    """What is known of the judges, as new as the page can have it without waiting.

    `rankings` is how many the campaign has, as `CampaignProgress` counts them.
    """
    checks = check_tallies(campaign)
    if rankings <= MOST_AT_ONCE:
        return KnownJudges(_with_checks(facts_of_judges(campaign, checks), checks))
    mark = f"{campaign.created_at.timestamp()}/{rankings_mark(campaign)}"
    kept = kept_result(JOB_KIND, campaign, mark, urgent_mark=discards_mark(campaign))
    if kept.result is None:
        return KnownJudges(_with_checks({}, checks), job=kept.job, is_missing=True)
    facts = {int(key): from_json(JudgeFacts, value) for key, value in kept.result["judges"].items()}
    return KnownJudges(_with_checks(facts, checks), at=kept.at, job=kept.job)


def facts_of_judges(
    campaign: Campaign, checks: Mapping[int, CheckTally] | None = None
) -> dict[int, JudgeFacts]:
    """Work it out from all rankings."""
    if checks is None:
        checks = check_tallies(campaign)
    evidence = evidence_of_judges(campaign, checks)
    quality = quality_of_judges(campaign, checks=checks)
    return {
        key: JudgeFacts(evidence.get(key, JudgeEvidence()), quality.get(key, JudgeQuality()))
        for key in {*evidence, *quality}
    }


class LookAtJudges(FollowedByManagers):
    """Work it out for pages that do not wait."""

    name = JOB_KIND

    def run(self, run: JobRun) -> None:
        campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
        if campaign is None:
            raise JobError("The campaign does not exist any more.")
        run.progress(0.0, "Reading rankings")
        facts = facts_of_judges(campaign)
        with run.finishing() as stored:
            stored["judges"] = {str(key): to_json(one) for key, one in facts.items()}


def discards_mark(campaign: Campaign) -> str:
    """Changes when rankings are discarded or put back."""
    left_out = Ranking.objects.filter(judge__campaign=campaign, discarded_at__isnull=False)
    return "{n}-{last}".format(**left_out.aggregate(n=Count("pk"), last=Max("discarded_at")))


def _with_checks(facts: Mapping[int, JudgeFacts], checks: Mapping[int, CheckTally]) -> dict[int, JudgeFacts]:
    nothing = JudgeFacts(JudgeEvidence(), JudgeQuality())
    return {
        key: JudgeFacts(
            replace(known.evidence, checks=tally.answered, passed=tally.passed),
            replace(known.quality, checks=tally),
        )
        for key in {*facts, *checks}
        for known, tally in [(facts.get(key, nothing), checks.get(key, CheckTally()))]
    }
