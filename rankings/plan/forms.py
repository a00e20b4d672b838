"""Forms of the plan."""

import secrets
from dataclasses import fields
from typing import Any

from django import forms

from rankings.models import Campaign
from rankings.plan.design import LIMITS as DESIGN_LIMITS
from rankings.plan.design import DesignTerms
from rankings.plan.sampling import DrawOptions

LARGEST_SEED = 2**53 - 1  # the largest whole number that a browser keeps exactly
MOST_ITEMS = 20_000
_LIMITS = {
    "judges_per_item": (1, 100),
    "judge_quota": (1, 100_000),
    "repeat_percent": (0, 50),
    "repeat_gap": (1, 1_000),
    "check_percent": (0, 50),
    "check_pass_percent": (0, 100),
    "least_checks": (1, 1_000),
}

_USUAL_DESIGN = DesignTerms()


def _between(least: int, most: int) -> str:
    return f"Between {least:,} and {most:,}."


def _within(name: str) -> dict[str, Any]:
    """The limits of a term of designs, as a field takes them."""
    least, most = DESIGN_LIMITS[name]
    return {"min_value": least, "max_value": most}


class PlanForm(forms.ModelForm):  # type: ignore[type-arg]
    """How many judges, repetitions, check items and training items."""

    class Meta:
        model = Campaign
        fields = (
            "judges_per_item",
            "judge_quota",
            "repeat_percent",
            "repeat_gap",
            "begins_with_training",
            "check_percent",
            "least_checks",
            "check_pass_percent",
            "stops_at_failed_checks",
        )
        labels = {
            "repeat_percent": "Items shown again to the same judge (%)",
            "check_percent": "Check items (%)",
            "check_pass_percent": "Minimum pass rate (%)",
            "stops_at_failed_checks": "Judges who pass fewer get no further items",
        }
        help_texts = {
            "judges_per_item": "With 2 or more, agreement between judges can be measured.",
            "judge_quota": "Repetitions and check items count, training does not. Empty: no limit.",
            "repeat_percent": "Needed to measure the agreement of judges with themselves. 0 switches it off.",
            "repeat_gap": "How many other items a judge ranks before an item is repeated.",
            "check_percent": "Items with a known answer, spread evenly over each judge's work. 0: none.",
            "least_checks": "No judge is assessed before that.",
            "stops_at_failed_checks": "Their rankings stay. Otherwise the overview shows the pass rate.",
            "begins_with_training": "Every judge ranks them first and reads the explanations.",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & _LIMITS.keys():
            least, most = _LIMITS[name]
            self.fields[name].widget.attrs.update({"min": least, "max": most})

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        for name, (least, most) in _LIMITS.items():
            value = cleaned.get(name)
            if value is not None and not least <= value <= most:
                self.add_error(name, _between(least, most))
        return cleaned


class DesignForm(forms.Form):
    """What a design has to reach, and what it may cost."""

    wanted_percent = forms.IntegerField(
        **_within("wanted_percent"),
        initial=_USUAL_DESIGN.wanted_percent,
        label="Wanted probability of the same order (%)",
        help_text="That another such campaign, with other sentences and judges, gives it again.",
    )
    margin = forms.FloatField(
        **_within("margin"),
        initial=_USUAL_DESIGN.margin,
        label="Systems may change places if closer than",
        help_text="In Expected Wins, from 0 to 1. With 0 the whole order has to be the same.",
        widget=forms.NumberInput(attrs={"step": 0.01}),
    )
    most_judges = forms.IntegerField(
        **_within("most_judges"), initial=_USUAL_DESIGN.most_judges, label="Judges at most"
    )
    most_sentences = forms.IntegerField(
        **_within("most_sentences"),
        initial=_USUAL_DESIGN.most_sentences,
        label="Sentences at most",
    )

    def adapt(self, action: Any) -> None:
        sentences = action.campaign.sentences.count()
        self.fields["most_sentences"].help_text = f"The source of this campaign has {sentences:,}."


class SampleForm(forms.Form):
    """How many items to draw, and how."""

    items = forms.IntegerField(
        min_value=1,
        max_value=MOST_ITEMS,
        initial=100,
        label="Items to sample",
        help_text="An item is one screen.",
    )
    sampler = forms.ChoiceField(
        choices=Campaign.Sampler.choices,
        widget=forms.RadioSelect,
        initial="diversity",
        label="Which sentences?",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=LARGEST_SEED,
        label="Seed",
        help_text="The same seed samples the same items. It is stored with the campaign.",
    )
    repeats = forms.BooleanField(
        required=False,
        initial=True,
        label="A sentence may be sampled more than once",
        help_text="As in 2015. A judge who meets the same sentence again shows how consistent judges are.",
    )
    only_differing = forms.BooleanField(
        required=False,
        initial=True,
        label="Leave out sentences on which all systems agree",
        help_text=(
            "There is nothing to rank in them. In 2015 they were sampled too and counted as ties; "
            "here judges "
            "never see them."
        ),
    )

    replace = forms.BooleanField(required=False, label="Replace the items sampled before")
    items_before = forms.IntegerField(
        required=False, widget=forms.HiddenInput, help_text="How many items there were when this was decided."
    )

    def adapt(self, action: Any) -> None:
        if not action.may_replace:
            del self.fields["replace"]

    def options(self, judges_per_item: int) -> DrawOptions:
        """The cleaned fields, and what the plan says, as the sampling service takes them."""
        drawing = {one.name for one in fields(DrawOptions)} & self.cleaned_data.keys()
        chosen = {name: self.cleaned_data[name] for name in drawing}
        return DrawOptions(**chosen, judges_per_item=judges_per_item)


class TopUpForm(forms.Form):
    """How many items to add once the plan is complete."""

    items = forms.IntegerField(min_value=1, max_value=2_000, initial=50, label="Items to add at most")
    seed = forms.IntegerField(
        min_value=0, max_value=LARGEST_SEED, label="Seed", help_text="The same seed adds the same items."
    )


def fresh_seed() -> int:
    """A seed that is short enough to copy by hand."""
    return secrets.randbelow(1_000_000)
