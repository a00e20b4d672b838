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
from metrics.scorers.scorer import Material, SweptScorer
from metrics.site.comparisons import Compared, ComparisonOptions
from metrics.site.computing import ChangedError, as_job_errors, run_material
from metrics.site.runs import changes_since
from metrics.site.stored import distinct_names, metric_scores, scorer_of
from metrics.site.texts import CampaignTexts, campaign_texts, texts_mark
from metrics.validation.judged_sentences import judged_indices, judged_part
from metrics.validation.metric_correlation import FEWEST_SYSTEMS
from metrics.validation.results import LeftOut
from metrics.validation.score_table import MetricScores
from metrics.validation.study import StudySettings, score_people, study_metrics, sweep_annotators
from rankings.analysis.choices import replicates_of
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
        found = _Work(job, comparison).compared()
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
    def __init__(self, job: JobRun, comparison: Comparison) -> None:
        self.job, self.campaign = job, comparison.campaign
        self.options = from_json(ComparisonOptions, comparison.options)
        runs = self.campaign.metric_runs.select_related("campaign", "reference_set")
        known = {str(run.key): run for run in runs}
        if not set(comparison.runs) <= set(known):
            raise JobError("Scores of a metric were removed before they could be compared.")
        compared = [known[key] for key in comparison.runs]
        self.runs = dict(zip(distinct_names(compared), compared, strict=True))
        self.table = Judgments.of(load_judgments(self.campaign).judgments)
        self.warnings: list[str] = []
        self.left_out: list[LeftOut] = []

    @cached_property
    def texts(self) -> CampaignTexts:
        return campaign_texts(self.campaign)

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """Of the judged sentences."""
        return judged_indices(self.table, len(self.texts.sources))

    def compared(self) -> Compared:
        metrics = self._metrics()
        swept = self._swept()
        has_parts = any(metric.precision and metric.recall for metric in metrics)
        options = self.options
        settings = StudySettings(
            method=options.method,
            replicates=replicates_of(options.method, options.replicates),
            unit=options.unit,
            confidence=options.confidence,
            beta_sweep=bool(swept) or has_parts,
            judged_only=options.judged_only,
        )
        people = score_people(
            self.table,
            settings,
            options.seed,
            lambda share: self.job.progress(SWEPT + (RESAMPLED - SWEPT) * share, "Resampling judgments"),
        )
        self.job.progress(RESAMPLED, "Comparing metrics with people")
        found = study_metrics(self.table, people, metrics, settings, seed=options.seed, swept=swept)
        if options.without:
            self.warnings.append(f"Left out as asked for: {', '.join(options.without)}.")
        by_people = zip(people.systems, people.scores.tolist(), strict=True)
        return Compared(
            {name: score for name, score in by_people if isfinite(score) and name not in options.without},
            {metric.metric: dict(metric.scores) for metric in metrics},
            replace(found, left_out=tuple(self.left_out), warnings=tuple(self.warnings)),
        )

    def _metrics(self) -> list[MetricScores]:
        """Scores of every metric that can be compared."""
        mark = texts_mark(self.campaign)
        usable = []
        for number, (name, run) in enumerate(self.runs.items()):
            self.warnings += [f"{name}: {change}" for change in changes_since(run, mark)]
            self.job.progress(COMPUTED * number / len(self.runs), f"Reading {name}")
            if self.options.judged_only and run.is_imported:
                reason = "It was imported, so that it cannot be computed on the judged sentences alone."
                self.left_out.append(LeftOut(name, reason))
                continue
            scores = self._computed(run, name) if self.options.judged_only else self._stored(run, name)
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

    def _stored(self, run: MetricRun, name: str) -> MetricScores:
        """The scores without those of systems that are left out."""
        metric = metric_scores(run, name)
        parts = {
            part: {system: value for system, value in getattr(metric, part).items() if self._counts(system)}
            for part in ("scores", "precision", "recall", "sentences")
        }
        return MetricScores(name, **parts)

    def _computed(self, run: MetricRun, name: str) -> MetricScores:
        """Scores of the judged sentences as a test set of their own."""
        material, outputs = self._texts_for(run)
        scorer = make_scorer(run.metric, **run.settings)
        scored = scorer.score_systems(
            outputs, material, lambda system: self.job.progress(COMPUTED, f"Scored {system} by {name}")
        )
        sentences = {
            system: {
                str(index): line.score for index, line in zip(self.indices, score.sentences, strict=True)
            }
            for system, score in scored.items()
            if score.sentences
        }
        return MetricScores(name, {one: score.score for one, score in scored.items()}, sentences=sentences)

    def _swept(self) -> dict[str, Mapping[str, Sequence[float]]]:
        """Metrics that can be swept, at every beta: once for each gold and the settings beside beta."""
        swept: dict[str, Mapping[str, Sequence[float]]] = {}
        known = set()

        def told(system: str) -> None:
            self.job.progress(SWEPT, f"Varied the weight of recall for {system}")

        for run in self.runs.values():
            scorer = scorer_of(run)
            settings = sorted((name, value) for name, value in run.settings.items() if name != "beta")
            same = (run.metric, run.references_sha256, run.annotator, *settings)
            if not isinstance(scorer, SweptScorer) or same in known:
                continue
            known.add(same)
            try:
                material, outputs = self._texts_for(run)
            except ChangedError as error:
                self.warnings.append(f"The weight of recall was not varied for {run}: {error}")
                continue
            name = f"{scorer.symbol}, {run.references_name}"
            name += f", annotator {run.annotator}" if run.annotator is not None else ""
            swept |= sweep_annotators(scorer, outputs, material, name, told)
        return swept

    def _texts_for(self, run: MetricRun) -> tuple[Material, dict[str, tuple[str, ...]]]:
        """What the run is computed from, and the outputs that count; of judged sentences where asked so."""
        material = run_material(run, self.texts)
        outputs = {name: lines for name, lines in self.texts.outputs.items() if self._counts(name)}
        return (
            judged_part(material, outputs, self.indices) if self.options.judged_only else (material, outputs)
        )

    def _counts(self, system: str) -> bool:
        return system not in self.options.without


def _compared_systems(table: Judgments) -> set[str]:
    """Systems that were compared with another one."""
    compared = table.groups.max(axis=1, initial=-1) > 0
    covered = table.covered[compared].any(axis=0)
    return {name for name, known in zip(table.systems, covered.tolist(), strict=True) if known}
