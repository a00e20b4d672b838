"""Forms of researchers. They check shapes; what depends on the campaign is in the services."""

from typing import Any

from django import forms

from rankings.models import Campaign
from rankings.reports.options import (
    CONFIDENCE_DEFAULT,
    REPLICATES_DEFAULT,
    REPLICATES_MOST,
    SEED_DEFAULT,
    SEED_MOST,
    ReportOptions,
)

UNIT_CHOICES = (
    ("sentences", "Sentences: everything said about a sentence stays together (recommended)"),
    ("rankings", "Rankings: each answer of a judge stays together"),
    ("judges", "Judges: how the result depends on who judged"),
    ("pairs", "Pairs of systems: as published in 2015, too narrow"),
)


class ReportForm(forms.Form):
    """What to compute."""

    unit = forms.ChoiceField(
        choices=UNIT_CHOICES,
        initial="sentences",
        widget=forms.RadioSelect,
        label="What is resampled",
        help_text="Decides how wide intervals and rank ranges are. Scores are the same for all.",
    )
    replicates = forms.IntegerField(
        min_value=1,
        max_value=REPLICATES_MOST,
        initial=REPLICATES_DEFAULT,
        label="Replicates",
        help_text=f"How often. At most {REPLICATES_MOST:,}.",
    )
    confidence = forms.FloatField(
        min_value=50,
        max_value=99.9,
        initial=100 * CONFIDENCE_DEFAULT,
        label="Confidence in percent",
        help_text="Of intervals, rank ranges and clusters.",
    )
    seed = forms.IntegerField(
        min_value=0,
        max_value=SEED_MOST,
        initial=SEED_DEFAULT,
        label="Seed",
        help_text="The same seed on the same rankings gives the same report.",
    )
    excluded_judges = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Judges to leave out"
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        judges = campaign.judges.filter(rankings__is_current=True).distinct().order_by("name")
        names = list(judges.values_list("name", flat=True))
        if len(names) < 2:
            del self.fields["excluded_judges"]
        else:
            field = self.fields["excluded_judges"]
            assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
            field.choices = [(name, name) for name in names]

    def options(self) -> ReportOptions:
        """What a valid form asks for."""
        data = self.cleaned_data
        return ReportOptions(
            unit=data["unit"],
            replicates=data["replicates"],
            confidence=round(data["confidence"] / 100, 6),
            seed=data["seed"],
            excluded_judges=tuple(data.get("excluded_judges", ())),
        )

    @classmethod
    def of_options(cls, campaign: Campaign, options: dict[str, Any]) -> "ReportForm":
        """A form that asks for the same again."""
        return cls(campaign, initial={**options, "confidence": round(100 * options["confidence"], 4)})


class JudgmentFileForm(forms.Form):
    """A file of judgments."""

    file = forms.FileField(
        label="File with judgments",
        help_text="The result XML of Appraise, as in the published 2015 data, or any other format that this "
        "site exports.",
        max_length=200,
    )
