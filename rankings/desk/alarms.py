"""The alarms about judges, in words. Rules: rankings.analysis.judge_alarms.

Only rankings that count are looked at, and check items; so a judge whose rankings are discarded and who is
on hold raises no alarm.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.formats import number_format

from appraise_gec.words import plural
from rankings.analysis.judge_alarms import Alarm, AlarmKind, JudgeEvidence, alarms_of
from rankings.models import Campaign, Judge
from rankings.plan.progress import CampaignProgress, JudgeProgress, has_work

SILENT_AFTER = timedelta(days=3)
SILENT = "silent"
TITLES = {
    AlarmKind.FAST: "Too fast",
    AlarmKind.CHECKS: "Fails check items",
    AlarmKind.SAME_COLUMN: "Always one column",
    AlarmKind.DISAGREES: "Disagrees with the others",
}


@dataclass(frozen=True, slots=True)
class JudgeAlarms:
    """A judge who needs a look. `reasons` are (title, sentence); `kinds` name them in words that stay.

    `has_rankings` is whether there is any ranking to discard.
    """

    judge: Judge
    reasons: tuple[tuple[str, str], ...]
    kinds: tuple[str, ...]
    has_rankings: bool

    @property
    def silent(self) -> bool:
        """Whether that is all."""
        return self.kinds == (SILENT,)


def alarms(
    campaign: Campaign,
    progress: CampaignProgress,
    evidence: Mapping[int, JudgeEvidence],
    now: datetime,
) -> dict[int, JudgeAlarms]:
    """Judges who need a look, by key."""
    found = alarms_of(evidence)
    raised = {}
    for row in progress.judges:
        judge = row.judge
        # A judge on hold with nothing that counts has been dealt with.
        own = found.get(judge.pk, ()) if judge.is_active or row.rankings else ()
        reasons = [(alarm.kind.value, TITLES[alarm.kind], _in_words(alarm)) for alarm in own]
        if silence := _silence(campaign, progress, row, now):
            reasons.append((SILENT, "Silent", silence))
        if reasons:
            kinds, titles, sentences = zip(*reasons, strict=True)
            said = tuple(zip(titles, sentences, strict=True))
            raised[judge.pk] = JudgeAlarms(judge, said, kinds, row.rankings > 0)
    return raised


def _in_words(alarm: Alarm) -> str:
    """A sentence for the manager."""
    value, usual = alarm.value, alarm.usual
    match alarm.kind:
        case AlarmKind.FAST:
            said = f"Half of the rankings took at most {_seconds(value)}"
            # Where the others are as fast, their time is no reason to look at this judge.
            others = usual is not None and usual > value
            return f"{said}; the other judges take {_seconds(usual)}." if others else f"{said}."
        case AlarmKind.CHECKS:
            items = plural(int(usual or 0), "{n} check item", "{n} check items")
            return f"Passed {value:.0f} of {items}. A careful judge passes so few in at most 1 of 100 cases."
        case AlarmKind.SAME_COLUMN:
            said = f"{_percent(value)} of the rankings put all outputs in one column"
            return f"{said}." if usual is None else f"{said}; among other judges, {_percent(usual)}."
        case AlarmKind.DISAGREES:
            return (
                f"Agrees with the other judges in {_percent(value)} more of the comparisons than by chance; "
                f"the median judge in {_percent(usual)} more."
            )


def _silence(campaign: Campaign, progress: CampaignProgress, row: JudgeProgress, now: datetime) -> str:
    """Words for a judge who could rank and has not for days, while work is left; "" for all others."""
    judge, last = row.judge, row.last_active
    if campaign.state != Campaign.State.OPEN or not has_work(campaign, progress, row):
        return ""
    since = last or max(judge.created_at, campaign.opened_at or judge.created_at)
    if now - since < SILENT_AFTER:
        return ""
    so_long = plural((now - since).days, "{n} day", "{n} days")
    return f"Last ranking {so_long} ago." if last else f"Has not begun in {so_long}."


def _seconds(value: float | None) -> str:
    seconds = value or 0.0
    return f"{number_format(seconds, 0 if seconds >= 10 or not seconds else 1)} s"


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f} %"
