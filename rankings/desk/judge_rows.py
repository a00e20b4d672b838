"""The judges of a campaign as its managers see them: work, standing, links, agreement, checks, alarms."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from rankings.analysis.judge_alarms import CrowdJudge
from rankings.desk.alarms import JudgeAlarms, alarms, crowd_of
from rankings.desk.judge_facts import KnownJudges, known_judges
from rankings.desk.quality import JudgeQuality
from rankings.models import Campaign, Judge, Link
from rankings.people.names import reveals_person
from rankings.plan.progress import JudgeProgress, campaign_progress

STANDINGS = ("ready", "invited", "expired", "no link", "on hold", "closed")


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge in the list. `links` are those that stand, the newest first; they may have expired."""

    progress: JudgeProgress
    links: Sequence[Link]
    quality: JudgeQuality
    crowd: CrowdJudge | None
    alarm: JudgeAlarms | None

    @property
    def judge(self) -> Judge:
        return self.progress.judge

    @property
    def link(self) -> Link | None:
        """The newest."""
        return self.links[0] if self.links else None

    @property
    def standing(self) -> str:
        """One of `STANDINGS`: whether somebody has taken up the place, or can."""
        has_person = self.judge.user_id is not None
        if not self.judge.is_active:
            return "on hold" if has_person or self.links else "closed"
        if has_person:
            return "ready"
        if not self.links:
            return "no link"
        return "invited" if any(link.expires_at > timezone.now() for link in self.links) else "expired"

    @property
    def reveals_person(self) -> bool:
        return reveals_person(self.judge)


def judge_rows(campaign: Campaign) -> tuple[list[JudgeRow], KnownJudges]:
    """Every judge by name, and what is known of them."""
    progress = campaign_progress(campaign)
    known = known_judges(campaign, progress.rankings)
    evidence = known.evidence
    raised = {one.judge.pk: one for one in alarms(campaign, progress, evidence, timezone.now())}
    links: dict[int | None, list[Link]] = defaultdict(list)
    for link in campaign.links.standing().exclude(judge=None):
        links[link.judge_id].append(link)
    rows = [
        JudgeRow(
            progress=one,
            links=links[one.judge.pk],
            quality=known.quality(one.judge.pk),
            crowd=crowd_of(evidence, one.judge.pk),
            alarm=raised.get(one.judge.pk),
        )
        for one in progress.judges
    ]
    return rows, known
