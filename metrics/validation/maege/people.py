"""Metrics by MAEGE beside metrics by people (Choshen and Abend 2018, section 5, Figure 4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.scorers.scorer import Material, Scorer
from metrics.validation.coefficients import or_none, spearman
from metrics.validation.human_scores import human_scores
from metrics.validation.judged_sentences import judged_indices, judged_part
from rankings.analysis.methods import Method
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class PeopleCorrelation:
    """Spearman's correlation of a metric with the human scores of the systems; None where it is undefined."""

    metric: str
    rho: float | None


def correlations_with_people(
    scorers: Mapping[str, Scorer[Any]],
    judgments: Judgments,
    outputs: Mapping[str, Sequence[str]],
    material: Material,
    *,
    method: Method = "trueskill-mean-field",
) -> tuple[PeopleCorrelation, ...]:
    """Correlate metrics with people as the paper does, to be read beside their rho by MAEGE.

    Systems are scored on the judged sentences alone (section 3), by the mean score of a sentence.

    Args:
        scorers: metrics by the name to show.
        judgments: rankings of the outputs; their sentences are zero-based lines.
        outputs: the lines of every system.
        material: sources and references of the same lines.
        method: how judgments become scores.

    Raises:
        FormatError: outputs and material do not fit.
        ValueError: nothing was judged, or sentences that are no lines.
    """
    part, judged = judged_part(material, outputs, judged_indices(judgments, len(material.sources)))
    human = human_scores(judgments, method, replicates=0)
    systems = tuple(system for system in human.systems if system in judged)
    people = human.of(systems).scores
    results = []
    for name, scorer in scorers.items():
        scored = scorer.score_systems({system: judged[system] for system in systems}, part)
        means = np.array([np.mean([one.score for one in scored[system].sentences]) for system in systems])
        results.append(PeopleCorrelation(name, or_none(spearman(people, means))))
    return tuple(results)
