"""What managers bring for metrics, as kinds of upload: references, and scores from elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.urls import reverse
from django.utils import timezone

import appraise_gec
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.present.numbers import counted
from metrics.models import MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.sections.scores import ComparedMetric, compared
from metrics.site.references import read_against, refuse_name
from metrics.site.texts import campaign_sources
from metrics.site.views import written
from metrics.validation.score_table import MetricScores, read_metric_scores
from rankings.access import MANAGERS
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, Problem, fatal_first
from rankings.models import Campaign, Upload
from rankings.uploads.files import NamedFile, open_parts, site_limits
from rankings.uploads.kinds import Applied, ManyFilesField, Preview, UploadForm, UploadKind, Waiting

NAME_CHARACTERS = 100


class ReferencesForm(UploadForm):
    """Gold or reference files, and under which name to keep them."""

    references = ManyFilesField(
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
        help_text="What tables call it. If empty, the name of the file.",
    )


class References(UploadKind):
    """Gold edits or reference texts."""

    name = "references"
    title = "Upload gold or references"
    button = "Store the references"
    lead = (
        "Annotators' corrections of the campaign's sentences, in their order. The source side of gold must "
        "have the same tokens, separated by spaces, as the campaign's sentences."
    )
    roles = MANAGERS
    form = ReferencesForm
    template = "metrics/references_summary.html"
    tab = "metrics"

    def read(self, upload: Waiting) -> Preview:
        name = _name_of(upload)
        refuse_name(upload.target, name)
        read = read_against(campaign_sources(upload.target), upload.files())
        return Preview(read.problems, {"name": name, "kind": read.kind, **read.summary})

    def apply(self, upload: Waiting) -> Applied:
        campaign, name = upload.target, _name_of(upload)
        refuse_name(campaign, name)
        read = read_against(campaign_sources(campaign), upload.files())
        if not read.usable:
            raise FormatError(list(read.problems))
        ReferenceSet.objects.create(
            campaign=campaign,
            name=name,
            created_by=upload.owner,
            kind=read.kind,
            files=[{"name": file.name, "size": file.size, "sha256": file.sha256} for file in upload.files()],
            content=open_parts(upload.row).read(),
            sha256=read.sha256,
            summary=read.summary,
        )
        record_event(upload.owner, "references.add", campaign.pk, name=name, sha256=read.sha256)
        leads_to = reverse("metrics:new", args=[campaign.slug])
        return Applied(leads_to, f"Stored {name}. Scores can now be computed.")


class ScoresForm(UploadForm):
    """A table of scores."""

    file = forms.FileField(
        label="Table",
        widget=forms.FileInput,
        help_text=(
            "CSV or TSV. The first line names the columns: system, metric and score; or system and then one "
            "metric per column, where an empty cell is no score. Or the JSON of appraise-gec score."
        ),
        max_length=200,
    )


class ImportOfScores(UploadKind):
    """Scores that were computed elsewhere."""

    name = "scores"
    title = "Import scores"
    button = "Import the scores"
    lead = (
        "Scores that another program computed for the systems of the campaign: a table with one line for "
        "each system and metric. One file may hold any number of metrics."
    )
    roles = MANAGERS
    form = ScoresForm
    template = "metrics/scores_summary.html"
    tab = "metrics"

    def read(self, upload: Waiting) -> Preview:
        metrics, problems = read_scores(upload.target, *upload.files())
        return Preview(problems, {"scores": {one.metric: dict(one.scores) for one in metrics}})

    def apply(self, upload: Waiting) -> Applied:
        (file,), campaign = upload.files(), upload.target
        metrics, problems = read_scores(campaign, file)
        if any(problem.fatal for problem in problems):
            raise FormatError(list(problems))
        origin = {"file": file.name, "sha256": file.sha256}
        store_scores(campaign, upload.owner, metrics, origin)
        names = [one.metric for one in metrics]
        record_event(upload.owner, "metrics.import", campaign.pk, metrics=names, **origin)
        leads_to = reverse("metrics:overview", args=[campaign.slug])
        return Applied(leads_to, f"Imported the scores of {counted(len(metrics), 'metric')}.")

    def context(self, upload: Upload, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        metrics = [ComparedMetric(name, name, "", scores) for name, scores in facts["scores"].items()]
        return {"scores": written(compared(metrics))}


def _name_of(upload: Waiting) -> str:
    """The name that was typed, or else those of the files without endings, as many as there is room for."""
    if typed := str(upload.values["name"]):
        return typed
    names = [file.name for file in upload.files()]
    stems = [name.rsplit(".", 1)[0] if name.lower().endswith((".m2", ".txt")) else name for name in names]
    joined = ", ".join(stems)
    if len(joined) <= NAME_CHARACTERS:
        return joined
    more = f" and {len(stems) - 1} more" if len(stems) > 1 else ""
    return f"{stems[0][: NAME_CHARACTERS - len(more)]}{more}"


MOST_METRICS = 50
METRIC_CHARACTERS = 64


def read_scores(campaign: Campaign, file: NamedFile) -> tuple[tuple[MetricScores, ...], tuple[Problem, ...]]:
    """Read a file of scores and check it against the campaign. Never raises for bad content."""
    try:
        metrics, warnings = read_metric_scores(file.content, file.name, site_limits())
    except FormatError as error:
        return (), fatal_first(error.problems)
    systems = sorted(campaign.systems.values_list("name", flat=True))
    sentences = {str(index) for index in range(campaign.sentences.count())}
    findings = Findings(file.name, site_limits().problems)
    if len(metrics) > MOST_METRICS:
        findings.error(f"The file has {len(metrics)} metrics; at most {MOST_METRICS} are read at once.")
    for unknown in sorted({system for one in metrics for system in one.scores} - set(systems)):
        findings.error(f"No system here is called {quoted(unknown)}. The campaign has {', '.join(systems)}.")
    for one in metrics:
        if len(one.metric) > METRIC_CHARACTERS or not one.metric.isprintable():
            findings.error(f"Expected a metric's name of 1 to {METRIC_CHARACTERS} printable characters.")
        if not {sentence for scores in one.sentences.values() for sentence in scores} <= sentences:
            findings.error(
                f"{quoted(one.metric)} scores sentences that the campaign does not have. They are numbered "
                f"from 0 to {len(sentences) - 1}."
            )
        if missing := [name for name in systems if name not in one.scores]:
            findings.warn(f"{quoted(one.metric)} has no score for {', '.join(missing)}.")
    return metrics, fatal_first([*warnings, *findings.problems()])


def store_scores(
    campaign: Campaign, actor: User, metrics: Sequence[MetricScores], origin: Mapping[str, str]
) -> None:
    """Store the scores of each metric; `origin` names the file."""
    systems = dict(campaign.systems.values_list("name", "pk"))
    for one in metrics:
        parts = {name: values for name in ("precision", "recall") if (values := getattr(one, name))}
        run = MetricRun.objects.create(
            campaign=campaign,
            origin=MetricRun.Origin.IMPORTED,
            metric=one.metric,
            created_by=actor,
            finished_at=timezone.now(),
            recipe={
                "program": "appraise-gec",
                "version": appraise_gec.__version__,
                "metric": one.metric,
                "imported": origin,
                "parts": list(parts),
                "sentence_parts": [],
            },
        )
        SystemScore.objects.bulk_create(
            SystemScore(
                run=run,
                system_id=systems[system],
                score=score,
                parts={name: values[system] for name, values in parts.items() if system in values},
            )
            for system, score in one.scores.items()
        )
        SentenceScores.objects.bulk_create(_sentences(run, one.sentences), batch_size=200)


def _sentences(run: MetricRun, scores: Mapping[str, Mapping[str, float]]) -> Iterator[SentenceScores]:
    by_sentence: dict[int, dict[str, Sequence[float]]] = {}
    for system, of in scores.items():
        for sentence, score in of.items():
            by_sentence.setdefault(int(sentence), {})[system] = [score]
    for index, row in sorted(by_sentence.items()):
        yield SentenceScores(run=run, index=index, scores=row)
