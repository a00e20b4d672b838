"""The alarms that the desk raises about judges. Rules: rankings.analysis.

Only rankings that count are looked at, and check items; so a judge whose rankings are discarded and who is
on hold raises no alarm. Reading all ranks takes a moment, so the evidence is kept until rankings change;
`rankings.desk.judge_facts` says when pages ask for it.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.core.cache import cache
from django.utils.formats import number_format

from appraise_gec.words import plural
from rankings.analysis import judge_alarms as rules
from rankings.analysis.judge_alarms import (
    Alarm,
    AlarmKind,
    CrowdJudge,
    JudgeEvidence,
    SeenRanking,
    crowd_judges,
)
from rankings.desk.quality import CheckTally, check_tallies
from rankings.judgments.stored import counting_rankings, rankings_mark
from rankings.models import Campaign, Item, Judge, RankedOutput
from rankings.plan.progress import CampaignProgress, JudgeProgress, has_work

SILENT_AFTER = timedelta(days=3)
KEPT_SECONDS = 3600
ROWS_AT_ONCE = 5000
SILENT = "silent"
TITLES = {
    AlarmKind.FAST: "Too fast",
    AlarmKind.CHECKS: "Fails check items",
    AlarmKind.SAME_COLUMN: "Always one column",
    AlarmKind.DISAGREES: "Disagrees with the others",
}


@dataclass(frozen=True, slots=True)
class JudgeAlarms:
    """A judge who needs a look. `reasons` are (title, sentence); `silent` is whether that is all.

    `has_rankings` is whether there is any ranking to discard.
    `kinds` names the reasons in the same order, in words that never change.
    """

    judge: Judge
    reasons: tuple[tuple[str, str], ...]
    silent: bool = False
    has_rankings: bool = True
    kinds: tuple[str, ...] = ()


@dataclass(slots=True)
class _Gathered:
    seconds: list[float] = field(default_factory=list)
    one_column: int = 0
    rankings: int = 0


def evidence_of_judges(
    campaign: Campaign, checks: Mapping[int, CheckTally] | None = None
) -> dict[int, JudgeEvidence]:
    """The evidence about every judge with rankings that count or check items; at most five queries."""
    tallies = check_tallies(campaign) if checks is None else checks
    gathered: dict[int, JudgeEvidence] = _kept(campaign)
    return {
        judge: replace(gathered.get(judge, JudgeEvidence()), checks=tally.answered, passed=tally.passed)
        for judge in {*gathered, *tallies}
        for tally in [tallies.get(judge, CheckTally())]
    }


def crowd_of(evidence: Mapping[int, JudgeEvidence], judge: int) -> CrowdJudge | None:
    """How a judge agrees with the others; None without items that another judge has ranked."""
    known = evidence.get(judge)
    return known.crowd if known else None


def alarms(
    campaign: Campaign,
    progress: CampaignProgress,
    evidence: Mapping[int, JudgeEvidence],
    now: datetime,
) -> list[JudgeAlarms]:
    """Judges who need a look, those with most reasons first; at last those who have only fallen silent."""
    found = rules.alarms_of(evidence)
    raised = []
    for row in progress.judges:
        judge = row.judge
        of_judge = [
            alarm
            for alarm in found.get(judge.pk, ())
            # A judge on hold with nothing that counts has been dealt with.
            if judge.is_active or row.rankings
        ]
        reasons = [(str(TITLES[alarm.kind]), in_words(alarm)) for alarm in of_judge]
        kinds = [alarm.kind.value for alarm in of_judge]
        silence = _silence(campaign, progress, row, now)
        if silence:
            reasons.append(("Silent", silence))
            kinds.append(SILENT)
        if reasons:
            is_silent = len(reasons) == 1 and bool(silence)
            raised.append(
                JudgeAlarms(
                    judge, tuple(reasons), silent=is_silent, has_rankings=row.rankings > 0, kinds=tuple(kinds)
                )
            )
    return sorted(raised, key=lambda one: (one.silent, -len(one.reasons), one.judge.name))


def in_words(alarm: Alarm) -> str:
    """A sentence for the manager."""
    is_alone = alarm.usual is None
    values: dict[str, Any] = {"value": _percent(alarm.value), "usual": _percent(alarm.usual)}
    match alarm.kind:
        case AlarmKind.FAST:
            values = {"value": _seconds(alarm.value), "usual": _seconds(alarm.usual)}
            # Where the others are as fast, their time is no reason to look at this judge.
            text = (
                "Half of the rankings took at most %(value)s."
                if alarm.usual is None or alarm.usual <= alarm.value
                else "Half of the rankings took at most %(value)s; the other judges take %(usual)s."
            )
        case AlarmKind.CHECKS:
            values = {"value": round(alarm.value), "usual": int(alarm.usual or 0)}
            items = plural(values["usual"], "{n} check item", "{n} check items")
            text = f"Passed %(value)d of {items}. A careful judge passes so few in at most 1 of 100 cases."
        case AlarmKind.SAME_COLUMN:
            text = (
                "%(value)s of the rankings put all outputs in one column."
                if is_alone
                else (
                    "%(value)s of the rankings put all outputs in one column; among other judges, %(usual)s."
                )
            )
        case AlarmKind.DISAGREES:
            text = (
                "Agrees with the other judges in %(value)s more of the comparisons than by chance; the "
                "median judge in %(usual)s more."
            )
    return text % values


def _silence(campaign: Campaign, progress: CampaignProgress, row: JudgeProgress, now: datetime) -> str:
    """Words for a judge who could rank and has not for days, while work is left; "" for all others."""
    judge, last = row.judge, row.last_active
    if campaign.state != Campaign.State.OPEN or not has_work(campaign, progress, row):
        return ""
    since = last or max(judge.created_at, campaign.opened_at or judge.created_at)
    if now - since < SILENT_AFTER:
        return ""
    days = (now - since).days
    so_long = plural(days, "{n} day", "{n} days")
    return f"Last ranking {so_long} ago." if last else f"Has not begun in {so_long}."


def _kept(campaign: Campaign) -> dict[int, JudgeEvidence]:
    made = campaign.created_at.timestamp()
    key = f"judge-evidence/3/{campaign.pk}/{made}/{rankings_mark(campaign)}"
    kept: dict[int, JudgeEvidence] | None = cache.get(key)
    if kept is None:
        kept = _gather(campaign)
        cache.set(key, kept, KEPT_SECONDS)
    return kept


def _gather(campaign: Campaign) -> dict[int, JudgeEvidence]:
    """What the rankings that count say about their judges; two queries."""
    rankings: Any = counting_rankings(campaign).filter(skipped=False).order_by("pk")
    about = {
        key: values
        for key, *values in rankings.values_list(
            "pk", "judge_id", "item_id", "item__purpose", "active_seconds"
        ).iterator(chunk_size=ROWS_AT_ONCE)
    }
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    rows = (
        RankedOutput.objects.filter(ranking__judge__campaign=campaign, ranking__is_current=True)
        .order_by()
        .values_list("ranking_id", "output__position", "rank")
    )
    for key, position, rank in rows.iterator(chunk_size=ROWS_AT_ONCE):
        ranks[key][position] = rank
    gathered: dict[int, _Gathered] = defaultdict(_Gathered)
    seen = []
    for key, (judge, item, purpose, seconds) in about.items():
        given = ranks.get(key, {})
        own = gathered[judge]
        if seconds is not None:
            own.seconds.append(seconds)
        if len(given) < 2:
            continue
        own.rankings += 1
        own.one_column += len(set(given.values())) == 1
        # A repetition is of one judge alone.
        if purpose == Item.Purpose.JUDGING:
            seen.append(SeenRanking(judge, item, [rank for _, rank in sorted(given.items())]))
    crowd = crowd_judges(seen, rules.LEAST_RANKINGS)
    return {
        judge: JudgeEvidence(
            timed=len(own.seconds),
            median_seconds=float(median(own.seconds)) if own.seconds else None,
            one_column=own.one_column,
            rankings=own.rankings,
            crowd=crowd.get(judge),
        )
        for judge, own in gathered.items()
    }


def _seconds(value: float | None) -> str:
    seconds = value or 0.0
    return f"{number_format(seconds, 0 if seconds >= 10 or not seconds else 1)} s"


def _percent(share: float | None) -> str:
    return f"{100 * (share or 0):.0f} %"
