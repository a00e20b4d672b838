"""How workers compute a metric run, system by system, and store it together with the end of its job."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.running import JobError, JobRun
from metrics.models import MetricRun, SentenceScores, SystemScore
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material, Scorer, SettingError, UnavailableError
from metrics.site.runs import shared_work as parts
from metrics.site.runs.explaining import matches_as_json
from metrics.site.runs.material import ChangedError, run_material
from metrics.site.runs.services import RUNS
from metrics.site.runs.shared_work import ScoredSystem
from metrics.site.texts import CampaignTexts, IncompleteError, campaign_texts, texts_mark
from metrics.tables.scores import part_names
from rankings.formats.records import FormatError

BATCH = 200
PREPARED = 0.05
PREPARING = "Preparing (after an update the first time takes up to a minute)"
# Helpers repeat the reading and preparation, so they are only worth it for longer work.
WORTH_HELP_SECONDS = 3.0
LOOK_SECONDS = 0.2

ScoreSystem = Callable[[str, Sequence[str]], ScoredSystem]


def compute(job: JobRun) -> None:
    """Do the work of a run's job, with the help of other workers where that makes sense."""
    run = RUNS.row_of(job.arguments, "campaign", "reference_set")
    if run is None:
        raise JobError("These scores were deleted before they could be computed.")
    job.renew(progress=0.0, message="Reading sentences, outputs and references")
    with _as_job_errors():
        work = _Work(run)
        # Always written: the first metric after an update compiles for a while and reports nothing meanwhile.
        job.renew(progress=PREPARED, message=PREPARING)
        parts.open_parts(run, work.inputs_mark, work.texts.outputs)
        _compute_all(job, work)
    _store(job, work, parts.results(run))


def help_out(job: JobRun) -> None:
    """Take a share of a run while another worker computes it."""
    run = RUNS.row_of(job.arguments, "campaign", "reference_set")
    if run is None or not parts.is_wanted(run):
        return
    with _as_job_errors():
        work = _Work(run)
        while parts.is_wanted(run) and work.compute_one(job):
            job.progress(0.5, "Helping")


class _Work:
    """A run with everything that computing it needs. References are read and prepared when first needed."""

    def __init__(self, run: MetricRun) -> None:
        self.run = run
        # Read first: a change while the texts are read makes the run out of date.
        self.mark = texts_mark(run.campaign)
        self.texts: CampaignTexts = campaign_texts(run.campaign)
        self.material: Material = run_material(run, self.texts)
        self.scorer: Scorer[Any] = make_scorer(run.metric, **run.settings)
        inputs = f"{self.mark} {run.references_sha256} {self.scorer.signature()} {appraise_gec.__version__}"
        self.inputs_mark = hashlib.sha256(inputs.encode()).hexdigest()
        self._score: ScoreSystem | None = None

    def compute_one(self, job: JobRun) -> bool:
        """Claim a system, compute it, store its scores. False when there is nothing to claim."""
        part = parts.claim(self.run, self.inputs_mark, job.token)
        if part is None:
            return False
        if self._score is None:
            self._score = _score_system(self.scorer, self.material)
        parts.keep(part, self._score(part.system, self.texts.outputs[part.system]))
        return True


def _compute_all(job: JobRun, work: _Work) -> None:
    total = len(work.texts.outputs)
    has_asked = False
    while (done := len(parts.finished_systems(work.run))) < total:
        began = time.monotonic()
        job.progress(
            PREPARED + (1 - PREPARED) * done / total,
            f"Scored {done} of {total} systems",
        )
        if not work.compute_one(job):
            time.sleep(LOOK_SECONDS)  # helpers have the rest
            continue
        seconds, left = time.monotonic() - began, total - done - 1
        if not has_asked and seconds * left > WORTH_HELP_SECONDS:
            parts.ask_for_helpers(work.run, job.job, left)
            has_asked = True


def _score_system(scorer: Scorer[Any], material: Material) -> ScoreSystem:
    """A function that scores one system, with explanations where the metric has them."""
    explained = scorer.one_by_one_explained(material)

    def score(system: str, lines: Sequence[str]) -> ScoredSystem:
        scores, matches = explained(system, lines)
        edits = matches_as_json(matches)
        return ScoredSystem(scores, tuple(edits[index] for index in range(len(edits))))

    return score


@contextmanager
def _as_job_errors() -> Iterator[None]:
    try:
        yield
    except FormatError as error:
        raise JobError(" ".join(problem.in_words() for problem in error.problems[:3])) from error
    except (ChangedError, IncompleteError, SettingError, UnavailableError) as error:
        raise JobError(str(error)) from error


def _store(job: JobRun, work: _Work, scored: Mapping[str, ScoredSystem]) -> None:
    run, scorer = work.run, work.scorer
    results = [scored_system.result for scored_system in scored.values()]
    sentence_parts = part_names(line.parts for result in results for line in result.sentences)
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "metric": scorer.metric,
        "title": scorer.title,
        "signature": str(scorer.signature()),
        "settings": scorer.settings(),
        "references": _references_recipe(run),
        "parts": part_names(result.parts for result in results),
        "sentence_parts": sentence_parts,
        **work.texts.hashes(),
    }
    rows = list(_sentence_rows(work, scored, sentence_parts))
    systems = dict(run.campaign.systems.values_list("name", "pk"))
    with job.finishing():
        # A job whose result was lost is repeated; nothing of the first attempt may remain.
        run.system_scores.all().delete()
        run.sentence_scores.all().delete()
        SystemScore.objects.bulk_create(
            SystemScore(
                run=run,
                system_id=systems[result.system],
                score=result.score,
                parts=result.parts,
                types=[[tally.type, tally.matched, tally.gold] for tally in result.types],
            )
            for result in results
        )
        SentenceScores.objects.bulk_create(rows, batch_size=BATCH)
        MetricRun.objects.filter(pk=run.pk).update(
            recipe=recipe,
            signature=recipe["signature"],
            texts_mark=work.mark,
            finished_at=timezone.now(),
        )
        run.parts.all().delete()
        parts.dismiss_helpers(run)


def _references_recipe(run: MetricRun) -> dict[str, Any] | None:
    stored = run.reference_set
    if stored is None:
        return None
    return {
        "name": stored.name,
        "kind": stored.kind,
        "annotator": run.annotator,
        "sha256": run.references_sha256,
        "files": stored.files,
    }


def _sentence_rows(
    work: _Work, scored: Mapping[str, ScoredSystem], names: Sequence[str]
) -> Iterator[SentenceScores]:
    references = work.material.reference_texts
    for index in range(len(work.texts.sources)):
        scores, edits = {}, {}
        for system, score in scored.items():
            if score.result.sentences:
                line = score.result.sentences[index]
                scores[system] = [line.score, *(line.parts.get(name) for name in names)]
            if score.edits:
                edits[system] = score.edits[index]
        yield SentenceScores(
            run=work.run,
            index=index,
            scores=scores,
            edits=edits,
            references=list(references[index]) if references else [],
        )
