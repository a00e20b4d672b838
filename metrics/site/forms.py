"""Forms of researchers and managers. They check shapes; what depends on the campaign is in the services."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from appraise_gec.present.numbers import listed
from appraise_gec.present.table import capital
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import metric_names, scorer_class, setting_problems
from metrics.scorers.settings import settings_of
from metrics.site.references.uploads import STAGED_KIND
from metrics.site.runs.services import MetricRequest
from metrics.tables.titles import choice_title, setting_title
from rankings.corpus.forms import ManyFilesField
from rankings.corpus.staging import CorpusFile
from rankings.models import Campaign

MOST_ANNOTATORS_OFFERED = 20
NAME_CHARACTERS = 100


class ReferencesForm(forms.Form):
    """Gold or reference files, and under which name to keep them."""

    uploads = ManyFilesField(
        label="Files",
        help_text=(
            "Gold edits: M2 files, whose annotators are joined. Or reference texts: plain files, "
            "one for each annotator, one sentence per line."
        ),
        max_length=200,
    )
    name = forms.CharField(
        max_length=NAME_CHARACTERS,
        required=False,
        label="Name",
        help_text="How tables call it. Left empty, the name of the file.",
    )
    replaces = forms.ChoiceField(required=False, label="Replace")

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sets = {
            str(references.key): references for references in campaign.reference_sets.defer("content")
        }
        if self.sets:
            field = self.fields["replaces"]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - for the type checker
            field.choices = [
                ("", "nothing: keep it as well"),
                *((k, references.name) for k, references in self.sets.items()),
            ]
            field.help_text = "Scores made from what is replaced stay, and say that they are old."
        else:
            del self.fields["replaces"]

    def uploaded(self) -> list[CorpusFile]:
        """The files of a valid form."""
        chosen: list[UploadedFile[bytes]] = self.cleaned_data["uploads"]
        return [CorpusFile(STAGED_KIND, str(file.name), file.read()) for file in chosen]

    def chosen_name(self, files: list[CorpusFile]) -> str:
        """The given name, or the names of the files without their endings, as many as there is room for."""
        stems = [
            file.name.rsplit(".", 1)[0] if file.name.lower().endswith((".m2", ".txt")) else file.name
            for file in files
        ]
        names = ", ".join(stems)
        if len(names) > NAME_CHARACTERS:
            more = f" and {len(files) - 1} more" if len(files) > 1 else ""
            names = f"{stems[0][: NAME_CHARACTERS - len(more)]}{more}"
        return str(self.cleaned_data["name"] or names)

    def replaced(self) -> ReferenceSet | None:
        """The reference set to replace."""
        return self.sets.get(self.cleaned_data.get("replaces", ""))


class ScoreTableForm(forms.Form):
    """A table of scores."""

    file = forms.FileField(
        label="Table",
        help_text=(
            "CSV or TSV. The first line names the columns: system, metric and score; or system "
            "and then one metric a column."
        ),
        max_length=200,
    )


class ScoresForm(forms.Form):
    """Which metrics to compute, with which settings, and against what."""

    metrics = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Metrics")
    references = forms.ChoiceField(
        required=False,
        label="Compared with",
    )

    def __init__(self, campaign: Campaign, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sets = {
            str(references.key): references for references in campaign.reference_sets.defer("content")
        }
        metrics, references = self.fields["metrics"], self.fields["references"]
        assert isinstance(metrics, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        assert isinstance(references, forms.ChoiceField)  # noqa: S101 - for the type checker
        metrics.choices = [(name, _metric_label(name)) for name in metric_names()]
        references.choices = [
            *_reference_choices(self.sets.values()),
            ("", "nothing"),
        ]
        gold_needed = [found.title for found in map(scorer_class, metric_names()) if "gold" in found.needs]
        references.help_text = (
            f"{listed(gold_needed)} need gold edits. Metrics that need texts take each "
            "annotator's corrections, applied in full, where gold is chosen."
        )
        references.initial = next(iter(self.sets), "")
        for metric in metric_names():
            for name, field in _setting_fields(metric):
                self.fields[name] = field

    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The settings of every metric that has any, under its title."""
        grouped = []
        for metric in metric_names():
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


def again_pairs(run: MetricRun) -> list[tuple[str, str]]:
    """Names and values of hidden fields that request the scores of `run` again, from present data."""
    key = str(run.reference_set.key) if run.reference_set else ""
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


def _reference_choices(sets: Any) -> Iterator[tuple[str, str]]:
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
        common["label"] = capital(setting_title(info.name))
        field: forms.Field
        if isinstance(default, bool):
            field = forms.BooleanField(**common)
        elif isinstance(default, int):
            field = forms.IntegerField(**common)
        elif isinstance(default, float):
            field = forms.FloatField(**common)
        elif info.choices:
            field = forms.ChoiceField(choices=[(name, choice_title(name)) for name in info.choices], **common)
        else:
            field = forms.CharField(max_length=200, **common)
        yield f"{metric}:{info.name}", field
