"""How a participant's task ends, with the code to take back to the site that the participant came from."""

from dataclasses import dataclass

from rankings.judging.quality import is_screened_out
from rankings.judging.standing import Task
from rankings.models import CrowdParticipant


@dataclass(frozen=True, slots=True)
class Ending:
    """`kind` is "done", "screened-out" or "nothing" (there was nothing to do, so there is no code)."""

    kind: str
    code: str
    return_url: str


def ending_of(task: Task) -> Ending | None:
    """The ending of a participant who has nothing more to do here; None for everybody else.

    Whoever has ranked something and gets nothing more has done the task, also when the items ran out or the
    campaign was closed meanwhile: that is not the participant's fault.
    """
    judge = task.judge
    failed = is_screened_out(judge)
    if task.stage not in {"finished", "closed"} and not failed:
        return None
    place = CrowdParticipant.objects.select_related("entry").filter(judge=judge).first()
    if place is None:
        return None
    entry = place.entry
    if failed:
        return Ending("screened-out", entry.screened_out_code, entry.screened_out_url)
    if not task.ranked:
        return Ending("nothing", "", "")
    return Ending("done", entry.completion_code, entry.completion_url)
