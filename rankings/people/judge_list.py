"""The judges of a campaign as its managers see them: work, standing, and links."""

from collections import defaultdict
from dataclasses import dataclass

from django.utils import timezone

from rankings.models import Campaign, Judge, Link
from rankings.people.names import reveals_person
from rankings.plan.progress import JudgeProgress

STANDINGS = ("ready", "invited", "expired", "no link", "on hold", "closed")


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge in the list. `links` are those that stand, the newest first; they may have expired."""

    progress: JudgeProgress
    links: tuple[Link, ...]

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


def judge_rows(
    campaign: Campaign, progress: tuple[JudgeProgress, ...] | list[JudgeProgress]
) -> list[JudgeRow]:
    """Every judge, in one query more."""
    links: dict[int | None, list[Link]] = defaultdict(list)
    for link in campaign.links.standing().exclude(judge=None):
        links[link.judge_id].append(link)
    return [JudgeRow(one, tuple(links[one.judge.pk])) for one in progress]
