"""The ways in without a password: a link to a judge's seat or a role, and the public link of a crowd."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.forms import BaseUserCreationForm
from django.db import IntegrityError, transaction
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.forms import LONG_ENOUGH
from appraise_gec.accounts.models import User
from appraise_gec.accounts.second_factor import sign_in
from appraise_gec.accounts.throttle import NEW_PARTICIPANTS, WRONG_LINKS, neighbourhood
from rankings.access import MANAGERS, Refused, signed_in
from rankings.models import Campaign, Crowd, Link, Membership
from rankings.people import crowd as crowds
from rankings.people.links import Standing, look_up, use

WELCOME = {
    Membership.Role.OWNER: gettext_lazy("Welcome! You are owner of “%(title)s” now."),
    Membership.Role.MANAGER: gettext_lazy("Welcome! You are manager of “%(title)s” now."),
    Membership.Role.RESEARCHER: gettext_lazy("Welcome! You are researcher of “%(title)s” now."),
}
STATUS = {Standing.UNKNOWN: 404, Standing.ON_HOLD: 403}


class NewAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """User name and password of a person who takes up an invitation."""

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = gettext_lazy("User name")
        self.fields["username"].help_text = gettext_lazy(
            "You sign in with it. Letters, digits and @ . + - _ only."
        )
        self.fields["email"].label = gettext_lazy("E-mail address")
        self.fields["email"].help_text = gettext_lazy(
            "Used when you have forgotten your password, and for messages about your campaigns."
        )
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["password1"].help_text = LONG_ENOUGH
        self.fields["password2"].label = gettext_lazy("Repeat password")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        username = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise ValidationError(gettext_lazy("This user name is taken. Choose another one."))
        return username


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def link(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link changes nothing; only the form on it uses the link."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        return _sorry(request, _("Please wait"), too_many_wrong_links(), 429)
    found, standing = look_up(secret)
    if found is None:
        WRONG_LINKS.take(where)
    if found is None or standing is not Standing.VALID:
        return _sorry(request, _("This link does not work"), standing.words, STATUS.get(standing, 410))
    if found.kind == Link.Kind.PERSONAL:
        return _start(request, secret, found)
    return _take_up(request, secret, found)


def too_many_wrong_links() -> str:
    """What is said to an address from which too many wrong links were opened."""
    minutes = WRONG_LINKS.minutes
    return ngettext(
        "Too many wrong links were opened from here. Wait %(minutes)s minute.",
        "Too many wrong links were opened from here. Wait %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}


def _take_up(request: HttpRequest, secret: str, found: Link) -> HttpResponse:
    """With the account that the person is signed in with, or with a new one."""
    with_own = "username" not in request.POST and request.user.is_authenticated
    form = NewAccountForm(request.POST if request.method == "POST" and not with_own else None)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if with_own:
                use(secret, signed_in(request))
                return _welcome(request, found)
            if form.is_valid():
                with transaction.atomic():
                    user = _new_account(form)
                    use(secret, user, made_account=True)
                return sign_in(request, user, _welcome(request, found))
        except Refused as refusal:
            reasons = refusal.reasons
    return _page(request, found, 422 if reasons or form.errors else 200, form=form, reasons=reasons)


def _new_account(form: NewAccountForm) -> User:
    try:
        with transaction.atomic():
            user: User = form.save()
    except IntegrityError:
        raise Refused(_("This user name has just been taken. Choose another one.")) from None
    return user


def _start(request: HttpRequest, secret: str, found: Link) -> HttpResponse:
    task = redirect("judging:task", slug=found.campaign.slug)
    if request.user.is_authenticated and found.judge and request.user.pk == found.judge.user_id:
        return task
    if request.method != "POST":
        return _page(request, found, 200)
    try:
        return sign_in(request, use(secret, None), task)
    except Refused as refusal:
        return _sorry(request, _("This link does not work"), str(refusal), 410)


def _welcome(request: HttpRequest, found: Link) -> HttpResponse:
    campaign = found.campaign
    if found.role:
        messages.success(request, WELCOME[Membership.Role(found.role)] % {"title": campaign.title})
        page = "campaigns:desk" if found.role in MANAGERS else "reports:overview"
        return redirect(page, slug=campaign.slug)
    if campaign.state == Campaign.State.OPEN:
        messages.success(request, _("Welcome! From now on, sign in with your user name and password."))
        return redirect("judging:task", slug=campaign.slug)
    messages.success(
        request,
        _("You are a judge of “%(title)s” now. Judging is not open yet; your task will be here when it is.")
        % {"title": campaign.title},
    )
    return redirect("home")


def _page(request: HttpRequest, found: Link, status: int, **more: object) -> HttpResponse:
    context = {"link": found, "judge": found.judge, "campaign": found.campaign, **more}
    return render(request, "people/link.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, key: str) -> HttpResponse:
    """The first page of a participant. Only its button makes a judge and signs the person in."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        return _sorry(request, _("Please wait"), too_many_wrong_links(), 429, study=True)
    crowd = Crowd.objects.select_related("campaign").filter(key=key, is_on=True).first()
    if crowd is None:
        WRONG_LINKS.take(where)
        reason = _("It may be incomplete or mistyped, or the study no longer uses it.")
        return _sorry(request, _("This link is not in use"), reason, 404, study=True)
    try:
        participant = crowds.participant_in(crowd, dict(request.GET.lists()))
    except Refused as refusal:
        return _sorry(request, _("This link does not work"), str(refusal), 400, study=True)
    try:
        return _let_in(request, crowd, participant)
    except crowds.NotNow as refusal:
        return _sorry(request, refusal.title, str(refusal), 409, study=True)


def _let_in(request: HttpRequest, crowd: Crowd, participant: str) -> HttpResponse:
    judge = crowds.judge_behind(crowd, participant)
    crowds.refuse_entrance(crowd, judge, request.user)
    task = redirect("judging:task", slug=crowd.campaign.slug)
    if judge is not None and judge.user_id == request.user.pk:
        return task
    if request.method != "POST":
        tasks = crowds.tasks_of_each(crowd)
        context = {"crowd": crowd, "campaign": crowd.campaign, "judge": judge, "tasks": tasks}
        return render(request, "people/join.html", context)
    where = neighbourhood(request)
    if judge is None and NEW_PARTICIPANTS.is_over(where):
        minutes = NEW_PARTICIPANTS.minutes
        reason = ngettext(
            "Too many people began from here. Try again in %(minutes)s minute.",
            "Too many people began from here. Try again in %(minutes)s minutes.",
            minutes,
        ) % {"minutes": minutes}
        return _sorry(request, _("Please wait"), reason, 429, study=True)
    joined = crowds.join(crowd, participant, request.user)
    if judge is None:
        NEW_PARTICIPANTS.take(where)
    return sign_in(request, cast("User", joined.user), task)


def _sorry(
    request: HttpRequest, title: str, reason: str, status: int, *, study: bool = False
) -> HttpResponse:
    context = {"title": title, "reason": reason, "study": study}
    return render(request, "people/refused.html", context, status=status)
