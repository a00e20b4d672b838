"""How a worker compares metrics with people, and stores the result together with the end of its job."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import scipy
from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import as_sentence
from metrics.models import MetricRun, MetricStudy
from metrics.scorers.registry import make_scorer
from metrics.scorers.results import Score
from metrics.scorers.scorer import SettingError, SweptScorer, UnavailableError
from metrics.site.runs.material import ChangedError, run_material
from metrics.site.runs.metric_scores import metric_scores
from metrics.site.runs.names import scorer_of
from metrics.site.runs.services import changes_since
from metrics.site.studies.options import StudyOptions
from metrics.site.studies.services import STUDIES, metric_names
from metrics.site.texts import IncompleteError, campaign_texts, texts_mark
from metrics.validation.judged_sentences import judged_indices, judged_part
from metrics.validation.metric_correlation import FEWEST_SYSTEMS
from metrics.validation.results import LeftOut, StudyResult
from metrics.validation.score_table import MetricScores
from metrics.validation.study import JudgedSet, score_people, study_metrics, sweep_annotators
from rankings.formats.columns import Judgments
from rankings.formats.records import FormatError
from rankings.formats.results import to_json
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign

# Shares of the work: reading, metrics computed anew or swept, people's scores resampled.
READ, SWEPT, RESAMPLED = 0.1, 0.6, 0.9
SEPARATOR = ": "


@dataclass
class _Metric:
    """One metric's scores and settings, over all campaigns."""

    name: str
    scores: dict[str, float] = field(default_factory=dict)
    precision: dict[str, float] = field(default_factory=dict)
    recall: dict[str, float] = field(default_factory=dict)
    sentences: dict[str, dict[str, float]] = field(default_factory=dict)
    reason: str = ""

    def finished(self) -> MetricScores:
        return MetricScores(self.name, self.scores, self.precision, self.recall, self.sentences)


def compute(job: JobRun) -> None:
    """Do the work of a study's job."""
    study = STUDIES.row_of(job.arguments, "campaign")
    if study is None:
        raise JobError("The comparison was deleted before it could be computed.")
    options = StudyOptions.from_json(study.options)
    job.renew(progress=0.0, message="Reading rankings and scores")
    try:
        result = _Work(job, study, options).result()
    except FormatError as error:
        raise JobError(" ".join(problem.in_words() for problem in error.problems[:3])) from error
    except (IncompleteError, ChangedError, SettingError, UnavailableError) as error:
        raise JobError(str(error)) from error
    except ValueError as error:
        reason = str(error)
        raise JobError(reason if reason.endswith(".") else as_sentence(reason)) from error
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "software": {"numpy": np.__version__, "scipy": scipy.__version__},
        "options": study.options,
        "inputs": study.inputs,
    }
    with job.finishing() as stored:
        stored["url"] = study.get_absolute_url()
        MetricStudy.objects.filter(pk=study.pk).update(
            recipe=recipe, result=to_json(result), finished_at=timezone.now()
        )


class _Work:
    def __init__(self, job: JobRun, study: MetricStudy, options: StudyOptions) -> None:
        self.job = job
        self.options = options
        self.several = len(study.inputs) > 1
        self.inputs = [(_campaign(source["campaign"]), source["runs"]) for source in study.inputs]
        own = _runs([key for key in study.inputs[0]["runs"] if key])
        if any(key not in own for key in study.inputs[0]["runs"]):
            raise JobError("Scores of a metric were removed before they could be compared.")
        self.runs = [own[key] for key in study.inputs[0]["runs"]]
        self.metrics = [_Metric(name) for name in metric_names(self.runs)]
        self.warnings: list[str] = []

    def result(self) -> StudyResult:
        sets = [self._set(campaign) for campaign, _ in self.inputs]
        for (campaign, keys), judged in zip(self.inputs, sets, strict=True):
            self._read_scores(campaign, keys, judged)
        self._leave_out()
        metrics = self._usable(sets)
        swept = self._swept() if self.options.settings.beta_sweep else {}
        has_parts = any(metric.precision and metric.recall for metric in metrics)
        settings = replace(
            self.options.settings, beta_sweep=self.options.settings.beta_sweep and (bool(swept) or has_parts)
        )
        humans = score_people(
            sets,
            settings,
            self.options.seed,
            lambda share: self._tell(SWEPT + (RESAMPLED - SWEPT) * share, "Resampling judgments"),
        )
        self._tell(RESAMPLED, "Comparing metrics with people")
        study = study_metrics(sets, humans, metrics, settings, seed=self.options.seed, swept=swept)
        return replace(
            study.result,
            left_out=tuple(LeftOut(metric.name, metric.reason) for metric in self.metrics if metric.reason),
            warnings=tuple(self.warnings),
        )

    def _set(self, campaign: Campaign) -> JudgedSet:
        judgments = load_judgments(campaign).judgments
        if self.several:
            # Systems of different campaigns may have the same name and still differ.
            judgments = judgments.rename(system=lambda name: self._name(campaign, name))
        return JudgedSet(campaign.slug, judgments)

    def _name(self, campaign: Campaign, system: str) -> str:
        return f"{campaign.slug}{SEPARATOR}{system}" if self.several else system

    def _read_scores(self, campaign: Campaign, keys: Sequence[str | None], judged: JudgedSet) -> None:
        runs = _runs([key for key in keys if key])
        mark = texts_mark(campaign)
        for number, (metric, key) in enumerate(zip(self.metrics, keys, strict=True)):
            run = runs.get(key) if key else None
            if run is None:
                metric.reason = f"There are no scores of it with the same settings in {campaign.title}."
                continue
            self.warnings += [f"{metric.name}: {change}" for change in changes_since(run, mark)]
            if self.options.judged_only:
                self._tell(
                    READ + (SWEPT - READ) / 2 * number / len(keys),
                    f"Recomputing {metric.name}",
                )
                self._compute(campaign, run, metric, judged)
            else:
                self._take(campaign, run, metric)

    def _leave_out(self) -> None:
        """Take the systems away that should not be compared."""
        own = self.inputs[0][0]
        for name in self.options.without:
            system = self._name(own, name)
            for metric in self.metrics:
                for values in (metric.scores, metric.precision, metric.recall, metric.sentences):
                    values.pop(system, None)
        if self.options.without:
            self.warnings.append(f"Left out as asked for: {', '.join(self.options.without)}.")

    def _take(self, campaign: Campaign, run: MetricRun, metric: _Metric) -> None:
        """Add the stored scores of a run."""
        stored = metric_scores(run, metric.name)
        for ours, theirs in (
            (metric.scores, stored.scores),
            (metric.precision, stored.precision),
            (metric.recall, stored.recall),
        ):
            ours.update({self._name(campaign, system): value for system, value in theirs.items()})
        for system, sentences in stored.sentences.items():
            metric.sentences.setdefault(self._name(campaign, system), {}).update(sentences)

    def _compute(self, campaign: Campaign, run: MetricRun, metric: _Metric, judged: JudgedSet) -> None:
        """Scores of the judged sentences as a test set of their own."""
        if run.is_imported:
            metric.reason = "It was imported, so that it cannot be computed on the judged sentences alone."
            return
        texts = campaign_texts(campaign)
        indices = judged_indices(judged.table, len(texts.sources))
        material, outputs = judged_part(run_material(run, texts), texts.outputs, indices)
        scorer = make_scorer(run.metric, **run.settings)
        scored = scorer.score_systems(outputs, material, lambda _: self._keep_alive())
        for name, score in scored.items():
            self._keep(self._name(campaign, name), score, metric, indices)

    def _keep(self, system: str, score: Score, metric: _Metric, indices: Sequence[int]) -> None:
        metric.scores[system] = score.score
        if score.sentences:
            metric.sentences[system] = {
                str(index): sentence.score for index, sentence in zip(indices, score.sentences, strict=True)
            }

    def _usable(self, sets: Sequence[JudgedSet]) -> list[MetricScores]:
        for metric in self.metrics:
            for judged in sets:
                both = _covered(judged.table) & set(metric.scores)
                if not metric.reason and len(both) < FEWEST_SYSTEMS:
                    metric.reason = (
                        f"People and metric score {len(both)} systems of {judged.name} both; at least "
                        f"{FEWEST_SYSTEMS} are needed."
                    )
        usable = [metric.finished() for metric in self.metrics if not metric.reason]
        if not usable:
            reasons = dict.fromkeys(metric.reason for metric in self.metrics)
            raise JobError(" ".join(("No metric can be compared with people.", *reasons)))
        return usable

    def _swept(self) -> dict[str, Mapping[str, Sequence[float]]]:
        """Metrics that can be swept, at every beta: once for each gold and the settings beside beta."""
        swept: dict[str, Mapping[str, Sequence[float]]] = {}
        known = set()
        ((campaign, _),) = self.inputs
        texts = campaign_texts(campaign)
        for run in self.runs:
            scorer = scorer_of(run)
            if not isinstance(scorer, SweptScorer):
                continue
            settings = {name: value for name, value in run.settings.items() if name != "beta"}
            same = (run.metric, run.references_sha256, run.annotator, *sorted(settings.items()))
            if same in known:
                continue
            known.add(same)
            try:
                material = run_material(run, texts)
            except ChangedError as error:
                self.warnings.append(f"The weight of recall was not varied for {run}: {error}")
                continue
            name = f"{scorer.symbol}, {run.references_name}"
            name += f", annotator {run.annotator}" if run.annotator is not None else ""
            if self.options.judged_only:
                table = self._set(campaign).table
                indices = judged_indices(table, len(texts.sources))
                material, outputs = judged_part(material, texts.outputs, indices)
            else:
                outputs = dict(texts.outputs)
            outputs = {name: lines for name, lines in outputs.items() if name not in self.options.without}
            swept |= sweep_annotators(
                scorer,
                outputs,
                material,
                name,
                lambda _: self._tell(SWEPT, "Varying the weight of recall"),
            )
        return swept

    def _tell(self, share: float, message: str) -> None:
        self.told = (share, message)
        self.job.progress(share, message)

    def _keep_alive(self) -> None:
        self.job.progress(*self.told)


def _campaign(slug: str) -> Campaign:
    campaign = Campaign.objects.filter(slug=slug).first()
    if campaign is None:
        raise JobError(f"The campaign {slug} was deleted before it could be compared.")
    return campaign


def _runs(keys: Sequence[str]) -> dict[str, MetricRun]:
    runs = MetricRun.objects.select_related("campaign", "reference_set").filter(key__in=keys)
    return {str(run.key): run for run in runs}


def _covered(table: Judgments) -> set[str]:
    """Systems that were compared with another one."""
    compared = table.groups.max(axis=1, initial=-1) > 0
    covered = table.covered[compared].any(axis=0)
    return {name for name, known in zip(table.systems, covered.tolist(), strict=True) if known}
