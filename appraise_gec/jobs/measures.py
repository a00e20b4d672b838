"""Jobs as Prometheus sees them: by state and age."""

from collections.abc import Iterable

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import Metric

from appraise_gec.jobs.models import WORKING_STATES, Job, State
from appraise_gec.seeing.requests import gauge, measured


@measured
def jobs() -> Iterable[Metric]:
    rows = Job.objects.order_by().values_list("state").annotate(Count("pk"), Min("created_at"))
    found = {state: (count, oldest) for state, count, oldest in rows}
    now = timezone.now()
    counts = {str(state): found[state][0] if state in found else 0 for state in State.values}
    ages = {
        str(state): (now - found[state][1]).total_seconds() if state in found else 0.0
        for state in WORKING_STATES
    }
    yield gauge("jobs", "Jobs by state.", counts, "state")
    yield gauge("job_oldest_seconds", "Time since the oldest job was asked for.", ages, "state")
