"""A person's own account: name, e-mail address, campaigns, and how to leave them."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.forms import PasswordForm, ProfileForm
from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor import has_second_factor
from appraise_gec.accounts.services import is_demo_person
from rankings.access import Refused, campaigns_of, signed_in
from rankings.models import Judge
from rankings.people import privacy

app_name = "people"


@sensitive_post_parameters("current_password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """The person's data on this site, and ways to change or remove them."""
    user = signed_in(request)
    form = ProfileForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, _("Saved."))
        return redirect("people:account")
    context = {
        "form": form,
        "campaigns": campaigns_of(user),
        "judgeships": user.judgeships.select_related("campaign").order_by("campaign__title"),
        "is_demo_person": is_demo_person(user),
        "may_have_second_factor": user.has_usable_password() and not is_demo_person(user),
        "second_factor_is_on": has_second_factor(user),
        "mail_is_configured": settings.MAIL_IS_CONFIGURED,
    }
    return render(request, "people/account.html", context, status=422 if form.errors else 200)


class FarewellForm(PasswordForm):
    """Confirms that personal data are to be removed."""

    sure = forms.BooleanField(
        label=gettext_lazy("I understand that this cannot be undone."),
        error_messages={"required": gettext_lazy("Tick the box to confirm.")},
    )


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Stop judging in a campaign, and take one's personal data out of it."""
    user = signed_in(request)
    judge = get_object_or_404(Judge.objects.select_related("campaign"), campaign__slug=slug, user=user)
    if is_demo_person(user):
        messages.error(request, _("This demo account is shared by everybody at this machine."))
        return redirect("people:account")
    form = FarewellForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        privacy.leave(judge)
        messages.success(
            request,
            _("You have left “%(title)s”. It no longer holds anything that identifies you.")
            % {"title": judge.campaign.title},
        )
        return redirect("people:account" if User.objects.filter(pk=user.pk).exists() else "home")
    context = {"judge": judge, "form": form}
    return render(request, "people/farewell.html", context, status=422 if form.errors else 200)


@sensitive_post_parameters("password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the person's own account."""
    user = signed_in(request)
    form = FarewellForm(user, request.POST if request.method == "POST" else None)
    obstacles = privacy.deletion_obstacles(user)
    if request.method == "POST" and not obstacles and form.is_valid():
        try:
            privacy.delete_account(user)
        except Refused as refusal:
            obstacles = refusal.reasons
        else:
            logout(request)
            messages.success(request, _("Your account is deleted. Thank you for your work."))
            return redirect("home")
    judgeships = user.judgeships.select_related("campaign")
    context = {"form": form, "obstacles": obstacles, "judgeships": judgeships}
    status = 422 if form.errors or (request.method == "POST" and obstacles) else 200
    return render(request, "people/farewell.html", context, status=status)


urlpatterns = [
    path("", account, name="account"),
    path("leave/<address:slug>/", leave, name="leave"),
    path("delete/", delete, name="delete-account"),
]
