"""What managers know of every judge: progress, links, agreement, check items, repetitions, and alarms.

The list of judges, the page of one, the overview and the API all read it here, so that they say the same.
It takes a look at every rank. In a large campaign what was found stands for a minute while rankings come;
check items are counted anew, since their known answers can be corrected.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median
from time import time
from typing import Any

from django.core.cache import cache
from django.utils import timezone
from django.utils.formats import number_format

from appraise_gec.words import plural
from rankings.analysis import judge_alarms as rules
from rankings.analysis.judge_alarms import (
    Alarm,
    AlarmKind,
    CrowdJudge,
    JudgeEvidence,
    SeenRanking,
    alarms_of,
    crowd_judges,
)
from rankings.desk.quality import CheckTally, RepeatTally, check_tallies, repeat_tallies
from rankings.judgments.stored import counting_rankings, rankings_mark
from rankings.models import Campaign, Item, Judge, Link, RankedOutput
from rankings.people.names import reveals_person
from rankings.plan.progress import CampaignProgress, JudgeProgress, campaign_progress, has_work

SILENT_AFTER = timedelta(days=3)
SILENT = "silent"
TITLES = {
    AlarmKind.FAST: "Too fast",
    AlarmKind.CHECKS: "Fails check items",
    AlarmKind.SAME_COLUMN: "Always one column",
    AlarmKind.DISAGREES: "Disagrees with the others",
}
STANDINGS = ("ready", "invited", "expired", "no link", "on hold", "closed")

# Up to so many rankings, every page looks at all of them.
MOST_AT_ONCE = 2_500
KEPT_SECONDS = 3_600
LEAST_AGE = 60
ROWS_AT_ONCE = 5000


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


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """A judge in the list. `links` are those that stand, the newest first; they may have expired.

    `crowd` is None without items that another judge has ranked.
    """

    progress: JudgeProgress
    links: Sequence[Link]
    checks: CheckTally
    repeats: RepeatTally
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


def judge_rows(campaign: Campaign, progress: CampaignProgress | None = None) -> list[JudgeRow]:
    """Every judge by name, and what is known of them."""
    progress = progress or campaign_progress(campaign)
    checks = check_tallies(campaign)
    found, repeats = _looked_at(campaign, progress.rankings)
    evidence = {
        judge: replace(found.get(judge, JudgeEvidence()), checks=tally.answered, passed=tally.passed)
        for judge in {*found, *checks}
        for tally in [checks.get(judge, CheckTally())]
    }
    raised = alarms(campaign, progress, evidence, timezone.now())
    links: dict[int | None, list[Link]] = defaultdict(list)
    for link in campaign.links.standing().exclude(judge=None):
        links[link.judge_id].append(link)
    return [
        JudgeRow(
            progress=one,
            links=links[key],
            checks=checks.get(key, CheckTally()),
            repeats=repeats.get(key, RepeatTally()),
            crowd=found[key].crowd if key in found else None,
            alarm=raised.get(key),
        )
        for one in progress.judges
        for key in [one.judge.pk]
    ]


def raised_alarms(rows: list[JudgeRow]) -> list[JudgeAlarms]:
    """Judges who need a look, those with most reasons first; at last those who have only fallen silent."""
    raised = [row.alarm for row in rows if row.alarm is not None]
    return sorted(raised, key=lambda one: (one.silent, -len(one.reasons), one.judge.name))


def evidence_of_judges(campaign: Campaign) -> dict[int, JudgeEvidence]:
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


@dataclass(slots=True)
class _Gathered:
    seconds: list[float] = field(default_factory=list)
    one_column: int = 0
    rankings: int = 0


def _looked_at(
    campaign: Campaign, rankings: int
) -> tuple[Mapping[int, JudgeEvidence], Mapping[int, RepeatTally]]:
    """Evidence and repetitions; of a large campaign a minute old, unless rankings were discarded since."""
    if rankings <= MOST_AT_ONCE:
        return evidence_of_judges(campaign), repeat_tallies(campaign)
    mark, now = rankings_mark(campaign), time()
    # Names of systems, and what is discarded: after the number of rankings and the last of them.
    steps = mark.split("-", 2)[2]
    key = f"judge-facts/{campaign.pk}/{campaign.created_at.timestamp()}/{steps}"
    kept: Any = cache.get(key)
    if kept is None or (kept[0] != mark and not 0 <= now - kept[1] < LEAST_AGE):
        kept = (mark, now, evidence_of_judges(campaign), repeat_tallies(campaign))
        cache.set(key, kept, KEPT_SECONDS)
    return kept[2], kept[3]


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
