"""What the history of a campaign says: actions and their details in words.

The audit trail keeps short names, which never change; values are as they were stored.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from appraise_gec.languages.days import short_day
from rankings.desk.event_values import setting_in_words, value_in_words

# A day or a moment as they are stored, in the details that have them.
STORED = re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?")
WITH_DAYS = frozenset({"days"})
ACTIONS = {
    "campaign.create": _("Campaign created"),
    "campaign.copy": _("Campaign copied"),
    "campaign.edit": _("Settings changed"),
    "campaign.open": _("Opened for judging"),
    "campaign.close": _("Campaign closed"),
    "campaign.reopen": _("Campaign opened again"),
    "campaign.freeze": _("Campaign frozen"),
    "campaign.archive": _("Campaign archived"),
    "campaign.unarchive": _("Campaign taken out of the archive"),
    "bundle.export": _("Campaign bundle exported"),
    "bundle.import": _("Campaign bundle imported"),
    "judgments.import": _("Judgments imported"),
    "judgments.export": _("Judgments exported"),
    "edit-marks.export": _("Marked edits exported"),
    "items.draw": _("Items sampled"),
    "items.top-up": _("Top-up added"),
    "items.retire": _("Item retired"),
    "items.put-back": _("Item put back"),
    "plan.edit": _("Plan changed"),
    "checks.make": _("Check items made"),
    "training.make": _("Training item made"),
    "known.change": _("Known answer changed"),
    "survey.edit": _("Survey changed"),
    "systems.add": _("System added"),
    "systems.rename": _("System renamed"),
    "systems.retire": _("System retired"),
    "sentences.add": _("Sentences added"),
    "judge.add": _("Judge added"),
    "judge.rename": _("Judge renamed"),
    "judge.quota": _("Quota changed"),
    "judge.hold": _("Judge put on hold"),
    "judge.resume": _("Judge resumed"),
    "judge.remove": _("Judge removed"),
    "judge.forget": _("Personal data of a judge removed"),
    "rankings.discard": _("Rankings discarded"),
    "rankings.restore": _("Discarding undone"),
    "lease.revoke": _("Item taken back"),
    "flag.answered": _("Flag answered"),
    "flag.retired": _("Flagged item retired"),
    "flag.dismissed": _("Flag dismissed"),
    "invitation.issue": _("Invitation link made"),
    "invitation.accept": _("Invitation accepted"),
    "invitation.revoke": _("Invitation withdrawn"),
    "invitation.restore-access": _("Link for a new password made"),
    "invitation.access-restored": _("New password chosen"),
    "personal-link.make": _("Personal link made"),
    "personal-link.start": _("Personal link used"),
    "personal-link.revoke": _("Personal link withdrawn"),
    "crowd.edit": _("Settings of the public link changed"),
    "crowd.new-address": _("Public link replaced"),
    "crowd.join": _("Participant joined"),
    "team.add": _("Role given"),
    "team.remove": _("Role taken away"),
    "team.invite": _("Member invited"),
    "team.accept": _("Invitation to the team accepted"),
    "team.revoke-invitation": _("Invitation to the team withdrawn"),
    "report.request": _("Report requested"),
    "report.name": _("Report named"),
    "report.delete": _("Report deleted"),
    "report.publish": _("Public link to a report made"),
    "report.revoke-link": _("Public link to a report revoked"),
    "paper.make": _("Archive of a report requested"),
    "paper.download": _("Archive of a report downloaded"),
    "references.add": _("References added"),
    "references.replace": _("References replaced"),
    "references.remove": _("References removed"),
    "metrics.request": _("Metric scores requested"),
    "metrics.import": _("Metric scores imported"),
    "metrics.remove": _("Metric scores removed"),
    "metrics.study": _("Comparison with metrics requested"),
}
NAMES = {
    "accounts": pgettext_lazy("history", "accounts"),
    "address": pgettext_lazy("history", "address"),
    "before": pgettext_lazy("history", "before"),
    "campaigns": pgettext_lazy("history", "campaigns"),
    "change": pgettext_lazy("history", "change"),
    "check_percent": pgettext_lazy("history", "check percent"),
    "copied_from": pgettext_lazy("history", "copied from"),
    "days": pgettext_lazy("history", "days"),
    "fields": pgettext_lazy("history", "fields"),
    "file": pgettext_lazy("history", "file"),
    "files": pgettext_lazy("history", "files"),
    "first_line": pgettext_lazy("history", "first line"),
    "first_sentence": pgettext_lazy("history", "first sentence"),
    "format": pgettext_lazy("history", "format"),
    "invitee": pgettext_lazy("history", "invitee"),
    "item": pgettext_lazy("history", "item"),
    "items": pgettext_lazy("history", "items"),
    "items_rebuilt": pgettext_lazy("history", "items rebuilt"),
    "judge": pgettext_lazy("history", "judge"),
    "judges_per_item": pgettext_lazy("history", "judges per item"),
    "kind": pgettext_lazy("history", "kind"),
    "link": pgettext_lazy("history", "link"),
    "made_at": pgettext_lazy("history", "made at"),
    "metric": pgettext_lazy("history", "metric"),
    "metrics": pgettext_lazy("history", "metrics"),
    "name": pgettext_lazy("history", "name"),
    "one_device": pgettext_lazy("history", "one device"),
    "only_differing": pgettext_lazy("history", "only differing"),
    "pace": pgettext_lazy("history", "pace"),
    "people": pgettext_lazy("history", "people"),
    "public_links": pgettext_lazy("history", "public links"),
    "punctuation_set": pgettext_lazy("history", "punctuation set"),
    "questions": pgettext_lazy("history", "questions"),
    "quota": pgettext_lazy("history", "quota"),
    "rankings": pgettext_lazy("history", "rankings"),
    "reason": pgettext_lazy("history", "reason"),
    "references": pgettext_lazy("history", "references"),
    "repeat_percent": pgettext_lazy("history", "repeat percent"),
    "repeats": pgettext_lazy("history", "repeats"),
    "replaced": pgettext_lazy("history", "replaced"),
    "report": pgettext_lazy("history", "report"),
    "role": pgettext_lazy("history", "role"),
    "run": pgettext_lazy("history", "run"),
    "sampler": pgettext_lazy("history", "sampler"),
    "seed": pgettext_lazy("history", "seed"),
    "sentence": pgettext_lazy("history", "sentence"),
    "sentences": pgettext_lazy("history", "sentences"),
    "sha256": pgettext_lazy("history", "sha256"),
    "signature": pgettext_lazy("history", "signature"),
    "slug": pgettext_lazy("history", "slug"),
    "study": pgettext_lazy("history", "study"),
    "system": pgettext_lazy("history", "system"),
    "systems": pgettext_lazy("history", "systems"),
    "user": pgettext_lazy("history", "user"),
    "version": pgettext_lazy("history", "version"),
    "bootstrap": pgettext_lazy("history", "bootstrap"),
    "confidence": pgettext_lazy("history", "confidence"),
    "method": pgettext_lazy("history", "method"),
    "parts": pgettext_lazy("history", "parts"),
    "replicates": pgettext_lazy("history", "replicates"),
    "unit": pgettext_lazy("history", "unit"),
    "without_top_ups": pgettext_lazy("history", "without top ups"),
    "speaks_for": pgettext_lazy("history", "speaks for"),
    "with_discarded": pgettext_lazy("history", "with discarded"),
    "events": pgettext_lazy("history", "events"),
    "excluded_judges": pgettext_lazy("history", "excluded judges"),
    "documents": pgettext_lazy("history", "documents"),
    "first_day": pgettext_lazy("history", "first day"),
    "last_day": pgettext_lazy("history", "last day"),
    "time_zone": pgettext_lazy("history", "time zone"),
    "least_active_seconds": pgettext_lazy("history", "least active seconds"),
    "least_checks_passed": pgettext_lazy("history", "least checks passed"),
}


def action_in_words(action: str) -> str:
    """What was done; the short name itself where another program wrote it."""
    return str(ACTIONS.get(action, action))


def details_in_words(detail: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Names and values, without those that are empty."""
    return [
        (_name(name), _value(name, value))
        for name, value in detail.items()
        if value not in ("", None, [], {})
    ]


def _name(name: str) -> str:
    return str(NAMES[name]) if name in NAMES else setting_in_words(name) or name.replace("_", " ")


def _value(name: str, value: Any) -> str:
    if name in WITH_DAYS:
        return _in_readers_days(str(value))
    if isinstance(value, list):
        return ", ".join(_value(name, one) for one in value)
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return value_in_words(name, value)


def _in_readers_days(text: str) -> str:
    def read(found: re.Match[str]) -> str:
        moment = datetime.fromisoformat(found[0])
        if not found[1]:
            return short_day(moment)
        return date_format(localtime(moment) if moment.tzinfo else moment, "SHORT_DATETIME_FORMAT")

    return STORED.sub(read, text)
