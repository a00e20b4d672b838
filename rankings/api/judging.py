"""The judge's own door: the next item and the answer to it. Judges are blind here as on their pages.

An item is known by the key of its assignment, an output by its row. Who wrote it, what the item is for and
what others answered is in no document.
"""

import uuid
from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.access import judgeships_of, open_judge
from rankings.api.access import JUDGING
from rankings.api.base import ApiView, Conflict
from rankings.api.documents import Address, KnownFields, documented
from rankings.judging.answers import MAX_NOTE, Flag, Visit
from rankings.judging.edit_marks import Place, edits_of
from rankings.judging.sheets import AnswerRefusedError, Sheet, SheetPage, open_sheet, open_sheet_page
from rankings.judging.standing import task_of
from rankings.judging.submission import NOT_OPEN, own_ranking, set_aside, submit_ranking
from rankings.judging.survey_steps import SurveyFirst, begin_item
from rankings.judging.training import is_training, training_answer
from rankings.judging.turns import postpone
from rankings.models import Assignment, Campaign, EditMark, Ranking

MOST_OUTPUTS = 10
DAY_SECONDS = 86_400
STAGES = ("not-open", "ready", "finished", "closed")


class TaskDocument(serializers.Serializer[Any]):
    """A campaign in which the person judges. `left` counts items that the judge could do now."""

    slug = serializers.CharField(source="campaign.slug")
    title = serializers.CharField(source="campaign.title")
    stage = serializers.ChoiceField(choices=STAGES)
    is_active = serializers.BooleanField(source="judge.is_active", help_text="false while on hold")
    stopped = serializers.BooleanField(help_text="no further items because of failed check items")
    ranked = serializers.IntegerField()
    skipped = serializers.IntegerField()
    left = serializers.IntegerField()
    guidelines = serializers.CharField(source="campaign.guidelines", allow_blank=True)
    guidelines_format = serializers.CharField(source="campaign.guidelines_format")
    guidelines_changed = serializers.BooleanField()
    first_rank = serializers.ChoiceField(source="campaign.first_rank", choices=Campaign.FirstRank.values)
    marks_edits = serializers.BooleanField(source="campaign.marks_edits")
    language = serializers.CharField(source="campaign.language", allow_blank=True)
    url = Address("api:judge-task", "campaign.slug")


class OutputDocument(serializers.Serializer[Any]):
    """An output in the row in which the judge sees it."""

    row = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True)


class EditDocument(KnownFields):
    """An edit of an output, as a span of source tokens: `start` is included, `end` is not."""

    row = serializers.IntegerField(min_value=0, max_value=MOST_OUTPUTS)
    start = serializers.IntegerField(min_value=0, max_value=999_999)
    end = serializers.IntegerField(min_value=0, max_value=999_999)
    verdict = serializers.ChoiceField(choices=EditMark.Verdict.values, allow_blank=True)


class TrainingDocument(serializers.Serializer[Any]):
    """The explained answer of a training item that the judge has ranked."""

    expected_ranks = serializers.ListField(child=serializers.IntegerField())
    is_as_expected = serializers.BooleanField()
    differences = serializers.ListField(child=serializers.CharField())
    explanation = serializers.CharField(allow_blank=True)


class ItemDocument(serializers.Serializer[Any]):
    """One item as its judge sees it, with the judge's own answer where there is one."""

    state = serializers.ChoiceField(choices=Assignment.State.values)
    source = serializers.CharField()  # type: ignore[assignment]
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    outputs = OutputDocument(many=True)
    marks = EditDocument(many=True, help_text="edits that can be marked; none unless the campaign asks")
    revision = serializers.IntegerField()
    flag_reason = serializers.CharField(allow_blank=True)
    flag_note = serializers.CharField(allow_blank=True)
    is_practice = serializers.BooleanField()
    training = TrainingDocument(allow_null=True)
    done = serializers.IntegerField()
    goal = serializers.IntegerField(
        allow_null=True, help_text="the most that you will rank; null without a limit"
    )
    url = serializers.URLField()


class NextItem(serializers.Serializer[Any]):
    """The item to do now; null where there is none, and `stage` says why."""

    stage = serializers.ChoiceField(choices=STAGES)
    item = ItemDocument(allow_null=True)


class AnswerDocument(KnownFields):
    """Ranks by row, 1 is best, ties are allowed; or why the item cannot be ranked; or that it waits."""

    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_OUTPUTS),
        max_length=MOST_OUTPUTS,
        required=False,
    )
    marks = EditDocument(many=True, required=False)
    flag_reason = serializers.ChoiceField(
        choices=Ranking.FlagReason.values, required=False, help_text="without ranks, another judge gets it"
    )
    flag_note = serializers.CharField(max_length=MAX_NOTE, allow_blank=True, default="")
    later = serializers.BooleanField(default=False, help_text="skip it for now; it comes back twice at most")
    active_seconds = serializers.FloatField(min_value=0, max_value=DAY_SECONDS, required=False)
    submission = serializers.UUIDField(
        required=False, help_text="the same when one answer is sent twice; then it counts once"
    )


class JudgeView(ApiView):
    """For judges, signed in by a token of the scope `judge`, or a session."""

    needs = JUDGING

    def item(self, slug: str, key: UUID) -> Any:
        """The document of an own item."""
        return ItemDocument(_item(open_sheet_page(self.person, slug, key), self.request)).data


class JudgeTasks(JudgeView):
    """Campaigns in which the person judges."""

    @documented("Campaigns in which you judge", TaskDocument(many=True))
    def get(self, request: Request) -> Response:
        tasks = [task_of(judge) for judge in judgeships_of(self.person)]
        return Response(TaskDocument(tasks, many=True, context={"request": request}).data)


class JudgeTask(JudgeView):
    """The task in one campaign, and the way to the next item."""

    @documented("What there is to do, and the guidelines", TaskDocument)
    def get(self, request: Request, slug: str) -> Response:
        task = task_of(open_judge(self.person, slug))
        return Response(TaskDocument(task, context={"request": request}).data)

    @documented("The item to do now, lent to you for a while", NextItem)
    def post(self, request: Request, slug: str) -> Response:
        judge = open_judge(self.person, slug)
        try:
            assignment = begin_item(judge)
        except SurveyFirst:
            page = reverse("judging:survey", args=[slug, "before"], request=request)
            raise Conflict(f"There are questions to answer before the first item: {page}") from None
        if assignment is None:
            return Response({"stage": task_of(judge).stage, "item": None})
        return Response({"stage": "ready", "item": self.item(slug, assignment.key)})


class JudgeItem(JudgeView):
    """An own item."""

    @documented("An own item, with the answer that counts", ItemDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = open_sheet(self.person, slug, key)
        if sheet.assignment.state == Assignment.State.LENT and not sheet.is_open:
            raise Conflict(NOT_OPEN)
        return Response(self.item(slug, key))

    @documented("Rank the item, or again, or flag it, or skip it for now", ItemDocument, asks=AnswerDocument)
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = open_sheet(self.person, slug, key)
        asked = AnswerDocument(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            _answer(sheet, asked.validated_data)
        except AnswerRefusedError as error:
            if error.reason == "closed":
                raise Conflict(str(error)) from None
            field = "marks" if error.reason == "marks" else "ranks"
            raise serializers.ValidationError({field: [str(error)]}) from None
        return Response(self.item(slug, key))


def _answer(sheet: Sheet, given: dict[str, Any]) -> None:
    if given["later"]:
        if not sheet.is_open:
            raise Conflict(NOT_OPEN)
        if not postpone(sheet.assignment, timezone.now()):
            raise Conflict("The item is finished, or has come back twice: rank it, or flag it if you cannot.")
        return
    visit = Visit(given.get("submission") or uuid.uuid4(), active_seconds=given.get("active_seconds"))
    reason = given.get("flag_reason")
    flag = Flag(reason, given["flag_note"].strip()) if reason else None
    if flag is not None and "ranks" not in given:
        set_aside(sheet, flag, visit)
        return
    ranks = given.get("ranks", ())
    if len(ranks) != len(sheet.outputs):
        raise AnswerRefusedError("missing", f"The item has {len(sheet.outputs)} outputs: give each a rank.")
    marks = {
        Place(mark["row"], mark["start"], mark["end"]): mark["verdict"]
        for mark in given.get("marks", ())
        if mark["verdict"]
    }
    submit_ranking(sheet, ranks, visit, flag, marks if "marks" in given else None)


def _item(page: SheetPage, request: Request) -> dict[str, Any]:
    sheet = page.sheet
    own = own_ranking(sheet)
    places = [
        Place(row, edit.start, edit.end)
        for row, output in enumerate(sheet.outputs if sheet.campaign.marks_edits else ())
        for edit in edits_of(sheet.source, output.text)
    ]
    return {
        "state": sheet.assignment.state,
        "source": sheet.source,
        "before": page.before,
        "after": page.after,
        "outputs": [
            {"row": row, "text": output.text, "rank": own.ranks[row]}
            for row, output in enumerate(sheet.outputs)
        ],
        "marks": [{**place._asdict(), "verdict": own.marks.get(place, "")} for place in places],
        "revision": own.revision,
        "flag_reason": own.flag.reason,
        "flag_note": own.flag.note,
        "is_practice": is_training(sheet),
        "training": training_answer(sheet),
        "done": page.done,
        "goal": page.goal,
        "url": reverse("api:judge-item", args=[sheet.campaign.slug, sheet.assignment.key], request=request),
    }
