"""The form of a study. It checks shapes; what depends on the campaign is in the services."""

from collections.abc import Sequence
from typing import Any

from django import forms

from appraise_gec.accounts.models import User
from appraise_gec.present.numbers import count
from appraise_gec.report.options import DECLARED, SEED_MOST
from metrics.models import MetricStudy
from metrics.site.references.identical import systems_that_are_references
from metrics.site.runs.services import newest_runs
from metrics.site.studies.options import REPLICATES_MOST, StudyOptions
from metrics.site.studies.services import metric_names
from rankings.access.audience import campaigns_of
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.methods import OFFERED
from rankings.models import Campaign

CAMPAIGNS_OFFERED = 100
PAIR_CHOICES = (
    ("outputs", "Every two distinct outputs once, as the judge saw them"),
    ("systems", "Once for every two systems behind them"),
)


class StudyForm(forms.Form):
    """What to compute. Fields that a request leaves out ask for the default."""

    metrics = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Metrics",
        help_text="None chosen means all of them.",
    )
    judged_only = forms.BooleanField(
        required=False,
        label="Compute the metrics on the judged sentences only",
        help_text=(
            "People judge a part of the sentences. Metrics that see all of them are compared with "
            "something else. Takes as long as computing the metrics; imported scores are left out."
        ),
    )
    beta_sweep = forms.BooleanField(
        required=False,
        initial=True,
        label="Vary the weight of recall",
        help_text="Beta from 0.01 to 1, with all annotators and with each alone.",
    )
    campaigns = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Other campaigns to combine with",
        help_text=(
            "Their rankings count as sets of their own: scores are standardised within each. "
            "Beta is then not varied."
        ),
    )
    method = forms.ChoiceField(
        choices=tuple(DECLARED["method"].choices.items()),
        initial=OFFERED[0],
        required=False,
        label="How judgments become scores of systems",
    )
    unit = forms.ChoiceField(
        choices=tuple(DECLARED["unit"].choices.items()),
        initial="sentences",
        required=False,
        label="What is resampled of the judgments",
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
        min_value=50, max_value=99.9, initial=95, required=False, label="Confidence (%)"
    )
    seed = forms.IntegerField(min_value=0, max_value=SEED_MOST, initial=SEED, required=False, label="Seed")
    without = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Leave out systems that are a reference",
        help_text=(
            "Their outputs are those of a reference, so metrics that compare with it give them the "
            "best score by definition, whatever people say."
        ),
    )
    pairs = forms.ChoiceField(
        choices=PAIR_CHOICES,
        initial="outputs",
        required=False,
        label="Pairs of outputs on single sentences",
    )

    def __init__(self, campaign: Campaign, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        runs = newest_runs(campaign)
        names = metric_names(runs)
        self._choices("metrics", list(zip((str(run.key) for run in runs), names, strict=True)))
        same = systems_that_are_references(campaign)
        if same:
            choices = [
                (
                    one.system,
                    f"{one.system}: the same as {one.reference}",
                )
                for one in same
            ]
            self._choices("without", choices)
            self.initial.setdefault("without", [one.system for one in same])
        else:
            del self.fields["without"]
        others = campaigns_of(user).exclude(pk=campaign.pk).filter(metric_runs__recipe__isnull=False)
        offered = others.distinct().values_list("slug", "title")[:CAMPAIGNS_OFFERED]
        if offered:
            self._choices("campaigns", list(offered))
        else:
            del self.fields["campaigns"]

    def options(self) -> StudyOptions:
        """The options of a valid form."""
        data = self.cleaned_data
        confidence = data["confidence"]
        return StudyOptions(
            metrics=tuple(data["metrics"]),
            campaigns=tuple(data.get("campaigns", ())),
            method=data["method"] or OFFERED[0],
            unit=data["unit"] or "sentences",
            replicates=data["replicates"] or REPLICATES,
            confidence=0.95 if confidence is None else round(confidence / 100, 6),
            seed=SEED if data["seed"] is None else data["seed"],
            pairs=data["pairs"] or "outputs",
            beta_sweep=data["beta_sweep"],
            judged_only=data["judged_only"],
            without=tuple(data.get("without", ())),
        )

    @classmethod
    def of_study(cls, study: MetricStudy, user: User) -> "StudyForm":
        """A form that asks for the same again, with the newest scores."""
        initial = {"without": [], **study.options, "confidence": round(100 * study.options["confidence"], 4)}
        return cls(study.campaign, user, initial=initial)

    def _choices(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        field.choices = list(choices)
