"""Remove a person's data while the rankings stay, as those of an unknown judge."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.services import is_demo_person, record_event
from rankings.access import Refused
from rankings.models import Assignment, Campaign, Judge, Membership, Ranking, SurveyAnswer
from rankings.people.names import pseudonyms, rename_everywhere


def forget_judge(judge: Judge) -> str:
    """Separate a judge from the person behind it. Returns the name under which the rankings stay.

    Allowed in every state of the campaign, because people's right to it does not end with a freeze; ranks,
    items and times do not change. What the judge wrote about items goes, with the answers to it, why rankings
    were discarded, and answers to the survey; so does an account without a password that exists for this
    place alone.
    """
    with transaction.atomic():
        # Before the judge's row, as imports do, so that neither waits for the other.
        campaign = Campaign.objects.select_for_update().get(pk=judge.campaign_id)
        judge = Judge.objects.select_for_update(of=("self",)).select_related("user").get(pk=judge.pk)
        user, old = judge.user, judge.name
        new = pseudonyms(campaign, 1, "anonymous")[0]
        judge.links.all().delete()
        SurveyAnswer.objects.filter(judge=judge).delete()
        Judge.objects.filter(pk=judge.pk).update(
            user=None, is_active=False, name=new, preferences={}, crowd_id=""
        )
        begun = Assignment.objects.filter(judge=judge, state=Assignment.State.LENT)
        begun.update(lease_expires_at=timezone.now(), draft=None)
        Ranking.objects.filter(judge=judge).update(flag_note="", flag_answer="", discard_reason="")
        events = AuditEvent.objects.filter(campaign=campaign, detail__judge=judge.pk)
        events.filter(actor=user).update(actor=None)
        for event in events.filter(detail__has_key="reason"):
            event.detail["reason"] = ""
            event.save(update_fields=["detail"])
        rename_everywhere(campaign, old, new)
        if user is not None and _exists_for_this_only(user):
            user.delete()
    return new


def leave(judge: Judge) -> None:
    """A person's own `forget_judge`; the history does not say who asked."""
    with transaction.atomic():
        forget_judge(judge)
        record_event(None, "judge.forget", judge.campaign_id, judge=judge.pk)


def deletion_obstacles(user: User) -> list[str]:
    """Why the person's account cannot be deleted; empty when it can."""
    if is_demo_person(user):
        return [_("This demo account is shared by everybody at this machine.")]
    if user.is_superuser:
        return [_("This account runs the site. Another operator has to delete it.")]
    alone = [
        campaign.title
        for campaign in Campaign.objects.filter(
            memberships__user=user, memberships__role=Membership.Role.OWNER
        )
        if campaign.memberships.filter(role=Membership.Role.OWNER).count() == 1
    ]
    return [
        _(
            "You are the only owner of “%(title)s”. Make another member owner first, or delete the campaign "
            "if it is a draft."
        )
        % {"title": title}
        for title in alone
    ]


def delete_account(user: User) -> None:
    """Delete the person's account and everything that identifies the person. Rankings stay, anonymous."""
    with transaction.atomic():
        if not User.objects.select_for_update().filter(pk=user.pk).exists():
            return  # another window was quicker
        if reasons := deletion_obstacles(user):
            raise Refused(*reasons)
        for judge in list(user.judgeships.all()):
            leave(judge)
        # An account of a participant is gone with its only place.
        User.objects.filter(pk=user.pk).delete()


def _exists_for_this_only(user: User) -> bool:
    return not (
        user.has_usable_password()
        or is_demo_person(user)
        or user.is_superuser
        or user.may_create_campaigns
        or user.judgeships.exists()
        or user.memberships.exists()
    )
