"""What judges have worked, as a page and as a file."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from appraise_gec.presentation.downloads import download
from rankings.access.pages import managed, page
from rankings.desk.payment import pay_file, pay_rows, total_of
from rankings.desk.payment_form import PaymentForm


@login_required
@require_safe
def payment(request: HttpRequest, slug: str) -> HttpResponse:
    """Time, items and amounts by judge."""
    access = managed(request, slug)
    form = PaymentForm(request.GET)
    is_valid = form.is_valid()
    rows = pay_rows(access.campaign, form.wish) if is_valid else []
    context = {
        "tab": "judges",
        "form": form,
        "rows": rows,
        "total": total_of(rows),
        "wish": form.wish,
        "address": request.GET.urlencode(),
        "time_zone": timezone.get_current_timezone_name(),
    }
    return page(request, access, "desk/payment.html", context, status=200 if is_valid else 422)


@login_required
@require_safe
def payment_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The same as CSV."""
    access = managed(request, slug)
    form = PaymentForm(request.GET)
    if not form.is_valid():
        return HttpResponse(_("The days or the rate cannot be read."), status=422, content_type="text/plain")
    content = pay_file(pay_rows(access.campaign, form.wish), form.wish)
    return download(content, "text/csv; charset=utf-8", f"{access.campaign.slug}-payment.csv")
