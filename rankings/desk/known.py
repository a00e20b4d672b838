"""Check and training items, as managers make and change them, with the control that judges rank with."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from appraise_gec.words import plural
from rankings.access import MANAGERS, managed, page
from rankings.actions import Action, Done
from rankings.desk.quality import CheckTally, check_tallies
from rankings.items.edits import mark_edits
from rankings.items.tokens import reading_direction
from rankings.judgments.ranking_wording import ranks_in_words
from rankings.models import Item, Sentence
from rankings.plan import known_answers
from rankings.plan.sampling import LARGEST_SEED, fresh_seed

Purpose = Item.Purpose
CHECKS: dict[str, str] = {
    Item.CheckKind.DAMAGED: "A check item (a damaged output beside the good one).",
    Item.CheckKind.IDENTICAL: "A check item (the same output twice).",
    Item.CheckKind.KNOWN_ORDER: "A check item (a known order).",
}


@login_required
@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a sentence for a known answer: by its line, or one of those that are fit."""
    access = managed(request, slug)
    if line := request.GET.get("line", ""):
        index = int(line) - 1 if line.isascii() and line.isdigit() and len(line) < 9 else -1
        if index >= 0 and known_answers.candidate(access.campaign, index):
            return redirect("do:known.make", slug, index)
        messages.error(request, f"Line {line[:20]} of the source is not one with two different outputs.")
    context = {"tab": "design", "suggestions": known_answers.suggestions(access.campaign)}
    return page(request, access, "plan/known_choose.html", context)


class MakeChecksForm(forms.Form):
    """Check items that the site can make by itself."""

    kind = forms.ChoiceField(
        choices=[
            (Item.CheckKind.DAMAGED, "A damaged output next to the good output it was made from"),
            (Item.CheckKind.IDENTICAL, "The same output twice: both should get the same rank"),
        ],
        widget=forms.RadioSelect,
        initial=Item.CheckKind.DAMAGED,
        label="Kind",
    )
    number = forms.IntegerField(
        min_value=1, max_value=known_answers.MOST_AT_ONCE, initial=10, label="How many"
    )
    seed = forms.IntegerField(
        required=False, min_value=0, max_value=LARGEST_SEED, widget=forms.HiddenInput, label="Seed"
    )


class RanksWidget(forms.Widget):
    """A scale for each output: of a page the radio buttons, of a program the list."""

    outputs = 0

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        if not isinstance(data, QueryDict):
            return data.get(name)
        ranks = [data.get(f"rank-{place}", "") for place in range(self.outputs)]
        return [int(rank) if rank.isascii() and rank.isdigit() and len(rank) < 3 else None for rank in ranks]


class RanksField(forms.JSONField):
    """A list of ranks, as it is."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return data

    def prepare_value(self, value: Any) -> Any:
        return value


class KnownForm(forms.Form):
    """The known ranks of a sentence's outputs, and why."""

    ranks = RanksField(label="Ranks", help_text="of the outputs in their order; null where any will do")
    explanation = forms.CharField(
        required=False,
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 5}),
        label="Explanation of the answer",
        help_text=(
            "Shown after the judge has ranked a training item. Describe outputs by their words, not by "
            "letters: each judge sees them in another order. Markdown works as in guidelines."
        ),
    )

    def adapt(self, action: "_WithKnownAnswer") -> None:
        self.action = action
        self.fields["ranks"].widget = RanksWidget()
        self.fields["ranks"].widget.outputs = len(action.texts)

    def clean_ranks(self) -> list[int | None]:
        ranks: list[int | None] = self.cleaned_data["ranks"]
        outputs = len(self.action.texts)
        scale = range(1, outputs + 1)
        if not isinstance(ranks, list) or any(
            rank is not None and (type(rank) is not int or rank not in scale) for rank in ranks
        ):
            raise forms.ValidationError(f"A rank is from 1 to {outputs}.")
        return ranks

    def sheet(self) -> dict[str, Any]:
        """The sentence and its outputs as on the judging page."""
        campaign, source, texts = self.action.campaign, self.action.sentence.text, self.action.texts
        ranks = self["ranks"].value() or [None] * len(texts)
        rows = [
            {
                "number": place,
                "letter": chr(ord("A") + place),
                "text": text,
                "segments": segments,
                "unchanged": not any(segment.is_edit for segment in segments),
                "rank": ranks[place],
            }
            for place, text in enumerate(texts)
            for segments in [mark_edits(source, text)]
        ]
        return {
            "source": source,
            "rows": rows,
            "scale": range(1, len(rows) + 1),
            "words": ranks_in_words(ranks),
            "direction": reading_direction(campaign.direction, campaign.language, source),
        }


class NewKnownForm(KnownForm):
    """The correct ranking of a sentence's outputs, why, and what it is for."""

    use = forms.ChoiceField(
        choices=(
            ("training", "Training: judges rank it first and then read the explanation"),
            ("check", "Check: it looks like any other item and is compared with this order"),
        ),
        widget=forms.RadioSelect,
        initial="training",
        label="Use",
    )
    field_order = ("ranks", "use", "explanation")


class _OfKnown(Action):
    abstract = True
    roles = MANAGERS
    tab = "design"

    def back_url(self) -> str:
        return reverse("campaigns:design", args=[self.campaign.slug]) + "#checks"


class MakingChecks(_OfKnown):
    """Make check items of a kind that needs no person's answer."""

    name, title, happened = "checks.make", "Create check items", "Check items made"
    form = MakeChecksForm

    def explain(self) -> str:
        return without_share(self.campaign.check_percent)

    def run(self, kind: str, number: int, seed: int | None) -> Done:
        seed = fresh_seed() if seed is None else seed
        made = known_answers.make_checks(self.campaign, kind, number, seed)
        told = plural(made, "{n} check item is made.", "{n} check items are made.")
        if made != number:
            told += f" No more than {made:,} sentences are suitable."
        told = f"{told} {without_share(self.campaign.check_percent)}".strip()
        return Done(told, {"kind": kind, "items": made, "seed": seed}, gives={"made": made, "seed": seed})


class _WithKnownAnswer(_OfKnown):
    abstract = True
    template = "plan/known.html"

    @property
    def sentence(self) -> Sentence:
        raise NotImplementedError

    @property
    def texts(self) -> tuple[str, ...]:
        raise NotImplementedError

    def facts(self) -> dict[str, Any]:
        return {"source": self.sentence.text, "outputs": list(self.texts)}


class MakingKnown(_WithKnownAnswer):
    """Rank the outputs of a sentence and explain why: a training item, or a check item with a known order."""

    name, title, happened = "known.make", "Set the correct ranking", "Item with a known answer made"
    of, by = Sentence, "index"
    form = NewKnownForm

    @property
    def sentence(self) -> Sentence:
        sentence: Sentence = self.row
        return sentence

    @property
    def texts(self) -> tuple[str, ...]:
        found = known_answers.candidate(self.campaign, self.row.index)
        return found.texts if found else ()

    def obstacles(self) -> list[str]:
        return [] if self.texts else ["This sentence has fewer than two different outputs."]

    def explain(self) -> str:
        if self.campaign.items.filter(sentence=self.row.pk).exists():
            return "Another item shows this sentence too, so judges may see it twice."
        return ""

    def run(self, ranks: list[int | None], use: str, explanation: str) -> Done:
        item = known_answers.make_known(
            self.campaign, self.row.index, ranks, explanation, training=use == "training"
        )
        told = (
            f"The {use} item is made. {without_share(self.campaign.check_percent) if use == 'check' else ''}"
        )
        return Done(told.strip(), {"item": item.number, "change": use}, gives={"item": item.number})


class ChangingKnown(_WithKnownAnswer):
    """Give an item another known answer. Every ranking is compared with the one in force."""

    name, title, happened = "known.change", "Known answer", "Known answer changed"
    of, by = Item, "number"
    form = KnownForm

    def rows(self) -> QuerySet[Item]:
        return super().rows().filter(purpose__in=(Purpose.CHECK, Purpose.TRAINING))

    @property
    def sentence(self) -> Sentence:
        sentence: Sentence = self.row.sentence
        return sentence

    @property
    def texts(self) -> tuple[str, ...]:
        return known_answers.texts_of(self.row)

    def initial(self) -> dict[str, Any]:
        ranks = known_answers.ranks_from_expected(self.row.expected, len(self.texts))
        return {"ranks": ranks, "explanation": self.row.explanation}

    def explain(self) -> str:
        if self.row.purpose == Purpose.TRAINING:
            return (
                "A training item: judges rank it first, then read this ranking and the explanation. Whoever "
                "opens it again reads what is in force then."
            )
        given, kind = self._given(), CHECKS.get(self.row.check_kind, "")
        passing = "Nobody has answered it yet."
        if given.answered:
            passing = plural(
                given.answered,
                "{passed} of {n} answer passes.",
                "{passed} of {n} answers pass.",
                passed=f"{given.passed:,}",
            )
        return (
            f"{kind} {passing} Every answer is compared with the known answer in force, also one given "
            "before you change it: alarms, pass rates and who gets no further items follow at once."
        )

    def run(self, ranks: list[int | None], explanation: str) -> Done:
        if not known_answers.change_known(self.row, ranks, explanation):
            return Done("Nothing was changed.", None)
        return Done("The known answer is changed.", {"item": self.row.number})

    def _given(self) -> CheckTally:
        """Judges' answers to a check item, and how many are as its known answer says."""
        tallies = check_tallies(self.campaign, submitted=Q(ranking__item=self.row.pk)).values()
        return CheckTally(sum(one.answered for one in tallies), sum(one.passed for one in tallies))


def without_share(percent: int) -> str:
    """That nobody gets check items, where the plan has none; "" otherwise."""
    return "" if percent else "Judges get none of them while the share of check items in the plan is 0 %."
