"""The last page of a participant's task."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from rankings.access.audience import open_judge
from rankings.access.pages import signed_in
from rankings.judging.ending import ending_of
from rankings.judging.standing import task_of
from rankings.judging.survey_steps import AFTER, is_asked_last, survey_steps


@login_required
@require_safe
@never_cache
def end(request: HttpRequest, slug: str) -> HttpResponse:
    """The code that a participant takes back. Whoever is not at the end goes to the task."""
    task = task_of(open_judge(signed_in(request), slug))
    ending = ending_of(task)
    if ending is None:
        return redirect("judging:task", slug)
    if is_asked_last(task):
        return redirect("judging:survey", slug, AFTER)
    context = {"task": task, "campaign": task.campaign, "ending": ending, "survey": survey_steps(task)}
    return render(request, "judging/ending.html", context)
