"""The next item's page, fetched by the page before it. JSON out.

- ahead: {"next": address, "key": its assignment, "seconds": how long it is kept, "page": HTML}, or
  {"next": null} where there is none to fetch.
- give-back: {"givenBack": bool}.
"""

from dataclasses import replace
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from rankings.access.audience import open_judge
from rankings.access.pages import signed_in
from rankings.judging import ahead as services
from rankings.judging.pages import item_page
from rankings.judging.sheets import open_sheet, open_sheet_page
from rankings.judging.submission import OwnRanking


@login_required
@require_POST
@never_cache
def ahead(request: HttpRequest, slug: str, key: UUID) -> JsonResponse:
    """Lend the item after this one, and return its page as it will be once this one is answered."""
    person = signed_in(request)
    lent = services.lend_ahead(open_sheet(person, slug, key))
    if lent is None:
        return JsonResponse({"next": None})
    page = open_sheet_page(person, slug, lent.key)
    page = replace(page, done=page.done + 1)
    context = item_page(page, OwnRanking((None,) * len(page.sheet.outputs)))
    # Messages belong to the page that is in view.
    html = render_to_string("judging/item.html", {**context, "messages": ()}, request)
    return JsonResponse(
        {
            "next": reverse("judging:item", args=[slug, lent.key]),
            "key": str(lent.key),
            "seconds": max(0, int((lent.lease_expires_at - timezone.now()).total_seconds())),
            "page": html,
        }
    )


@login_required
@require_POST
@never_cache
def give_back(request: HttpRequest, slug: str, key: UUID) -> JsonResponse:
    """Give an item back that was fetched and never shown."""
    return JsonResponse({"givenBack": services.give_back(open_judge(signed_in(request), slug), key)})
