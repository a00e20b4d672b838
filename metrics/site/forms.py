"""The form that asks for scores, made of what metrics declare."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django import forms

from appraise_gec.present.table import capital
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import USUAL, Setting, metric_names, scorer_class, settings_of
from metrics.sections.scores import in_words
from metrics.site.runs import MetricRequest
from rankings.models import Campaign


def field_of(setting: Setting) -> forms.Field:
    """The field of a setting, which may be left empty."""
    default, label = setting.default, setting.title or capital(in_words(setting.name))
    told: dict[str, Any] = {"required": False, "initial": default, "help_text": setting.help, "label": label}
    if isinstance(default, bool):
        return forms.BooleanField(**told)
    if isinstance(default, int | float):
        number: Any = forms.IntegerField if isinstance(default, int) else forms.FloatField
        field: forms.Field = number(min_value=setting.least, max_value=setting.most, **told)
        return field
    if setting.choices:
        return forms.ChoiceField(choices=[(one, one) for one in setting.choices], **told)
    return forms.CharField(max_length=200, **told)


class ScoresForm(forms.Form):
    """Which metrics to compute, with which settings, and against what."""

    metrics = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Metrics")
    references = forms.ChoiceField(required=False, label="Compared with")
    annotator = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, label="Annotator of the gold edits"
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sets = {one.name: one for one in campaign.reference_sets.defer("content")}
        sets = list(self.sets.values())
        missing = {name: reason for name in metric_names() if (reason := _why_not(name, sets))}
        self.missing = ", ".join(scorer_class(name).title for name in missing)
        self.reasons = list(dict.fromkeys(missing.values()))
        self.offered = [name for name in metric_names() if name not in missing]
        titles = {name: f"{scorer_class(name).title}: {scorer_class(name).summary}" for name in self.offered}
        self._offer("metrics", titles)
        kinds = {one.name: f"{one.name} ({one.get_kind_display()})" for one in sets}
        self._offer("references", {**kinds, "": "nothing"})
        self.initial.setdefault("references", next(iter(self.sets), ""))
        self.initial.setdefault("metrics", [name for name in USUAL if name in self.offered])
        annotators = {number for one in sets for number in one.annotators if len(one.annotators) > 1}
        alone = {str(number): f"{number} alone" for number in sorted(annotators)}
        self._offer("annotator", {"": "all"} | alone)
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
        values = {name: self.cleaned_data.get(name) for name in self._names(metric)}
        return {name.removeprefix(f"{metric}:"): one for name, one in values.items() if one not in (None, "")}

    def _offer(self, name: str, choices: Mapping[str, str]) -> None:
        """What a field offers, by value."""
        cast("forms.ChoiceField", self.fields[name]).choices = list(choices.items())


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
