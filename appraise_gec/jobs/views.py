"""Follow a job, cancel it or retry it. Strangers get 404, as if there were no such job."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from appraise_gec.jobs.kinds import kind_of
from appraise_gec.jobs.models import Job
from appraise_gec.redirects import safe_next


@require_GET
@never_cache
def status(request: HttpRequest, job_id: UUID) -> HttpResponseBase:
    """How far the job is, as JSON."""
    job = get_object_or_404(Job, pk=job_id)
    if not may_see(request, job):
        raise Http404
    return JsonResponse(job.as_json())


@require_POST
@login_required
def cancel(request: HttpRequest, job_id: UUID) -> HttpResponse:
    services.cancel(own_job(request, job_id))
    return back(request, job_id)


@require_POST
@login_required
def retry(request: HttpRequest, job_id: UUID) -> HttpResponse:
    services.retry(own_job(request, job_id))
    return back(request, job_id)


def may_see(request: HttpRequest, job: Job) -> bool:
    """Whether this visitor may follow the job: its requester, a superuser, or whom its kind admits."""
    user = request.user
    if not isinstance(user, User):
        return False
    if may_change(user, job):
        return True
    try:
        return kind_of(job.kind).may_see(user, job)
    except LookupError:
        return False


def may_change(user: User, job: Job | None) -> bool:
    """Whether a person may cancel a job, or have it tried again."""
    return job is not None and (user.is_superuser or job.requested_by_id == user.pk)


def own_job(request: HttpRequest, job_id: UUID) -> Job:
    job = get_object_or_404(Job, pk=job_id)
    if not isinstance(request.user, User) or not may_change(request.user, job):
        raise Http404
    return job


def back(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """To the page that the form named in `next`, or to the job's status."""
    if target := safe_next(request):
        return HttpResponseRedirect(target)
    return redirect("jobs:status", job_id=job_id)
