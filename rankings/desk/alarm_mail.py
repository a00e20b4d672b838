"""Alarms by e-mail, for members of the team who ask for them.

A worker looks for alarms of the campaigns that somebody watches: every quarter of an hour, or once a day. A
member is told each kind of alarm about a judge once, even if it goes and comes back. What is told is marked
before the letter goes out, and the mark is taken back when the mail server refuses it; so the same alarm is
never told twice. Letters name no judge.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services
from appraise_gec.jobs.models import WORKING_STATES, Job
from appraise_gec.jobs.running import JobRun
from rankings.access.refusals import Refused
from rankings.desk.alarms import SILENT, TITLES, alarms, evidence_of_judges
from rankings.models import AlarmSubscription, AlarmTold, Campaign, Membership
from rankings.plan.progress import campaign_progress

JOB_KIND = "rankings.alarm-mail"
Pace = AlarmSubscription.Pace
LOOK_AGAIN = {Pace.AT_ONCE: timedelta(minutes=15), Pace.DAILY: timedelta(days=1)}
LOG = logging.getLogger(__name__)


def subscription_of(campaign: Campaign, user: User) -> AlarmSubscription | None:
    """What the member has asked for; None for nothing."""
    return AlarmSubscription.objects.filter(membership__campaign=campaign, membership__user=user).first()


def subscribe(campaign: Campaign, user: User, pace: str, *, site: str) -> None:
    """Send alarms to a member from now on, at this pace; "" ends it.

    `site` is the address of the site, without a slash at its end. Raises `Refused` for somebody who is not in
    the team, as operators may be, and for a member without an e-mail address.
    """
    membership = Membership.objects.filter(campaign=campaign, user=user).first()
    if membership is None:
        raise Refused(_("Only members of the team get alarms by e-mail. Add yourself to the team first."))
    if pace and not user.email:
        raise Refused(_("Your account has no e-mail address. Add one under Your account first."))
    before = subscription_of(campaign, user)
    if not pace:
        if before is not None:
            before.delete()
    else:
        AlarmSubscription.objects.update_or_create(
            membership=membership, defaults={"pace": pace, "site": site, "looked_at": None}
        )
    if (before.pace if before else "") != pace:
        record_event(user, "alarms.mail", campaign.pk, pace=pace or "off")


def request_due(now: datetime | None = None) -> int:
    """Start a job for each campaign in which somebody is to be told. Returns how many.

    One query where nobody is.
    """
    if not settings.MAIL_IS_CONFIGURED:
        return 0
    campaigns = Campaign.objects.filter(
        pk__in=_due(now or timezone.now()).values("membership__campaign"),
        state=Campaign.State.OPEN,
        archived_at=None,
    )
    return sum(_request(campaign) for campaign in campaigns)


def look_and_tell(run: JobRun) -> None:
    """The work of the job: look for alarms, and tell those who are due what they have not been told."""
    campaign = Campaign.objects.filter(pk=run.arguments["campaign"]).first()
    now = timezone.now()
    told = 0
    if campaign is not None:
        found = alarms(campaign, campaign_progress(campaign), evidence_of_judges(campaign), now)
        current = [(one.judge.pk, kind) for one in found for kind in one.kinds]
        for subscription in list(_due(now).filter(membership__campaign=campaign)):
            run.renew()
            told += _tell(subscription, campaign, current, now)
    with run.finishing() as result:
        result["told"] = told


def _due(now: datetime) -> QuerySet[AlarmSubscription]:
    waiting = Q(looked_at=None)
    for pace, interval in LOOK_AGAIN.items():
        waiting |= Q(pace=pace, looked_at__lte=now - interval)
    return AlarmSubscription.objects.filter(
        waiting,
        membership__role__in=(Membership.Role.OWNER, Membership.Role.MANAGER),
        membership__user__is_active=True,
    ).select_related("membership__user")


def _request(campaign: Campaign) -> bool:
    with transaction.atomic():
        Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        jobs = Job.objects.filter(kind=JOB_KIND, arguments__campaign=campaign.pk)
        if jobs.filter(state__in=WORKING_STATES).exists():
            return False
        newest = jobs.first()
        if newest is not None and timezone.now() - newest.created_at < LOOK_AGAIN[Pace.AT_ONCE]:
            return False  # It failed; it is tried again later.
        jobs.delete()  # Only the newest is of interest.
        services.enqueue(JOB_KIND, {"campaign": campaign.pk}, None)
    return True


def _tell(
    subscription: AlarmSubscription, campaign: Campaign, current: Sequence[tuple[int, str]], now: datetime
) -> int:
    """Send one member what is new. Returns how many alarms that were."""
    user = subscription.membership.user
    with transaction.atomic():
        locked = AlarmSubscription.objects.select_for_update().filter(pk=subscription.pk).first()
        if locked is None:
            return 0  # switched off meanwhile
        known = set(locked.told.values_list("judge_id", "kind"))
        news = [one for one in current if one not in known]
        AlarmSubscription.objects.filter(pk=locked.pk).update(looked_at=now)
        if not news or not user.email:
            return 0
        marks = AlarmTold.objects.bulk_create(
            AlarmTold(subscription=locked, judge_id=judge, kind=kind) for judge, kind in news
        )
    if _send(subscription, campaign, news):
        return len(news)
    AlarmTold.objects.filter(pk__in=[mark.pk for mark in marks]).delete()
    return 0


def _send(subscription: AlarmSubscription, campaign: Campaign, news: Sequence[tuple[int, str]]) -> bool:
    with translation.override("en"):
        message = _letter(subscription, campaign, news)
    try:
        return bool(message.send())
    except (OSError, ValueError) as error:
        LOG.warning("Alarms could not be sent by e-mail: %s", type(error).__name__)
        return False


def _letter(
    subscription: AlarmSubscription, campaign: Campaign, news: Sequence[tuple[int, str]]
) -> EmailMessage:
    kinds = Counter(kind for _, kind in news)
    path = {"slug": campaign.slug}
    context = {
        "title": " ".join(campaign.title.split()),
        "judges": len({judge for judge, _ in news}),
        "lines": [(title, kinds[kind]) for kind, title in _titles().items() if kinds[kind]],
        "desk": subscription.site + reverse("campaigns:desk", kwargs=path),
        "settings": subscription.site + reverse("campaigns:alarm-mail", kwargs=path),
    }
    return EmailMessage(
        subject=(_("Judges who need a look: %(title)s") % {"title": context["title"]})[:150],
        body=render_to_string("desk/alarm_mail.txt", context),
        to=[subscription.membership.user.email],
    )


def _titles() -> dict[str, str]:
    return {**{kind.value: str(title) for kind, title in TITLES.items()}, SILENT: _("Silent")}
