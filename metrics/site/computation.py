"""How a worker computes a metric run, and stores it together with the end of its job."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.utils import timezone

import appraise_gec
from appraise_gec.jobs.running import JobError, JobRun
from metrics.models import MetricRun, ReferenceSet, SentenceScores, SystemScore
from metrics.scorers.m2 import M2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import CorpusScore, Material, Scorer, SettingError, UnavailableError
from metrics.site.explaining import StoredMatches, matches_as_json
from metrics.site.reading import read_against
from metrics.site.storing import stored_files
from metrics.site.texts import CampaignTexts, IncompleteError, campaign_texts, texts_mark
from rankings.formats.records import FormatError

BATCH = 200
# Shares of the work, of which reading comes first and explaining (MaxMatch alone) last.
PREPARED, SCORED = 0.05, 0.6
PREPARING = "Preparing (after an update the first time takes up to a minute)"


def compute(job: JobRun) -> None:
    """Do the work of a run's job."""
    run = (
        MetricRun.objects.select_related("campaign", "reference_set").filter(key=job.arguments["run"]).first()
    )
    if run is None:
        raise JobError("These scores were deleted before they could be computed.")
    job.renew(progress=0.0, message="Reading sentences, outputs and references")
    mark = texts_mark(run.campaign)
    try:
        texts = campaign_texts(run.campaign)
        material = _material(run, texts)
        scorer = make_scorer(run.metric, **run.settings)
        # Always written: the first metric after an update compiles for a while and says nothing meanwhile.
        job.renew(progress=PREPARED, message=PREPARING)
        scores = _score(job, scorer, texts, material)
        edits = _explain(job, scorer, texts, material)
    except FormatError as error:
        raise JobError(" ".join(str(problem) for problem in error.problems[:3])) from error
    except (IncompleteError, SettingError, UnavailableError) as error:
        raise JobError(str(error)) from error
    _store(job, run, scorer, _Computed(mark, texts, material, scores, edits))


class _Computed:
    def __init__(
        self,
        mark: str,
        texts: CampaignTexts,
        material: Material,
        scores: Mapping[str, CorpusScore],
        edits: Mapping[str, StoredMatches],
    ) -> None:
        self.mark = mark
        self.texts = texts
        self.material = material
        self.scores = scores
        self.edits = edits


def _material(run: MetricRun, texts: CampaignTexts) -> Material:
    source_name = "the campaign's source"
    if not run.references_sha256:
        return Material(texts.sources, source_name=source_name)
    stored = run.reference_set
    if stored is None:
        raise JobError(f"{run.references_name} was removed before the scores could be computed.")
    read = read_against(texts.sources, stored_files(stored))
    if read.sha256 != run.references_sha256:
        raise JobError(f"{run.references_name} was replaced before the scores could be computed.")
    if not read.usable:
        raise FormatError([problem for problem in read.problems if problem.fatal])
    if stored.kind == ReferenceSet.Kind.TEXTS:
        return Material(texts.sources, references=read.texts, source_name=source_name)
    gold = read.gold
    assert gold is not None  # noqa: S101 - usable gold has been read
    if run.annotator is not None:
        gold = replace(gold.only(run.annotator), name=stored.name)
    return Material(texts.sources, gold, source_name=source_name)


def _score(
    job: JobRun, scorer: Scorer[Any], texts: CampaignTexts, material: Material
) -> dict[str, CorpusScore]:
    done = 0
    end = SCORED if isinstance(scorer, M2) else 1.0

    def progress(system: str) -> None:
        nonlocal done
        done += 1
        job.progress(
            PREPARED + (end - PREPARED) * done / len(texts.outputs),
            f"Scored {system}, {done} of {len(texts.outputs)} systems",
        )

    return scorer.score_systems(texts.outputs, material, progress)


def _explain(
    job: JobRun, scorer: Scorer[Any], texts: CampaignTexts, material: Material
) -> dict[str, StoredMatches]:
    if not isinstance(scorer, M2):
        return {}
    explained = {}
    for done, (system, lines) in enumerate(texts.outputs.items(), start=1):
        explained[system] = matches_as_json(scorer.explain(lines, material))
        job.progress(
            SCORED + (1 - SCORED) * done / len(texts.outputs), f"Kept the edits of {system} for looking at"
        )
    return explained


def _store(job: JobRun, run: MetricRun, scorer: Scorer[Any], computed: _Computed) -> None:
    sentences = [one for score in computed.scores.values() for one in score.sentences]
    parts = _part_names(one.parts for one in sentences)
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "metric": scorer.metric,
        "title": scorer.title,
        "signature": str(scorer.signature()),
        "settings": scorer.settings(),
        "references": _references_recipe(run),
        "parts": _part_names(score.parts for score in computed.scores.values()),
        "sentence_parts": parts,
        **computed.texts.hashes(),
    }
    rows = list(_sentence_rows(run, computed, parts))
    systems = dict(run.campaign.systems.values_list("name", "pk"))
    with job.finishing():
        # A job whose first end was lost is done again; nothing of the first time may remain.
        run.system_scores.all().delete()
        run.sentence_scores.all().delete()
        SystemScore.objects.bulk_create(
            SystemScore(
                run=run,
                system_id=systems[name],
                score=score.score,
                parts=dict(score.parts),
                types=[[one.type, one.matched, one.gold] for one in score.types],
            )
            for name, score in computed.scores.items()
        )
        SentenceScores.objects.bulk_create(rows, batch_size=BATCH)
        MetricRun.objects.filter(pk=run.pk).update(
            recipe=recipe,
            signature=recipe["signature"],
            texts_mark=computed.mark,
            finished_at=timezone.now(),
        )


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


def _part_names(parts: Iterable[Mapping[str, object]]) -> list[str]:
    names: dict[str, None] = {}
    for one in parts:
        names.update(dict.fromkeys(one))
    return list(names)


def _sentence_rows(run: MetricRun, computed: _Computed, parts: list[str]) -> Iterator[SentenceScores]:
    references = computed.material.reference_texts
    for index in range(len(computed.texts.sources)):
        yield SentenceScores(
            run=run,
            index=index,
            scores={
                system: [
                    score.sentences[index].score,
                    *(score.sentences[index].parts.get(part) for part in parts),
                ]
                for system, score in computed.scores.items()
                if score.sentences
            },
            edits={system: matches[index] for system, matches in computed.edits.items()},
            references=list(references[index]) if references else [],
        )
