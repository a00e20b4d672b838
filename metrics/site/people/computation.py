"""How a worker compares metrics with people, and stores the result together with the end of its job."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from math import isfinite

import numpy as np
import scipy
from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.jobs.running import JobError, JobRun
from metrics.models import Comparison, MetricRun
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import SweptScorer
from metrics.site.people.asking import Compared, ComparisonOptions
from metrics.site.runs.computation import as_job_errors
from metrics.site.runs.material import ChangedError, run_material
from metrics.site.runs.names import distinct_names, scorer_of
from metrics.site.runs.services import changes_since
from metrics.site.runs.stored import metric_scores
from metrics.site.texts import CampaignTexts, campaign_texts, texts_mark
from metrics.validation.judged_sentences import judged_indices, judged_part
from metrics.validation.metric_correlation import FEWEST_SYSTEMS
from metrics.validation.results import LeftOut
from metrics.validation.score_table import MetricScores
from metrics.validation.study import score_people, study_metrics, sweep_annotators
from rankings.formats.columns import Judgments
from rankings.formats.results import from_json, to_json
from rankings.judgments.stored import load_judgments

# Shares of the work: metrics computed anew, the weight of recall varied, people's scores resampled.
COMPUTED, SWEPT, RESAMPLED = 0.4, 0.6, 0.9


def compute(job: JobRun) -> None:
    """Do the work of a comparison's job."""
    comparison = Comparison.objects.of_job(job, "campaign")
    if comparison is None:
        raise JobError("The comparison was deleted before it could be computed.")
    job.progress(0.0, "Reading rankings and scores")
    with as_job_errors():
        found = _Work(job, comparison, from_json(ComparisonOptions, comparison.options)).compared()
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "software": {"numpy": np.__version__, "scipy": scipy.__version__},
        "options": comparison.options,
        "rankings": comparison.rankings,
    }
    with job.finishing() as stored:
        stored["url"] = comparison.get_absolute_url()
        rows = Comparison.objects.filter(campaign=comparison.campaign_id)
        rows.filter(pk=comparison.pk).update(recipe=recipe, result=to_json(found), finished_at=timezone.now())
        rows.filter(pk__lt=comparison.pk).exclude(job__state__in=WORKING_STATES).delete()


class _Work:
    def __init__(self, job: JobRun, comparison: Comparison, options: ComparisonOptions) -> None:
        self.job = job
        self.options = options
        self.campaign = comparison.campaign
        known = {
            str(run.key): run for run in self.campaign.metric_runs.select_related("campaign", "reference_set")
        }
        if not set(comparison.runs) <= set(known):
            raise JobError("Scores of a metric were removed before they could be compared.")
        self.runs = [known[key] for key in comparison.runs]
        self.table = Judgments.of(load_judgments(self.campaign).judgments)
        self.warnings: list[str] = []
        self.left_out: list[LeftOut] = []

    @cached_property
    def texts(self) -> CampaignTexts:
        return campaign_texts(self.campaign)

    def compared(self) -> Compared:
        metrics = self._metrics()
        swept = self._swept()
        has_parts = any(metric.precision and metric.recall for metric in metrics)
        settings = replace(self.options.settings, beta_sweep=bool(swept) or has_parts)
        people = score_people(
            self.table,
            settings,
            self.options.seed,
            lambda share: self._tell(SWEPT + (RESAMPLED - SWEPT) * share, "Resampling judgments"),
        )
        self._tell(RESAMPLED, "Comparing metrics with people")
        found = study_metrics(self.table, people, metrics, settings, seed=self.options.seed, swept=swept)
        if self.options.without:
            self.warnings.append(f"Left out as asked for: {', '.join(self.options.without)}.")
        by_people = dict(zip(people.systems, people.scores.tolist(), strict=True))
        return Compared(
            {name: score for name, score in by_people.items() if self._counts(name) and isfinite(score)},
            {metric.metric: dict(metric.scores) for metric in metrics},
            replace(found, left_out=tuple(self.left_out), warnings=tuple(self.warnings)),
        )

    def _metrics(self) -> list[MetricScores]:
        """Scores of every metric that can be compared."""
        mark = texts_mark(self.campaign)
        usable = []
        names = distinct_names(self.runs)
        for number, (run, name) in enumerate(zip(self.runs, names, strict=True)):
            self.warnings += [f"{name}: {change}" for change in changes_since(run, mark)]
            if self.options.judged_only and run.is_imported:
                reason = "It was imported, so that it cannot be computed on the judged sentences alone."
                self.left_out.append(LeftOut(name, reason))
                continue
            if self.options.judged_only:
                self._tell(COMPUTED * number / len(self.runs), f"Recomputing {name}")
                scores = self._computed(run, name)
            else:
                scores = metric_scores(run, name)
            scores = self._without(scores)
            both = len(_compared_systems(self.table) & set(scores.scores))
            if both < FEWEST_SYSTEMS:
                reason = f"People and metric both score {both} systems; at least {FEWEST_SYSTEMS} are needed."
                self.left_out.append(LeftOut(name, reason))
                continue
            usable.append(scores)
        if not usable:
            reasons = dict.fromkeys(one.reason for one in self.left_out)
            raise JobError(" ".join(("No metric can be compared with people.", *reasons)))
        return usable

    def _computed(self, run: MetricRun, name: str) -> MetricScores:
        """Scores of the judged sentences as a test set of their own."""
        indices = judged_indices(self.table, len(self.texts.sources))
        material, outputs = judged_part(run_material(run, self.texts), self.texts.outputs, indices)
        scorer = make_scorer(run.metric, **run.settings)
        scored = scorer.score_systems(outputs, material, lambda _: self._tell(*self.told))
        sentences = {
            system: {str(index): line.score for index, line in zip(indices, score.sentences, strict=True)}
            for system, score in scored.items()
            if score.sentences
        }
        scores = {system: score.score for system, score in scored.items()}
        return MetricScores(name, scores, sentences=sentences)

    def _without(self, metric: MetricScores) -> MetricScores:
        """The scores without those of systems that are left out."""
        parts = {
            part: {system: value for system, value in getattr(metric, part).items() if self._counts(system)}
            for part in ("scores", "precision", "recall", "sentences")
        }
        return MetricScores(metric.metric, **parts)

    def _counts(self, system: str) -> bool:
        return system not in self.options.without

    def _swept(self) -> dict[str, Mapping[str, Sequence[float]]]:
        """Metrics that can be swept, at every beta: once for each gold and the settings beside beta."""
        swept: dict[str, Mapping[str, Sequence[float]]] = {}
        known = set()
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
                material = run_material(run, self.texts)
            except ChangedError as error:
                self.warnings.append(f"The weight of recall was not varied for {run}: {error}")
                continue
            outputs = {name: lines for name, lines in self.texts.outputs.items() if self._counts(name)}
            if self.options.judged_only:
                indices = judged_indices(self.table, len(self.texts.sources))
                material, outputs = judged_part(material, outputs, indices)
            name = f"{scorer.symbol}, {run.references_name}"
            name += f", annotator {run.annotator}" if run.annotator is not None else ""
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


def _compared_systems(table: Judgments) -> set[str]:
    """Systems that were compared with another one."""
    compared = table.groups.max(axis=1, initial=-1) > 0
    covered = table.covered[compared].any(axis=0)
    return {name for name, known in zip(table.systems, covered.tolist(), strict=True) if known}
