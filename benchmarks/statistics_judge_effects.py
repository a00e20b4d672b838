"""Whether the model of Davidson (1970) gains from judge effects, on the published 2015 judgments.

    python -m benchmarks.statistics_judge_effects

Prints for every model, in Markdown: free parameters; AIC of the whole data; log loss per comparison (nats)
over ten folds of sentences; and log loss per decided comparison of a judge left out, from the strengths that
all others share. Takes a few minutes.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy import optimize, special

from benchmarks.statistics_all import published_table
from rankings.analysis.arrays import BoolArray, FloatArray
from rankings.analysis.pairs import OUTCOMES, TIE, expanded_pairs
from rankings.formats.columns import Judgments

FOLDS = 10
WEAK = 2e-6


class Model(NamedTuple):
    """What each judge has alone; `precision` is that of the normal prior of the judges' own strengths."""

    name: str
    ties: bool = False
    discrimination: bool = False
    strengths: bool = False
    precision: float = WEAK


MODELS = (
    Model("one tie rate"),
    Model("a tie rate per judge", ties=True),
    Model("tie rate and discrimination per judge", ties=True, discrimination=True),
    Model("tie rate and strengths per judge", ties=True, strengths=True),
    Model("the same, prior of deviation 0.1", ties=True, strengths=True, precision=100.0),
    Model("the same, prior of deviation 0.03", ties=True, strengths=True, precision=1000.0),
)


class Fit(NamedTuple):
    """(N,) shared strengths, and (J, P, 3) log probabilities of the outcomes of each pair."""

    strength: FloatArray
    log_probability: FloatArray


def main() -> None:
    table = published_table()
    judges, n = len(table.judges), len(table.systems)
    everything = _counts(table, np.ones(len(table), dtype=np.bool_))
    by_sentence = [(_counts(table, ~test), _counts(table, test)) for test in _sentence_folds(table)]
    by_judge = [(_counts(table, table.judge != j), _counts(table, table.judge == j)) for j in range(judges)]
    print("| model | parameters | AIC | held-out sentences | decided, judge held out |")
    print("|---|---|---|---|---|")
    for model in MODELS:
        likelihood = float((everything * fit(everything, model, n).log_probability).sum())
        own = n - 1 if not model.strengths else judges * (n - 1)
        free = own + (judges if model.ties else 1) + (judges - 1) * model.discrimination
        aic = f"{free} | {2 * free - 2 * likelihood:,.1f}" if model.precision == WEAK else " | "
        losses = [
            -(test * fit(training, model, n).log_probability).sum() / test.sum()
            for training, test in by_sentence
        ]
        apart = [_loss_of_decided(fit(training, model, n).strength, test) for training, test in by_judge]
        new_judge = np.average([loss for loss, _ in apart], weights=[weight for _, weight in apart])
        print(f"| {model.name} | {aic} | {np.mean(losses):.5f} | {new_judge:.5f} |", flush=True)


def fit(counts: FloatArray, model: Model, n: int) -> Fit:
    """Maximise the penalised likelihood of (J, P, 3) counts."""
    judges = len(counts)
    first, second = np.triu_indices(n, 1)
    sizes = [n, judges if model.ties else 1, judges * model.discrimination, judges * n * model.strengths]
    penalty = np.repeat([WEAK, WEAK, WEAK, model.precision], sizes)
    totals = counts.sum(axis=2, keepdims=True)

    def parts(parameters: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        shared, log_nu, log_scale, own = np.split(parameters, np.cumsum(sizes)[:-1])
        scale = np.exp(log_scale) if model.discrimination else np.ones(judges)
        strength = scale[:, None] * shared + (own.reshape(judges, n) if model.strengths else 0.0)
        half = (strength[:, first] - strength[:, second]) / 2
        logits = np.stack([half, np.broadcast_to(log_nu[:, None], half.shape), -half], axis=2)
        return shared, scale, logits - special.logsumexp(logits, axis=2, keepdims=True)

    def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
        shared, scale, log_probability = parts(parameters)
        rest = counts - totals * np.exp(log_probability)
        lean = (rest[:, :, 0] - rest[:, :, 2]) / 2
        by_strength = np.stack([np.bincount(first, one, n) - np.bincount(second, one, n) for one in lean])
        by_tie = rest[:, :, TIE].sum(axis=1)
        gradient = [(scale[:, None] * by_strength).sum(axis=0), by_tie if model.ties else [by_tie.sum()]]
        if model.discrimination:
            gradient.append((by_strength * shared).sum(axis=1) * scale)
        if model.strengths:
            gradient.append(by_strength.ravel())
        value = -(counts * log_probability).sum() + (penalty * parameters**2).sum() / 2
        return float(value), penalty * parameters - np.concatenate(gradient)

    limits: Any = {"maxiter": 3000, "maxfun": 6000, "ftol": 1e-13, "gtol": 1e-6}
    found = optimize.minimize(loss, np.zeros(sum(sizes)), jac=True, method="L-BFGS-B", options=limits)
    shared, _, log_probability = parts(found.x)
    return Fit(shared, log_probability)


def _counts(table: Judgments, rows: BoolArray) -> FloatArray:
    """(J, P, 3) outcomes by judge and pair in the chosen rows."""
    n = len(table.systems)
    pairs = expanded_pairs(table)
    number = np.zeros((n, n), dtype=np.int64)
    number[np.triu_indices(n, 1)] = np.arange(n * (n - 1) // 2)
    chosen = rows[pairs.row]
    place = table.judge[pairs.row], number[pairs.first, pairs.second], pairs.outcome
    counts = np.zeros((len(table.judges), n * (n - 1) // 2, OUTCOMES))
    np.add.at(counts, tuple(one[chosen] for one in place), 1.0)
    return counts


def _sentence_folds(table: Judgments) -> Iterator[BoolArray]:
    order = np.random.default_rng(1).permutation(len(table.sentences))
    for part in np.array_split(order, FOLDS):
        yield np.isin(table.sentence, part)


def _loss_of_decided(strength: FloatArray, counts: FloatArray) -> tuple[float, float]:
    first, second = np.triu_indices(len(strength), 1)
    apart = strength[first] - strength[second]
    won, lost = counts[:, :, 0].sum(axis=0), counts[:, :, 2].sum(axis=0)
    decided = float((won + lost).sum())
    return float((won * np.logaddexp(0, -apart) + lost * np.logaddexp(0, apart)).sum()) / decided, decided


if __name__ == "__main__":
    main()
