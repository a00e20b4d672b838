"""Which work of human judgment the workers do."""

from django.utils import timezone

from appraise_gec.jobs.housekeeping import done_often, swept_daily
from appraise_gec.jobs.registry import job_handler
from appraise_gec.jobs.running import JobRun
from rankings.access.following import managers_follow, members_follow
from rankings.corpus import staging
from rankings.judging import slots
from rankings.models import Report
from rankings.people import invitation_mail
from rankings.plan import adding
from rankings.plan import certainty as plan_certainty
from rankings.plan import design as plan_design
from rankings.reports import services


@job_handler(services.REPORTS.kind, may_see=members_follow(Report))
def compute_report(run: JobRun) -> None:
    services.compute(run)


@job_handler(invitation_mail.JOB_KIND, may_see=managers_follow)
def send_invitations(run: JobRun) -> None:
    invitation_mail.send_links(run)


@job_handler(plan_certainty.JOB_KIND, may_see=managers_follow)
def simulate_the_plan(run: JobRun) -> None:
    from rankings.plan.certainty_computation import compute  # noqa: PLC0415 - numerical libraries

    compute(run)


@job_handler(plan_design.JOB_KIND, may_see=managers_follow)
def look_for_designs(run: JobRun) -> None:
    from rankings.plan.design_computation import compute  # noqa: PLC0415 - numerical libraries

    compute(run)


@job_handler(adding.JOB_KIND, may_see=managers_follow)
def add_items(run: JobRun) -> None:
    from rankings.plan.adding_computation import compute  # noqa: PLC0415 - numerical libraries

    compute(run)


@done_often("items to add while judging is open")
def request_items() -> int:
    return adding.request_due()


@swept_daily("uploads that nobody confirmed")
def clear_uploads() -> int:
    return staging.sweep()


@swept_daily("leases of items that are longer than any can be")
def shorten_leases() -> int:
    return slots.shorten_leases(timezone.now())


@swept_daily("addresses of letters that cannot be sent any more")
def clear_addresses() -> int:
    return invitation_mail.forget_old_addresses()
