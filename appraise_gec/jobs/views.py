"""Follow a job, cancel it or retry it. Strangers get 404, as if there were no such job."""

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from appraise_gec.accounts.models import User
from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job
from appraise_gec.jobs.services import kind_of
from appraise_gec.security import safe_next


@require_GET
@never_cache
def status(request: HttpRequest, job_id: UUID) -> HttpResponse:
    """How far the job is, as JSON: for its requester, a superuser, and whom its kind admits."""
    job, user = get_object_or_404(Job, pk=job_id), request.user
    if not isinstance(user, User) or not (may_change(user, job) or kind_of(job.kind).may_see(user, job)):
        raise Http404
    return JsonResponse(job.as_json())


def _changing(change: Callable[[Job], object]) -> Callable[..., HttpResponse]:
    @require_POST
    @login_required
    def view(request: HttpRequest, job_id: UUID) -> HttpResponse:
        job = get_object_or_404(Job, pk=job_id)
        if not isinstance(request.user, User) or not may_change(request.user, job):
            raise Http404
        change(job)
        return HttpResponseRedirect(safe_next(request) or reverse("jobs:status", args=[job_id]))

    return view


cancel, retry = _changing(services.cancel), _changing(services.retry)


def may_change(user: User, job: Job | None) -> bool:
    """Whether a person may cancel a job, or have it tried again."""
    return job is not None and (user.is_superuser or job.requested_by_id == user.pk)


app_name = "jobs"
urlpatterns = [
    path("<uuid:job_id>/", status, name="status"),
    path("<uuid:job_id>/cancel/", cancel, name="cancel"),
    path("<uuid:job_id>/retry/", retry, name="retry"),
]
