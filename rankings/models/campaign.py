"""The campaign, its guidelines, and the people who take part in it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Campaign(models.Model):
    """One evaluation: a corpus, the systems that corrected it, the items sampled from it and its people.

    States: draft (being prepared) -> open (judges rank) -> closed (no new rankings) -> frozen (nothing
    changes any more). A closed campaign may be opened again; a frozen one may not.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        OPEN = "open", _("Open")
        CLOSED = "closed", _("Closed")
        FROZEN = "frozen", _("Frozen")

    class Sampler(models.TextChoices):
        DIVERSITY = "diversity", "Favour sentences on which systems differ"
        UNIFORM = "uniform", "Every sentence equally likely"

    class Direction(models.TextChoices):
        AUTO = "auto", "From the text"
        LTR = "ltr", "Left to right"
        RTL = "rtl", "Right to left"

    class GuidelinesFormat(models.TextChoices):
        MARKDOWN = "markdown", "Markdown: headings, lists, emphasis, links, tables"
        PLAIN = "plain", "Plain text: blank lines make paragraphs"

    class FirstRank(models.TextChoices):
        ALLOW = "allow", "Say nothing: judges may use any part of the scale"
        WARN = "warn", "Tell the judge, and take the ranking"
        REQUIRE = "require", "Ask for a rank 1 before the ranking is taken"

    class Look(models.TextChoices):
        STANDARD = "standard", "Standard"
        OF_2015 = (
            "2015",
            "As in 2015: ranks above bold outputs, Best and Worst, pure blue",
        )

    slug = models.SlugField("address", max_length=60, unique=True, allow_unicode=True)
    title = models.CharField("title", max_length=200)
    guidelines = models.TextField("guidelines for judges", blank=True)
    guidelines_format = models.CharField(
        "written as",
        max_length=10,
        choices=GuidelinesFormat,
        default=GuidelinesFormat.MARKDOWN,
    )
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    language = models.CharField(
        "language of the sentences",
        max_length=35,
        blank=True,
        help_text="A code such as en, ar or zh-Hans",
    )
    direction = models.CharField("writing direction", max_length=4, choices=Direction, default=Direction.AUTO)
    max_outputs = models.PositiveSmallIntegerField("outputs shown at most", default=5)
    include_input = models.BooleanField("the unchanged source takes part as a system", default=True)
    sampler = models.CharField(max_length=10, choices=Sampler, default=Sampler.DIVERSITY)
    seed = models.BigIntegerField(
        null=True, blank=True, help_text="Seed of the sample; set when items are drawn"
    )
    judges_per_item = models.PositiveSmallIntegerField("judges per item", default=2)
    first_rank = models.CharField(
        "when no output has rank 1",
        max_length=10,
        choices=FirstRank,
        default=FirstRank.WARN,
    )
    look = models.CharField("look of the judging page", max_length=10, choices=Look, default=Look.STANDARD)
    marks_edits = models.BooleanField(
        "judges may mark single edits as wrong or unneeded",
        default=False,
        db_default=False,
    )
    shows_active_time = models.BooleanField("judges see their active minutes", default=False)
    suggests_breaks = models.BooleanField("suggest a break after every 20 items", default=False)
    judge_quota = models.PositiveIntegerField("items per judge at most", null=True, blank=True)
    repeat_percent = models.PositiveSmallIntegerField("items shown again to the same judge", default=0)
    repeat_gap = models.PositiveSmallIntegerField("items between an item and its repetition", default=20)
    check_percent = models.PositiveSmallIntegerField("check items", default=0)
    check_pass_percent = models.PositiveSmallIntegerField("check items to be passed at least", default=60)
    least_checks = models.PositiveSmallIntegerField("check items before a judge is assessed", default=4)
    stops_at_failed_checks = models.BooleanField("judges who pass fewer get no further items", default=False)
    begins_with_training = models.BooleanField("judges begin with the training items", default=False)
    guidelines_version = models.PositiveIntegerField(default=1)
    survey = models.JSONField(default=list, blank=True, help_text="questions (rankings.survey.questions)")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="created_campaigns"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    archived_at = models.DateTimeField(
        null=True, blank=True, help_text="since then read-only and off the front list, whatever its state"
    )

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["draft", "open", "closed", "frozen"]), name="campaign_state_known"
            ),
            models.CheckConstraint(
                condition=Q(max_outputs__range=(2, 10)), name="campaign_max_outputs_2_to_10"
            ),
            models.CheckConstraint(
                condition=Q(judges_per_item__gte=1), name="campaign_judges_per_item_positive"
            ),
            models.CheckConstraint(
                condition=Q(repeat_percent__lte=50, check_percent__lte=50, check_pass_percent__lte=100),
                name="campaign_plan_percentages_in_range",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("campaigns:desk", args=[self.slug])

    @property
    def is_read_only(self) -> bool:
        """Whether nothing in the campaign may be changed: it is frozen or archived."""
        return self.state == self.State.FROZEN or self.archived_at is not None


class Membership(models.Model):
    """A person's role in a campaign, apart from judging.

    owner: everything, including people and deletion; manager: corpus, items, judges, states;
    researcher: reports and exports.
    """

    class Role(models.TextChoices):
        OWNER = "owner", _("Owner")
        MANAGER = "manager", _("Manager")
        RESEARCHER = "researcher", _("Researcher")

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="one_membership_per_campaign_and_user"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role}) in {self.campaign}"


class Judge(models.Model):
    """A judge of one campaign, known to exports by `name` only.

    The account behind a judge may be missing: judgments can be imported, and personal data can be removed
    while the rankings stay.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="judges")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="judgeships"
    )
    name = models.CharField("name in reports and exports", max_length=80)
    is_active = models.BooleanField(default=True)
    quota = models.PositiveIntegerField(
        "items at most",
        null=True,
        blank=True,
        help_text="instead of the campaign's quota",
    )
    preferences = models.JSONField(
        default=dict, blank=True, help_text="how the judge likes the judging page: keys, views"
    )
    crowd_id = models.CharField(
        max_length=64, blank=True, help_text="keyed hash of the id that a participant has on another site"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint("campaign", Lower("name"), name="judge_name_unique_in_campaign"),
            models.UniqueConstraint(
                fields=["campaign", "user"],
                condition=Q(user__isnull=False),
                name="one_judge_per_campaign_and_user",
            ),
            models.UniqueConstraint(
                fields=["campaign", "crowd_id"],
                condition=~Q(crowd_id=""),
                name="one_judge_per_participant",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class GuidelinesRevision(models.Model):
    """The guidelines as they stood from one change to the next; rankings keep the number."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="guidelines_revisions")
    version = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    format = models.CharField(
        max_length=10, choices=Campaign.GuidelinesFormat, default=Campaign.GuidelinesFormat.MARKDOWN
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "version"], name="guidelines_version_unique"),
        ]

    def __str__(self) -> str:
        return f"guidelines {self.version} of {self.campaign}"
