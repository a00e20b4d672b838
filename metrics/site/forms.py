"""The form that asks for scores, made of what metrics declare. What depends on the campaign is in `runs`."""

from collections.abc import Iterator, Sequence
from typing import Any, cast

from django import forms

from appraise_gec.present.table import capital
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import USUAL, metric_names, scorer_class, setting_problems
from metrics.scorers.settings import settings_of
from metrics.sections.scores import in_words
from metrics.site.runs.services import MetricRequest
from rankings.models import Campaign

MOST_ANNOTATORS_OFFERED = 20


class ScoresForm(forms.Form):
    """Which metrics to compute, with which settings, and against what."""

    metrics = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Metrics")
    references = forms.ChoiceField(
        required=False,
        label="Compared with",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sets = list(campaign.reference_sets.defer("content"))
        self.sets = {str(references.key): references for references in sets}
        self.missing = {name: reason for name in metric_names() if (reason := _why_not(name, sets))}
        self.offered = [name for name in metric_names() if name not in self.missing]
        self._choices("metrics", [(name, _metric_label(name)) for name in self.offered])
        self._choices("references", [*_reference_choices(sets), ("", "nothing")])
        self.fields["references"].initial = next(iter(self.sets), "")
        self.initial.setdefault("metrics", [name for name in USUAL if name in self.offered])
        for metric in self.offered:
            for name, field in _setting_fields(metric):
                self.fields[name] = field

    @property
    def missing_titles(self) -> str:
        """The metrics that are not offered."""
        return ", ".join(scorer_class(name).title for name in self.missing)

    def reasons(self) -> list[str]:
        """Why metrics are not offered, each reason once."""
        return list(dict.fromkeys(self.missing.values()))

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The settings of every metric that has any, under its title."""
        grouped = []
        for metric in self.offered:
            own = [self[name] for name in self.fields if name.startswith(f"{metric}:")]
            if own:
                grouped.append((scorer_class(metric).title, own))
        return grouped

    def clean(self) -> dict[str, Any]:
        """Settings are checked by the metrics themselves."""
        data = self.cleaned_data
        for metric in data.get("metrics", []):
            for setting, message in setting_problems(metric, self._settings(metric)).items():
                name = f"{metric}:{setting}"
                self.add_error(name if name in self.fields else None, message)
        return data

    def requests(self) -> list[MetricRequest]:
        """The requests of a valid form."""
        key, _, annotator = self.cleaned_data["references"].partition(":")
        chosen = self.sets.get(key)
        number = int(annotator) if annotator else None
        return [
            MetricRequest(metric, self._settings(metric), chosen, number)
            for metric in self.cleaned_data["metrics"]
        ]

    def _settings(self, metric: str) -> dict[str, Any]:
        """Settings given for the metric; empty or invalid ones keep the default."""
        prefix = f"{metric}:"
        given = {
            name.removeprefix(prefix): value
            for name, value in self.cleaned_data.items()
            if name.startswith(prefix)
        }
        return {name: value for name, value in given.items() if value is not None and value != ""}

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices


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


def again_pairs(run: MetricRun) -> list[tuple[str, str]]:
    """Names and values of hidden fields that request the scores of `run` again, from present data.

    References count by their name: they may have been removed, and others uploaded in their place. Empty
    where they have been removed for good, and for imported scores.
    """
    stored = run.campaign.reference_sets.filter(name=run.references_name).first()
    if run.is_imported or (run.references_name and stored is None):
        return []
    key = str(stored.key) if stored else ""
    pairs = [("metrics", run.metric)]
    pairs.append(("references", f"{key}:{run.annotator}" if key and run.annotator is not None else key))
    for name, value in run.settings.items():
        if isinstance(value, bool):
            pairs += [(f"{run.metric}:{name}", "on")] if value else []
        else:
            pairs.append((f"{run.metric}:{name}", str(value)))
    return pairs


def _metric_label(name: str) -> str:
    """Title and summary, without saying the name twice."""
    title, summary = scorer_class(name).title, scorer_class(name).summary
    first = title.split()[0]
    if summary.startswith(f"{first}: "):
        return f"{title}: {summary.removeprefix(f'{first}: ')}"
    return summary if summary.startswith(first) else f"{title}: {summary}"


def _reference_choices(sets: Sequence[ReferenceSet]) -> Iterator[tuple[str, str]]:
    for references in sets:
        annotators = references.summary.get("annotators", [])
        several = len(annotators) > 1
        name = f"{references.name} ({references.get_kind_display()})"
        if several:
            name = f"{references.name} ({references.get_kind_display()}, all annotators)"
        yield str(references.key), name
        if several:
            for annotator in annotators[:MOST_ANNOTATORS_OFFERED]:
                number = annotator["annotator"]
                yield (
                    f"{references.key}:{number}",
                    f"{references.name} (annotator {number} alone)",
                )


def _setting_fields(metric: str) -> Iterator[tuple[str, forms.Field]]:
    for info in settings_of(scorer_class(metric)).values():
        default, common = info.default, {"required": False, "initial": info.default, "help_text": info.help}
        common["label"] = capital(in_words(info.name))
        field: forms.Field
        if isinstance(default, bool):
            field = forms.BooleanField(**common)
        elif isinstance(default, int):
            field = forms.IntegerField(**common)
        elif isinstance(default, float):
            field = forms.FloatField(**common)
        elif info.choices:
            field = forms.ChoiceField(choices=[(name, name) for name in info.choices], **common)
        else:
            field = forms.CharField(max_length=200, **common)
        yield f"{metric}:{info.name}", field
