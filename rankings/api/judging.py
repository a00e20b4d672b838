"""The judge's own door: the next item, the ranking, flags. Judges are blind here as on their pages.

An item is known by the key of its assignment, an output by its row. Who wrote it, what the item is for and
what others answered is in no document.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast
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
from rankings.models import Assignment, Campaign, EditMark, Judge, Ranking

MOST_OUTPUTS = 10
DAY_SECONDS = 86_400
STAGES = ("not-open", "ready", "finished", "closed")


class Judgeship(serializers.Serializer[Any]):
    """A campaign in which the person judges."""

    slug = serializers.CharField(source="campaign.slug")
    title = serializers.CharField(source="campaign.title")
    state = serializers.CharField(source="campaign.state")
    on_hold = serializers.SerializerMethodField()
    done = serializers.IntegerField(source="done_count")
    url = Address("api:judge-task", "campaign.slug")

    def get_on_hold(self, judge: Judge) -> bool:
        return not judge.is_active


class TaskDocument(serializers.Serializer[Any]):
    """What there is to do for the judge. `left` counts items that the judge could do now."""

    title = serializers.CharField(source="campaign.title")
    stage = serializers.ChoiceField(choices=STAGES)
    ranked = serializers.IntegerField()
    skipped = serializers.IntegerField()
    left = serializers.IntegerField()
    stopped = serializers.BooleanField(help_text="no further items because of failed check items")
    guidelines = serializers.CharField(source="campaign.guidelines", allow_blank=True)
    guidelines_format = serializers.CharField(source="campaign.guidelines_format")
    guidelines_changed = serializers.BooleanField()
    first_rank = serializers.ChoiceField(source="campaign.first_rank", choices=Campaign.FirstRank.values)
    marks_edits = serializers.BooleanField(source="campaign.marks_edits")
    language = serializers.CharField(source="campaign.language", allow_blank=True)


class OfferedEdit(serializers.Serializer[Any]):
    """An edit of an output, as a span of source tokens: `start` is included, `end` is not."""

    start = serializers.IntegerField()
    end = serializers.IntegerField()
    verdict = serializers.CharField(allow_blank=True)


class OutputDocument(serializers.Serializer[Any]):
    """An output in the row in which the judge sees it. `edits` where the campaign asks for marks."""

    row = serializers.IntegerField()
    text = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True)
    edits = OfferedEdit(many=True)


class TrainingDocument(serializers.Serializer[Any]):
    """The explained answer of a training item that the judge has ranked."""

    expected_ranks = serializers.ListField(child=serializers.IntegerField())
    is_as_expected = serializers.BooleanField()
    differences = serializers.ListField(child=serializers.CharField())
    explanation = serializers.CharField(allow_blank=True)


class ItemDocument(serializers.Serializer[Any]):
    """One item as its judge sees it, with the judge's own answer where there is one."""

    key = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Assignment.State.values)
    source = serializers.CharField()  # type: ignore[assignment]
    before = serializers.CharField(allow_blank=True)
    after = serializers.CharField(allow_blank=True)
    outputs = OutputDocument(many=True)
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


class MarkRequest(KnownFields):
    """A mark on an edit that the item offers."""

    row = serializers.IntegerField(min_value=0, max_value=MOST_OUTPUTS)
    start = serializers.IntegerField(min_value=0, max_value=999_999)
    end = serializers.IntegerField(min_value=0, max_value=999_999)
    verdict = serializers.ChoiceField(choices=EditMark.Verdict.values)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        return attrs  # is one of many: there is no initial data of its own


class FlagFields(KnownFields):
    """What is common to everything that a judge sends about an item."""

    flag_reason = serializers.ChoiceField(choices=Ranking.FlagReason.values, required=False)
    flag_note = serializers.CharField(max_length=MAX_NOTE, allow_blank=True, default="")
    active_seconds = serializers.FloatField(min_value=0, max_value=DAY_SECONDS, required=False)
    submission = serializers.UUIDField(
        required=False, help_text="the same when one answer is sent twice; then it counts once"
    )

    def flag(self) -> Flag | None:
        reason = self.validated_data.get("flag_reason")
        return Flag(reason, self.validated_data["flag_note"].strip()) if reason else None

    def visit(self) -> Visit:
        data = self.validated_data
        return Visit(
            submission=data.get("submission") or uuid.uuid4(), active_seconds=data.get("active_seconds")
        )


class RankingRequest(FlagFields):
    """One rank for each output, by row: 1 is best, ties are allowed."""

    ranks = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_OUTPUTS), max_length=MOST_OUTPUTS
    )
    marks = MarkRequest(many=True, required=False)


class FlagRequest(FlagFields):
    """Why the judge cannot rank the item."""

    flag_reason = serializers.ChoiceField(choices=Ranking.FlagReason.values)


class JudgeView(ApiView):
    """For judges, signed in by a token of the scope `judge`, or a session."""

    needs = JUDGING

    def judge(self, slug: str) -> Judge:
        """The person's judge; 404 without one, 403 while on hold."""
        return open_judge(self.person, slug)

    def sheet(self, slug: str, key: UUID) -> Sheet:
        self.judge(slug)
        return open_sheet(self.person, slug, key)

    def item(self, slug: str, key: UUID) -> Any:
        """The document of an own item."""
        return ItemDocument(_item(open_sheet_page(self.person, slug, key), cast("Any", self.request))).data


class Judgeships(JudgeView):
    """Campaigns in which the person judges."""

    @documented("Campaigns in which you judge", Judgeship(many=True))
    def get(self, request: Request) -> Response:
        rows = judgeships_of(self.person)
        return Response(Judgeship(rows, many=True, context={"request": request}).data)


class JudgeTask(JudgeView):
    """The task in one campaign."""

    @documented("What there is to do, and the guidelines", TaskDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(TaskDocument(task_of(self.judge(slug))).data)


class JudgeNext(JudgeView):
    """The way to the next item."""

    @documented("The item to do now, lent to you for a while", NextItem)
    def post(self, request: Request, slug: str) -> Response:
        judge = self.judge(slug)
        try:
            assignment = begin_item(judge)
        except SurveyFirst:
            page = reverse("judging:survey", args=[slug, "before"], request=request)
            raise Conflict(f"There are questions to answer before the first item: {page}") from None
        if assignment is None:
            return Response(NextItem({"stage": task_of(judge).stage, "item": None}).data)
        return Response({"stage": "ready", "item": self.item(slug, assignment.key)})


class JudgeItem(JudgeView):
    """An own item."""

    @documented("An own item, with the answer that counts", ItemDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = self.sheet(slug, key)
        if sheet.assignment.state == Assignment.State.LENT and not sheet.is_open:
            raise Conflict(NOT_OPEN)
        return Response(self.item(slug, key))


class JudgeRanking(JudgeView):
    """The judge's ranking of an own item."""

    @documented("Rank the item, or rank it again", ItemDocument, asks=RankingRequest)
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = self.sheet(slug, key)
        asked = RankingRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        ranks = asked.validated_data["ranks"]
        if len(ranks) != len(sheet.outputs):
            told = f"The item has {len(sheet.outputs)} outputs: give one rank for each."
            raise serializers.ValidationError({"ranks": [told]})
        marks = asked.validated_data.get("marks")
        by_place = (
            None
            if marks is None
            else {Place(one["row"], one["start"], one["end"]): one["verdict"] for one in marks}
        )
        with _refusals():
            submit_ranking(sheet, ranks, asked.visit(), asked.flag(), by_place)
        return Response(self.item(slug, key))


class JudgeFlag(JudgeView):
    """A flag instead of a ranking."""

    @documented("Flag the item without a ranking; another judge gets it", ItemDocument, asks=FlagRequest)
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = self.sheet(slug, key)
        asked = FlagRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        with _refusals():
            set_aside(sheet, asked.flag() or Flag(), asked.visit())
        return Response(self.item(slug, key))


class JudgeLater(JudgeView):
    """An item that the judge skips for now."""

    @documented("Skip the item for now; it comes back at most twice", status=204)
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        sheet = self.sheet(slug, key)
        if not sheet.is_open:
            raise Conflict(NOT_OPEN)
        if not postpone(sheet.assignment, timezone.now()):
            raise Conflict("The item is finished, or has come back twice: rank it, or flag it if you cannot.")
        return Response(status=204)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except AnswerRefusedError as error:
        if error.reason == "closed":
            raise Conflict(str(error)) from None
        field = "marks" if error.reason == "marks" else "ranks"
        raise serializers.ValidationError({field: [str(error)]}) from None


def _item(page: SheetPage, request: Request) -> dict[str, Any]:
    sheet = page.sheet
    own = own_ranking(sheet)
    offers = sheet.campaign.marks_edits
    training = training_answer(sheet)
    return {
        "key": sheet.assignment.key,
        "state": sheet.assignment.state,
        "source": sheet.source,
        "before": page.before,
        "after": page.after,
        "outputs": [
            {
                "row": row,
                "text": output.text,
                "rank": own.ranks[row],
                "edits": [
                    {
                        "start": edit.start,
                        "end": edit.end,
                        "verdict": own.marks.get(Place(row, edit.start, edit.end), ""),
                    }
                    for edit in (edits_of(sheet.source, output.text) if offers else ())
                ],
            }
            for row, output in enumerate(sheet.outputs)
        ],
        "revision": own.revision,
        "flag_reason": own.flag.reason,
        "flag_note": own.flag.note,
        "is_practice": is_training(sheet),
        "training": training,
        "done": page.done,
        "goal": page.goal,
        "url": reverse("api:judge-item", args=[sheet.campaign.slug, sheet.assignment.key], request=request),
    }
