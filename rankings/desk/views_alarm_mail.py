"""A member of the team asks for alarms by e-mail, or ends them."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.services import is_demo_person
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk.alarm_mail import subscribe, subscription_of
from rankings.models import AlarmSubscription
from rankings.people.invitation_mail import mail_is_configured


class AlarmMailForm(forms.Form):
    """How soon, if at all."""

    pace = forms.ChoiceField(
        choices=[("", gettext_lazy("Never")), *AlarmSubscription.Pace.choices],
        widget=forms.RadioSelect,
        required=False,
        label=gettext_lazy("Send new alarms to you"),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def alarm_mail(request: HttpRequest, slug: str) -> HttpResponse:
    """What the signed-in member gets; with the thresholds."""
    access = managed(request, slug)
    user = signed_in(request)
    form = AlarmMailForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            site = request.build_absolute_uri("/").rstrip("/")
            subscribe(access.campaign, user, form.cleaned_data["pace"], site=site)
        except Refused as refusal:
            tell_refusal(request, refusal)
        else:
            messages.success(request, _("Saved."))
        return redirect("campaigns:alarm-mail", slug=slug)
    stored = subscription_of(access.campaign, user)
    if not form.is_bound:
        form = AlarmMailForm(initial={"pace": stored.pace if stored else ""})
    context = {
        "tab": "desk",
        "form": form,
        "address": user.email,
        "is_demo_person": is_demo_person(user),
        "mail_is_configured": mail_is_configured(),
    }
    return page(request, access, "desk/alarm_mail.html", context, status=422 if form.errors else 200)
