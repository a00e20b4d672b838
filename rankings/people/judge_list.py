"""The judges of a campaign as its managers see them: work, state of the invitation, way to sign in."""

from dataclasses import dataclass

from django.db.models import OuterRef, Subquery
from django.http import Http404
from django.utils import timezone

from rankings.models import Campaign, Invitation, Judge
from rankings.people import personal_links
from rankings.people.members import reveals_person
from rankings.plan.progress import JudgeProgress, judge_progress

LARGEST_KEY = 2**63 - 1
STANDINGS = {
    "on hold": "on hold",
    "closed": "closed",
    "ready": "ready",
    "no account": "no account",
    "withdrawn": "withdrawn",
    "invited": "invited",
    "expired": "expired",
}


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge in the list: the work done, the state of the invitation in one word, and the way to sign in."""

    progress: JudgeProgress
    standing: str
    invitation: Invitation | None
    by_link: bool
    link_works: bool

    @property
    def judge(self) -> Judge:
        return self.progress.judge

    @property
    def standing_in_words(self) -> str:
        return str(STANDINGS[self.standing])

    @property
    def reveals_person(self) -> bool:
        return reveals_person(self.judge)


def judge_rows(campaign: Campaign) -> list[JudgeRow]:
    """Every judge with the newest invitation, in a fixed number of queries."""
    newest = Invitation.objects.filter(judge=OuterRef("judge")).order_by("-created_at", "-pk")
    by_judge = {
        invitation.judge_id: invitation
        for invitation in Invitation.objects.filter(
            judge__campaign=campaign, pk=Subquery(newest.values("pk")[:1])
        )
    }
    by_link = personal_links.judges_with_only_a_link(campaign)
    return [
        JudgeRow(
            progress,
            _standing(progress.judge, by_judge.get(progress.judge.pk)),
            by_judge.get(progress.judge.pk),
            progress.judge.pk in by_link,
            by_link.get(progress.judge.pk, False),
        )
        for progress in judge_progress(campaign)
    ]


def judge_of(campaign: Campaign, number: int) -> Judge:
    """The judge of the campaign with this number; Http404 if there is none."""
    known = Judge.objects.select_related("campaign", "user").filter(campaign=campaign)
    judge = known.filter(pk=number).first() if number <= LARGEST_KEY else None
    if judge is None:
        raise Http404
    return judge


def _standing(judge: Judge, invitation: Invitation | None) -> str:
    if not judge.is_active:
        return "on hold" if judge.user_id is not None or invitation is not None else "closed"
    if judge.user_id is not None:
        return "ready"
    if invitation is None:
        return "no account"
    if invitation.revoked_at is not None:
        return "withdrawn"
    return "invited" if invitation.expires_at > timezone.now() else "expired"
