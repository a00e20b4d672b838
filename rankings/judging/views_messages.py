"""Messages of the managers to a judge."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rankings.access.audience import open_judge
from rankings.access.pages import signed_in
from rankings.desk.judge_notes import confirm_read

LARGEST_KEY = 2**63 - 1


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def confirm_message(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The judge has read a message."""
    judge = open_judge(signed_in(request), slug)
    if request.method == "POST" and number <= LARGEST_KEY:
        confirm_read(judge, number)
    return redirect("judging:task", slug)
