"""How a worker computes a metric run, system by system, and stores it together with the end of its job."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import as_sentence
from metrics.models import MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.scorers.registry import make_scorer
from metrics.scorers.results import Score
from metrics.scorers.scorer import Material, Scorer, SettingError, UnavailableError
from metrics.sections.scores import part_names
from metrics.site.references import read_against, stored_files
from metrics.site.texts import CampaignTexts, IncompleteError, campaign_texts, texts_mark
from rankings.formats.records import FormatError
from rankings.formats.results import to_json

BATCH = 200
PREPARED = 0.05
PREPARING = "Preparing (after an update the first time takes up to a minute)"


class ChangedError(Exception):
    """The references of a run were removed after the request. The message says so."""


def run_material(run: MetricRun, texts: CampaignTexts) -> Material:
    """Sources and references of a run.

    Raises:
        ChangedError: its references were removed.
        FormatError: they do not fit the sentences any more.
    """
    source_name = "the campaign's source"
    if not run.references_sha256:
        return Material(texts.sources, source_name=source_name)
    stored = run.reference_set
    if stored is None:
        raise ChangedError(f"{run.references_name} was removed before the scores could be computed.")
    read = read_against(texts.sources, stored_files(stored))
    if not read.usable:
        raise FormatError([problem for problem in read.problems if problem.fatal])
    if stored.kind == ReferenceSet.Kind.TEXTS:
        return Material(texts.sources, references=read.texts, source_name=source_name)
    gold = read.gold
    assert gold is not None  # noqa: S101 - usable gold has been read
    if run.annotator is not None:
        gold = replace(gold.only(run.annotator), name=stored.name)
    return Material(texts.sources, gold, source_name=source_name)


def compute(job: JobRun) -> None:
    """Do the work of a run's job."""
    run = MetricRun.objects.of_job(job, "campaign", "reference_set")
    if run is None:
        raise JobError("These scores were deleted before they could be computed.")
    job.progress(0.0, "Reading sentences, outputs and references")
    with as_job_errors():
        # Read first: a change while the texts are read makes the run out of date.
        mark = texts_mark(run.campaign)
        texts = campaign_texts(run.campaign)
        material = run_material(run, texts)
        scorer: Scorer[Any] = make_scorer(run.metric, **run.settings)
        job.progress(PREPARED, PREPARING)
        score = scorer.explained(material)
        scored = {}
        for done, (system, lines) in enumerate(texts.outputs.items()):
            share = PREPARED + (1 - PREPARED) * done / len(texts.outputs)
            job.progress(share, f"Scored {done} of {len(texts.outputs)} systems")
            scored[system] = score(system, lines)
    results = [result for result, _ in scored.values()]
    references, stored = material.reference_texts, run.reference_set
    sentence_parts = part_names(line.parts for result in results for line in result.sentences)
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "metric": scorer.metric,
        "title": scorer.title,
        "signature": scorer.signature(),
        "settings": scorer.settings(),
        "references": stored
        and {
            "name": stored.name,
            "kind": stored.kind,
            "annotator": run.annotator,
            "sha256": run.references_sha256,
            "files": stored.files,
        },
        "parts": part_names(result.parts for result in results),
        "sentence_parts": sentence_parts,
        **texts.hashes(),
    }
    rows = [
        SentenceScores(
            run=run,
            index=index,
            scores=_scores_of(index, results, sentence_parts),
            edits=to_json({system: edits[index] for system, (_, edits) in scored.items() if edits}),
            references=list(references[index]) if references else [],
        )
        for index in range(len(texts.sources))
    ]
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
            recipe=recipe, signature=recipe["signature"], texts_mark=mark, finished_at=timezone.now()
        )


@contextmanager
def as_job_errors() -> Iterator[None]:
    """What cannot be computed fails the job, in words for people."""
    try:
        yield
    except FormatError as error:
        raise JobError(" ".join(str(problem) for problem in error.problems[:3])) from error
    except (ChangedError, IncompleteError, SettingError, UnavailableError) as error:
        raise JobError(str(error)) from error
    except ValueError as error:
        raise JobError(as_sentence(str(error).removesuffix("."))) from error


def _scores_of(index: int, results: Sequence[Score], names: Sequence[str]) -> dict[str, list[Any]]:
    """By system the score of a sentence and the parts with these names, as `SentenceScores` keeps them."""
    lines = {result.system: result.sentences[index] for result in results if result.sentences}
    return {system: [line.score, *(line.parts.get(name) for name in names)] for system, line in lines.items()}
