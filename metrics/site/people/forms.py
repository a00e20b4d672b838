"""The form of a comparison with people. It checks shapes; what depends on the campaign is in `asking`."""

from typing import Any, cast

from django import forms

from appraise_gec.present.numbers import count
from metrics.models import Comparison
from metrics.site.people.asking import (
    REPLICATES_MOST,
    SEED_MOST,
    UNITS,
    ComparisonOptions,
    metric_names,
)
from metrics.site.references.identical import systems_that_are_references
from metrics.site.runs.services import newest_runs
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.methods import OFFERED, registration
from rankings.models import Campaign


class ComparisonForm(forms.Form):
    """What to compare, and how. Fields that a request leaves out ask for the default."""

    metrics = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Metrics",
        help_text="If none is chosen, all of them.",
    )
    without = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Systems to leave out"
    )
    judged_only = forms.BooleanField(
        required=False,
        label="Compute the metrics on the judged sentences alone",
        help_text="People judge some of the sentences, metrics score all of them. Takes as long as computing "
        "the metrics; imported scores are left out.",
    )
    method = forms.ChoiceField(
        choices=[(name, registration(name).title) for name in OFFERED],
        initial=OFFERED[0],
        required=False,
        label="How judgments become scores of systems",
    )
    unit = forms.ChoiceField(
        choices=list(UNITS.items()), initial="sentences", required=False, label="What is resampled"
    )
    replicates = forms.IntegerField(
        min_value=1,
        max_value=REPLICATES_MOST,
        initial=REPLICATES,
        required=False,
        label="Replicates",
        help_text=f"How often, at most {count(REPLICATES_MOST)}.",
    )
    confidence = forms.FloatField(
        min_value=50, max_value=99.9, initial=95, required=False, label="Confidence of intervals (%)"
    )
    seed = forms.IntegerField(min_value=0, max_value=SEED_MOST, initial=SEED, required=False, label="Seed")

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        runs = newest_runs(campaign)
        self._choices("metrics", dict(zip((str(run.key) for run in runs), metric_names(runs), strict=True)))
        same = {one.system: one.reference for one in systems_that_are_references(campaign)}
        names = campaign.systems.order_by("name").values_list("name", flat=True)
        labels = {name: f"{name}: the same as {same[name]}" if name in same else name for name in names}
        self._choices("without", labels)
        self.initial.setdefault("without", list(same))
        if same:
            self.fields["without"].help_text = (
                "Metrics that compare with a reference give a system that is the same the best score by "
                "definition, whatever people say."
            )

    def options(self) -> ComparisonOptions:
        """The options of a valid form."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        if "confidence" in given:
            given["confidence"] = round(given["confidence"] / 100, 6)
        return ComparisonOptions(
            **given | {"metrics": tuple(given["metrics"]), "without": tuple(given["without"])}
        )

    @classmethod
    def of_comparison(cls, comparison: Comparison) -> "ComparisonForm":
        """A form that asks for the same again."""
        asked = comparison.options
        return cls(comparison.campaign, initial={**asked, "confidence": round(100 * asked["confidence"], 4)})

    def _choices(self, name: str, labels: dict[str, str]) -> None:
        cast("forms.MultipleChoiceField", self.fields[name]).choices = list(labels.items())
