"""From sampled items to judges' rankings, marks and answers to questions."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from rankings.models.campaign import Campaign, Judge
from rankings.models.corpus import Sentence, System


class ResultSet(models.Model):
    """A set of results in an imported file; kept so that an export can say where a ranking came from."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="result_sets")
    name = models.CharField(max_length=255)
    source_language = models.CharField(max_length=35, blank=True)
    target_language = models.CharField(max_length=35, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "name", "source_language", "target_language"], name="result_set_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Item(models.Model):
    """A sentence chosen for judging with at most M of its distinct outputs.

    The same sentence may be sampled again: that is how agreement within and between judges can be measured.
    An imported item that everybody skipped has no outputs, because its file does not name them.

    Purposes: "judging" items make up the campaign. A "repeat" is a copy of one (`original`) for the one judge
    who is shown it again (`reserved_for`), and has its number. "check" and "training" items have an answer
    known beforehand: `expected` holds pairs of output positions, {"before": [[better, worse], ...],
    "equal": [[one, other], ...]}. Their rankings are in no statistics and no export of judgments.
    """

    class Purpose(models.TextChoices):
        JUDGING = "judging"
        REPEAT = "repeat"
        CHECK = "check"
        TRAINING = "training"

    class CheckKind(models.TextChoices):
        DAMAGED = "damaged", "A damaged output beside the good one"
        IDENTICAL = "identical", "The same output twice"
        KNOWN_ORDER = "known-order", "A known order"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="items")
    sentence = models.ForeignKey(Sentence, on_delete=models.CASCADE, related_name="items")
    number = models.PositiveIntegerField(help_text="order in which items are handed out, from 0")
    label = models.CharField(max_length=255, blank=True, help_text="the item's id in the file it came from")
    is_imported = models.BooleanField(default=False)
    purpose = models.CharField(max_length=10, choices=Purpose, default=Purpose.JUDGING)
    original = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="repeats"
    )
    reserved_for = models.ForeignKey(
        Judge, on_delete=models.CASCADE, null=True, blank=True, related_name="reserved_items"
    )
    check_kind = models.CharField(max_length=12, choices=CheckKind, blank=True)
    expected = models.JSONField(default=dict, blank=True)
    explanation = models.TextField("explanation of the answer", max_length=4000, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True, help_text="handed out to nobody since then")
    top_up = models.PositiveIntegerField(
        null=True, blank=True, help_text="number of the later addition that it came with, from 1"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "number"],
                condition=Q(original__isnull=True),
                name="item_number_unique_in_campaign",
            ),
            models.UniqueConstraint(
                fields=["original", "reserved_for"],
                condition=Q(original__isnull=False),
                name="item_repeated_once_per_judge",
            ),
            models.CheckConstraint(
                condition=Q(purpose="repeat", original__isnull=False, reserved_for__isnull=False)
                | Q(
                    purpose__in=["judging", "check", "training"],
                    original__isnull=True,
                    reserved_for__isnull=True,
                ),
                name="item_purpose_known",
            ),
        ]
        indexes = [models.Index(fields=["campaign", "purpose", "number"])]

    def __str__(self) -> str:
        return f"item {self.number}"


class ItemOutput(models.Model):
    """One distinct output of an item, as judges see it."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="outputs")
    position = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["item_id", "position"]
        constraints = [
            models.UniqueConstraint(fields=["item", "position"], name="one_item_output_per_position"),
        ]

    def __str__(self) -> str:
        return self.text


class ItemOutputSystem(models.Model):
    """Which systems produced a distinct output. A system has at most one output in an item."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    output = models.ForeignKey(ItemOutput, on_delete=models.CASCADE, related_name="producers")
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="item_outputs")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "system"], name="system_once_per_item"),
        ]

    def __str__(self) -> str:
        return f"{self.system_id} -> {self.output_id}"


class Assignment(models.Model):
    """An item lent to a judge, with the order in which its outputs are shown, fixed at first display.

    `order[k]` is the `ItemOutput.position` shown in row k. States: lent -> done (ranked), or lent -> skipped
    (set aside by the judge). An expired lease frees the judge's slot for somebody else.
    One that a manager has revoked is not offered to the judge again; an answer on its way still counts.
    One whose ranking is discarded holds no slot either, and what its judge answers is discarded, too.
    """

    class State(models.TextChoices):
        LENT = "lent"
        DONE = "done"
        SKIPPED = "skipped"

    key = models.UUIDField(
        default=uuid.uuid4, unique=True, editable=False, help_text="names the assignment in URLs"
    )
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="assignments")
    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="assignments")
    order = models.JSONField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.LENT)
    lent_at = models.DateTimeField()
    lease_expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    discarded_at = models.DateTimeField(
        null=True, blank=True, help_text="when a manager gave the item to others"
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    draft = models.JSONField(null=True, blank=True)
    draft_revision = models.PositiveIntegerField(default=0)
    draft_writer = models.UUIDField(null=True, blank=True, help_text="the page that wrote the draft")
    postponed_at = models.DateTimeField(null=True, blank=True, help_text="when skipped for now")
    times_postponed = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "judge"], name="item_lent_once_to_a_judge"),
            models.CheckConstraint(
                condition=Q(state__in=["lent", "done", "skipped"]), name="assignment_state_known"
            ),
        ]
        indexes = [models.Index(fields=["judge", "state"])]

    def __str__(self) -> str:
        return f"{self.item_id} lent to {self.judge_id}"


class Ranking(models.Model):
    """A judge's answer to an item. Append-only: an edit is a new revision, and exactly one stands.

    The one that stands is current and counts, or a manager has discarded it (`discarded_at`) and none counts.
    A skipped ranking records that the judge saw the item without ranking it; it has no ranked outputs.
    A revision's seconds include those of the revisions before it: they are the time spent on the answer.
    """

    # The answer as its judge sees it; what counts is current.
    STANDS = Q(is_current=True) | Q(discarded_at__isnull=False)

    class FlagReason(models.TextChoices):
        UNCLEAR = "unclear", _("I do not understand what the writer meant")
        INCOMPARABLE = "incomparable", _("The outputs cannot be compared")
        BROKEN = "broken", _("The text is broken or not a sentence")
        DISTRESSING = "distressing", _("The text is offensive or private")
        OTHER = "other", _("Something else")

    class FlagOutcome(models.TextChoices):
        RETIRED = "retired", "Item retired"
        ANSWERED = "answered", "Answered"
        DISMISSED = "dismissed", "Dismissed"

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="rankings")
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="rankings")
    revision = models.PositiveIntegerField(default=1)
    is_current = models.BooleanField(default=True)
    discarded_at = models.DateTimeField(
        null=True, blank=True, help_text="when a manager left out the revision that stands"
    )
    discard_reason = models.TextField(max_length=1000, blank=True)
    skipped = models.BooleanField(default=False)
    offers_marks = models.BooleanField(
        default=False,
        db_default=False,  # processes of the version before store rankings until they are replaced
        help_text="whether the judge could mark single edits as wrong or unneeded",
    )
    flag_reason = models.CharField(
        "what is wrong with the item", max_length=20, choices=FlagReason, blank=True
    )
    flag_note = models.TextField("note about the item", max_length=1000, blank=True)
    flag_outcome = models.CharField("decision about the flag", max_length=10, choices=FlagOutcome, blank=True)
    flag_answer = models.TextField("answer to the judge", max_length=1000, blank=True)
    flag_decided_at = models.DateTimeField(null=True, blank=True)
    wall_seconds = models.FloatField(null=True, blank=True, help_text="from display to submission")
    active_seconds = models.FloatField(null=True, blank=True, help_text="idle time excluded")
    opened_at = models.DateTimeField(null=True, blank=True, help_text="when the answered page was shown")
    submitted_at = models.DateTimeField(null=True, blank=True)
    guidelines_version = models.PositiveIntegerField(
        null=True, blank=True, help_text="of the guidelines in force where it was made, if known"
    )
    submission = models.UUIDField(
        null=True, blank=True, help_text="made by the page that submitted; the same page submits once"
    )
    result_set = models.ForeignKey(
        ResultSet, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    source_label = models.CharField(max_length=255, blank=True, help_text="id in the imported file")
    source_document = models.CharField(max_length=255, blank=True, help_text="doc-id in the imported file")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judge", "item", "revision"], name="ranking_revision_unique"),
            models.UniqueConstraint(
                fields=["judge", "item"],
                condition=Q(is_current=True) | Q(discarded_at__isnull=False),
                name="one_standing_ranking_per_judge_and_item",
            ),
            models.CheckConstraint(
                condition=Q(is_current=False) | Q(discarded_at__isnull=True),
                name="discarded_ranking_not_current",
            ),
            models.UniqueConstraint(
                fields=["judge", "submission"],
                condition=Q(submission__isnull=False),
                name="one_ranking_per_submission",
            ),
            models.CheckConstraint(condition=Q(revision__gte=1), name="ranking_revision_from_1"),
        ]

    def __str__(self) -> str:
        return f"ranking of item {self.item_id} by judge {self.judge_id}"


class RankedOutput(models.Model):
    """The rank of one distinct output in a ranking: 1 is best, `worst_rank` the last one offered."""

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="ranks")
    output = models.ForeignKey(ItemOutput, on_delete=models.CASCADE, related_name="ranks")
    rank = models.PositiveSmallIntegerField()
    worst_rank = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ranking", "output"], name="one_rank_per_output"),
            models.CheckConstraint(
                condition=Q(rank__gte=1) & Q(rank__lte=F("worst_rank")), name="rank_from_1_to_worst_rank"
            ),
        ]

    def __str__(self) -> str:
        return str(self.rank)


class EditMark(models.Model):
    """An edit of an output that a judge marked as wrong or unneeded, in one revision of a ranking.

    Append-only as its ranking. The source tokens `start..end-1` are replaced; `start == end` inserts before
    `start`. `tokens` says what a token is, `kind` what the edit does (`rankings.items.offered_edits`).
    """

    class Verdict(models.TextChoices):
        WRONG = "wrong", "Wrong"
        UNNEEDED = "unneeded", "Unneeded"

    ranking = models.ForeignKey(Ranking, on_delete=models.CASCADE, related_name="edit_marks")
    output = models.ForeignKey(ItemOutput, on_delete=models.CASCADE, related_name="edit_marks")
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    original = models.TextField(blank=True)
    correction = models.TextField(blank=True)
    kind = models.CharField(max_length=12)
    tokens = models.CharField(max_length=6)
    verdict = models.CharField(max_length=8, choices=Verdict)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["ranking", "output", "start", "end"], name="edit_marked_once_in_a_ranking"
            ),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="edit_mark_ends_after_its_start"),
            models.CheckConstraint(
                condition=Q(verdict__in=["wrong", "unneeded"]), name="edit_mark_verdict_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.verdict}: {self.original} -> {self.correction}"


class SurveyAnswer(models.Model):
    """A judge's answers to the questions before judging, or to those after it.

    They stay with the questions as they were asked. Answers that a judge withdraws are deleted; a row without
    answers says that, so that the judge is not asked again.
    """

    class Moment(models.TextChoices):
        BEFORE = "before", "Before judging"
        AFTER = "after", "After judging"

    judge = models.ForeignKey(Judge, on_delete=models.CASCADE, related_name="survey_answers")
    moment = models.CharField(max_length=6, choices=Moment)
    asked = models.JSONField(default=list, help_text="the questions, as in the survey of a campaign")
    answers = models.JSONField(default=dict, help_text="by the key of the question")
    is_withdrawn = models.BooleanField(default=False)
    submitted_at = models.DateTimeField()

    class Meta:
        ordering = ["judge_id", "moment"]
        constraints = [
            models.UniqueConstraint(fields=["judge", "moment"], name="one_survey_answer_per_moment"),
            models.CheckConstraint(condition=Q(moment__in=["before", "after"]), name="survey_moment_known"),
        ]

    def __str__(self) -> str:
        return f"answers of judge {self.judge_id} {self.moment} judging"
