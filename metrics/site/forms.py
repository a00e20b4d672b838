"""Forms that ask for scores and for their comparison with people, made of what these declare."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms

from appraise_gec.present.table import capital
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import USUAL, metric_names, scorer_class
from metrics.scorers.settings import Setting, settings_of
from metrics.sections.scores import in_words
from metrics.site.comparisons import ComparisonOptions
from metrics.site.references import systems_that_are_references
from metrics.site.runs import MetricRequest, newest_runs
from metrics.site.stored import distinct_names
from rankings.analysis.choices import UNITS
from rankings.analysis.methods import OFFERED, registration
from rankings.formats.results import from_json
from rankings.models import Campaign


def field_of(setting: Setting, labels: Mapping[str, str] | None = None) -> forms.Field:
    """The field of a setting, which may be left empty; `labels` are choices that need words."""
    default, label = setting.default, setting.title or capital(in_words(setting.name))
    told: dict[str, Any] = {"required": False, "initial": default, "help_text": setting.help, "label": label}
    if isinstance(default, bool):
        return forms.BooleanField(**told)
    if isinstance(default, int | float):
        number: Any = forms.IntegerField if isinstance(default, int) else forms.FloatField
        field: forms.Field = number(min_value=setting.least, max_value=setting.most, **told)
        return field
    if choices := labels or dict(zip(setting.choices, setting.choices, strict=True)):
        return forms.ChoiceField(choices=list(choices.items()), **told)
    return forms.CharField(max_length=200, **told)


class CampaignForm(forms.Form):
    """A form about a campaign. Fields that a request leaves out ask for the default."""

    def __init__(self, *args: Any, campaign: Campaign | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if campaign is not None:
            self.adapt(campaign)

    def adapt(self, campaign: Campaign) -> None:
        """Offer what the campaign has."""

    def offer(self, name: str, choices: Mapping[str, str]) -> None:
        """What a field offers, by value."""
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices.items())

    def given(self, names: Sequence[str]) -> dict[str, Any]:
        """The values of these fields that are not left empty."""
        values = {name: self.cleaned_data.get(name) for name in names}
        return {name: value for name, value in values.items() if value is not None and value != ""}


class ScoresForm(CampaignForm):
    """Which metrics to compute, with which settings, and against what."""

    metrics = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Metrics")
    references = forms.ChoiceField(required=False, label="Compared with")
    annotator = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label="Annotator of the gold edits"
    )

    def adapt(self, campaign: Campaign) -> None:
        self.sets = {one.name: one for one in campaign.reference_sets.defer("content")}
        sets = list(self.sets.values())
        missing = {name: reason for name in metric_names() if (reason := _why_not(name, sets))}
        self.missing = ", ".join(scorer_class(name).title for name in missing)
        self.reasons = list(dict.fromkeys(missing.values()))
        self.offered = [name for name in metric_names() if name not in missing]
        self.offer(
            "metrics",
            {name: f"{scorer_class(name).title}: {scorer_class(name).summary}" for name in self.offered},
        )
        kinds = {one.name: f"{one.name} ({one.get_kind_display()})" for one in sets}
        self.offer("references", {**kinds, "": "nothing"})
        self.initial.setdefault("references", next(iter(self.sets), ""))
        self.initial.setdefault("metrics", [name for name in USUAL if name in self.offered])
        annotators = {number for one in sets for number in one.annotators if len(one.annotators) > 1}
        alone = {str(number): f"{number} alone" for number in sorted(annotators)}
        self.offer("annotator", {"": "all"} | alone)
        if not annotators:
            del self.fields["annotator"]
        for metric in self.offered:
            for name, setting in settings_of(scorer_class(metric)).items():
                self.fields[f"{metric}:{name}"] = field_of(setting)

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The settings of every metric that has any, under its title."""
        named = {scorer_class(metric).title: self._names(metric) for metric in self.offered}
        return [(title, [self[name] for name in names]) for title, names in named.items() if names]

    def requests(self) -> list[MetricRequest]:
        """The requests of a valid form."""
        data = self.cleaned_data
        chosen = self.sets.get(data["references"])
        return [
            MetricRequest(metric, self._settings(metric), chosen, data.get("annotator"))
            for metric in data["metrics"]
        ]

    def _names(self, metric: str) -> list[str]:
        return [name for name in self.fields if name.startswith(f"{metric}:")]

    def _settings(self, metric: str) -> dict[str, Any]:
        """Settings given for the metric; empty or invalid ones keep the default."""
        given = self.given(self._names(metric))
        return {name.removeprefix(f"{metric}:"): value for name, value in given.items()}


class ComparisonForm(CampaignForm):
    """What to compare with people, and how."""

    without = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple, required=False, label="Systems to leave out"
    )
    metrics = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        label="Metrics",
        help_text="If none is chosen, all of them.",
    )

    def adapt(self, campaign: Campaign) -> None:
        runs = newest_runs(campaign)
        self.offer("metrics", dict(zip((str(run.key) for run in runs), distinct_names(runs), strict=True)))
        same = {one.system: one.reference for one in systems_that_are_references(campaign)}
        names = campaign.systems.order_by("name").values_list("name", flat=True)
        self.offer(
            "without",
            {name: f"{name}: the same as {same[name]}" if name in same else name for name in names},
        )
        self.initial.setdefault("without", list(same))
        if same:
            self.fields["without"].help_text = (
                "Metrics that compare with a reference give a system that is the same the best score by "
                "definition, whatever people say."
            )

    def settings_fields(self) -> list[forms.BoundField]:
        """Fields that say how to compare."""
        return [field for field in self if field.name not in {"without", "metrics"}]

    def options(self) -> ComparisonOptions:
        """The options of a valid form."""
        return from_json(ComparisonOptions, self.given(list(self.fields)))


_LABELS: dict[str, Mapping[Any, str]] = {
    "unit": UNITS,
    "method": {name: registration(name).title for name in OFFERED},
}
ComparisonForm.base_fields |= {
    name: field_of(setting, _LABELS.get(name))
    for name, setting in settings_of(ComparisonOptions).items()
    if name not in ComparisonForm.base_fields
}


def again_pairs(run: MetricRun) -> list[tuple[str, str]]:
    """Names and values of hidden fields that request the scores of `run` again, from present data.

    References count by their name: they may have been removed, and others uploaded in their place. Empty
    where they have been removed for good, and for imported scores.
    """
    known = run.campaign.reference_sets.filter(name=run.references_name)
    if run.is_imported or (run.references_name and not known.exists()):
        return []
    pairs = [("metrics", run.metric), ("references", run.references_name)]
    pairs += [] if run.annotator is None else [("annotator", str(run.annotator))]
    for name, value in run.settings.items():
        if value is not False:
            pairs.append((f"{run.metric}:{name}", "on" if value is True else str(value)))
    return pairs


def _why_not(metric: str, sets: Sequence[ReferenceSet]) -> str:
    """Why a metric cannot be computed here, in a sentence; empty where it can."""
    scorer = scorer_class(metric)
    if reason := scorer().refusal(gold=True, references=True):
        return reason
    if "gold" in scorer.needs and not any(one.kind == ReferenceSet.Kind.GOLD for one in sets):
        return "Metrics that compare edits need gold edits (an M2 file), and the campaign has none."
    if scorer.needs and not sets:
        return "Metrics that compare texts need gold edits or reference texts, and the campaign has none."
    return ""
