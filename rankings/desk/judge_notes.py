"""Notes about a judge, which only the team reads, and messages to the judge."""

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext as managers_gettext
from django.utils.translation import gettext_noop as managers_gettext_noop

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.languages.choice import in_language_of
from rankings.access.refusals import Refused
from rankings.access.states import editable
from rankings.models import Judge, JudgeNote

JOB_KIND = "rankings.judge-message"
Kind = JudgeNote.Kind
LOG = logging.getLogger(__name__)


def gets_mail(judge: Judge) -> bool:
    """Whether a message to the judge goes out by e-mail, too."""
    return bool(settings.MAIL_IS_CONFIGURED and judge.user and judge.user.email and judge.user.is_active)


def write(judge: Judge, kind: str, text: str, actor: User, *, site: str) -> JudgeNote:
    """Keep a note, or send a message. `site` is the address of the site, without a slash at its end.

    Raises `Refused` for a frozen campaign, an empty text, or a message to nobody.
    """
    with editable(judge.campaign):
        if not text.strip():
            raise Refused(managers_gettext("Write something first."))
        if kind == Kind.MESSAGE and judge.user is None:
            raise Refused(
                managers_gettext("Nobody can sign in as this judge, so nobody would read the message.")
            )
        note = JudgeNote.objects.create(judge=judge, kind=kind, text=text.strip(), created_by=actor)
        # The history tells that something was written, not what: it stays when the judge is forgotten.
        record_event(actor, f"judge.{kind}", judge.campaign_id, judge=judge.name)
        if kind == Kind.MESSAGE and gets_mail(judge):
            services.enqueue(JOB_KIND, {"note": note.pk, "site": site}, actor)
    return note


def unread_messages(judge: Judge) -> list[JudgeNote]:
    """Messages that the judge has not confirmed, the oldest first."""
    unread = JudgeNote.objects.filter(judge=judge, kind=Kind.MESSAGE, read_at=None)
    return list(unread.select_related("created_by").order_by("created_at", "pk"))


def confirm_read(judge: Judge, number: int) -> None:
    """The judge has read a message; others' messages are left alone."""
    own = JudgeNote.objects.filter(pk=number, judge=judge, kind=Kind.MESSAGE, read_at=None)
    own.update(read_at=timezone.now())


def send_message(run: JobRun) -> None:
    """The work of the job: send one message at most once, also when it is interrupted."""
    with transaction.atomic():
        notes = JudgeNote.objects.select_for_update(of=("self",)).select_related(
            "judge__user", "judge__campaign", "created_by"
        )
        note = notes.filter(pk=run.arguments["note"], mailed_at=None).first()
        goes = note is not None and gets_mail(note.judge)
        if note is not None and goes:
            JudgeNote.objects.filter(pk=note.pk).update(mailed_at=timezone.now())
    if note is not None and goes and not _send(note, run.arguments["site"]):
        JudgeNote.objects.filter(pk=note.pk).update(mailed_at=None)
        raise JobError(
            managers_gettext_noop(
                "The mail server has not taken the message. The judge sees it on the next visit."
            )
        )
    with run.finishing() as result:
        result["sent"] = goes


def _send(note: JudgeNote, site: str) -> bool:
    campaign = note.judge.campaign
    title = " ".join(campaign.title.split())
    answer_to = note.created_by.email if note.created_by else ""
    link = site + reverse("judging:task", kwargs={"slug": campaign.slug})
    with in_language_of(note.judge.user or User()):
        message = EmailMessage(
            subject=(_("About your judging: %(title)s") % {"title": title})[:150],
            body=render_to_string(
                "desk/judge_message.txt",
                {"title": title, "text": note.text, "link": link, "may_answer": bool(answer_to)},
            ),
            to=[note.judge.user.email] if note.judge.user else [],
            reply_to=[answer_to] if answer_to else None,
        )
    try:
        return bool(message.send())
    except (OSError, ValueError) as error:
        LOG.warning("A message to a judge could not be sent: %s", type(error).__name__)
        return False
