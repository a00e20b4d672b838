"""How much is left for a judge, in round numbers: "About 45 items left. About 30 minutes."

The time of an item is a median, so that an answer without reading, or one over a coffee, changes nothing: of
this judge's own plausible answers, else of those of the campaign, else of the 2015 campaign.
"""

import math
from dataclasses import dataclass
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rankings.judging.progress import EXACT_ITEMS, FEWEST_TIMES, ROUNDED_TO
from rankings.models import Judge, Ranking
from rankings.plan.forecast import PLAUSIBLE_SECONDS, typical_seconds

RECENT = 21
EXACT_MINUTES = 10
IN_HOURS_ABOVE = 90


@dataclass(frozen=True, slots=True)
class Workload:
    """What is left. `basis` says whose times it is based on: "judge", "campaign" or "2015".

    `items` is exact up to `EXACT_ITEMS` and rounded to `ROUNDED_TO` above, `minutes` likewise. Where others
    may take some of the items (`is_exact` is false), a small number is an expectation, too.
    """

    items: int
    minutes: int
    basis: str
    is_exact: bool = True

    @property
    def words(self) -> str:
        """For instance "About 45 items left. About 30 minutes." """
        sentences = {"items": self._items_in_words(), "time": self._time_in_words()}
        return pgettext("two sentences", "%(items)s %(time)s") % sentences

    @property
    def basis_in_words(self) -> str:
        match self.basis:
            case "judge":
                return _("Based on your latest answers.")
            case "campaign":
                return _("Based on the answers of all judges here.")
        return _("Based on 49 seconds per item, the median of an earlier study.")

    def _items_in_words(self) -> str:
        if self.is_exact and self.items <= EXACT_ITEMS:
            return ngettext("%(n)d item left.", "%(n)d items left.", self.items) % {"n": self.items}
        return ngettext("About %(n)d item left.", "About %(n)d items left.", self.items) % {"n": self.items}

    def _time_in_words(self) -> str:
        if self.minutes > IN_HOURS_ABOVE:
            hours = round(self.minutes / 60)
            return ngettext("About an hour.", "About %(n)d hours.", hours) % {"n": hours}
        return ngettext("About a minute.", "About %(n)d minutes.", self.minutes) % {"n": self.minutes}


def workload(judge: Judge, items: int, *, is_exact: bool = True) -> Workload | None:
    """What `items` more items come to for the judge; None where there are none."""
    if items <= 0:
        return None
    seconds, basis = _seconds_of_an_item(judge)
    minutes = max(1, math.ceil(items * seconds / 60))
    return Workload(_rounded(items, EXACT_ITEMS), _rounded(minutes, EXACT_MINUTES), basis, is_exact)


def _seconds_of_an_item(judge: Judge) -> tuple[float, str]:
    least, most = PLAUSIBLE_SECONDS
    timed = Ranking.objects.filter(
        judge=judge, is_current=True, active_seconds__gte=least, active_seconds__lte=most
    )
    own = timed.order_by("-pk").values_list("active_seconds", flat=True)[:RECENT]
    seconds = [second for second in own if second is not None]
    if len(seconds) >= FEWEST_TIMES:
        return median(seconds), "judge"
    usual, is_of_campaign = typical_seconds(judge.campaign)
    return usual, "campaign" if is_of_campaign else "2015"


def _rounded(number: int, exact: int) -> int:
    return number if number <= exact else ROUNDED_TO * round(number / ROUNDED_TO)
