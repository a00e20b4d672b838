"""Everything about one assignment that the judge's page needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.http import Http404
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.access import judged_by, refuse_on_hold
from rankings.judging.turns import turns_of
from rankings.models import Assignment, Campaign, Judge, Sentence


class AnswerRefusedError(ValueError):
    """A sheet does not take an answer. Nothing was stored; the words are for programs.

    `reason` is "closed" (the campaign takes none), "missing" (`rows`, counted from 0, have no rank from 1 to
    the number of outputs), "no-first" (the campaign asks for a rank 1) or "marks" (on edits that the item
    does not have).
    """

    def __init__(self, reason: str, words: str, rows: Sequence[int] = ()) -> None:
        self.reason = reason
        self.rows = tuple(rows)
        super().__init__(words)


@dataclass(frozen=True, slots=True)
class SheetOutput:
    """A distinct output. `output_id` stays on the server: pages know an output by its row only."""

    output_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """An assignment with its outputs in the order in which the judge sees them."""

    assignment: Assignment
    outputs: tuple[SheetOutput, ...]

    @property
    def judge(self) -> Judge:
        return self.assignment.judge

    @property
    def campaign(self) -> Campaign:
        return self.assignment.judge.campaign

    @property
    def source(self) -> str:
        return self.assignment.item.sentence.text

    @property
    def is_open(self) -> bool:
        return self.campaign.state == Campaign.State.OPEN


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A sheet with what surrounds it on the page.

    `before` and `after` are the neighbours in the same document, "" at its borders. `done` counts items that
    the judge has ranked or set aside. `goal` is the most that the judge will rank, None without a limit: what
    is left for all judges together is nobody's goal.
    """

    sheet: Sheet
    before: str
    after: str
    done: int
    goal: int | None


def has_context(campaign: Campaign) -> bool:
    """Whether any sentence of the campaign has a neighbour; False where they stand alone."""
    # Documents follow one another as their sentences do, so the last sentence tells.
    sentences = Sentence.objects.filter(campaign=campaign).order_by("-index")
    last = sentences.values_list("index", "document__position").first()
    return last is not None and last[0] != last[1]


def open_sheet(user: User, slug: str, key: UUID) -> Sheet:
    """The judge's own assignment; JudgeOnHoldError while on hold, Http404 for anybody else's."""
    assignment = open_assignment(user, slug, key)
    texts = assignment.item.outputs.values_list("position", "pk", "text")
    outputs = {position: SheetOutput(number, text) for position, number, text in texts}
    return Sheet(assignment, tuple(outputs[position] for position in assignment.order))


def open_assignment(user: User, slug: str, key: UUID) -> Assignment:
    """The judge's own assignment without its outputs; errors as of `open_sheet`."""
    own = Assignment.objects.filter(judged_by(user, slug, "judge"), key=key)
    assignment = own.select_related("item__sentence", "judge__campaign__crowd").first()
    if assignment is None:
        refuse_on_hold(user, slug)
        raise Http404
    return assignment


def open_sheet_page(user: User, slug: str, key: UUID) -> SheetPage:
    """The judge's own assignment and its surroundings; errors as of `open_sheet`."""
    sheet = open_sheet(user, slug, key)
    turns = turns_of(sheet.judge, timezone.now())
    return with_neighbours(sheet, turns.done, turns.goal)


def with_neighbours(sheet: Sheet, done: int, goal: int | None) -> SheetPage:
    sentence = sheet.assignment.item.sentence
    before, after = sentence.index - 1, sentence.index + 1
    neighbours = Sentence.objects.filter(document=sentence.document_id, index__in=(before, after))
    texts = dict(neighbours.values_list("index", "text"))
    return SheetPage(sheet, texts.get(before, ""), texts.get(after, ""), done, goal)
