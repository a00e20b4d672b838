"""Correlations of metrics with people as text."""

from collections.abc import Mapping, Sequence
from typing import Any

from appraise_gec.presentation.numbers import count, decimal
from appraise_gec.presentation.writers.terminal import MISSING, aligned, prose

COEFFICIENTS = (("spearman", "rho"), ("pearson", "r"), ("kendall", "tau"))
MOST_DIFFERENCES = 45
BETAS_SHOWN = 10


def correlation_text(result: Mapping[str, Any]) -> str:
    """All tables of a correlation, with what is needed to read them."""
    parts = [
        _heading(result),
        _metric_table(result["metrics"]),
        prose(
            "rho: Spearman, r: Pearson, tau: Kendall's tau-b; low and high: from resampled judgments, for "
            "these systems."
        ),
        _wider_table(result["metrics"]),
        prose(
            "other systems: systems drawn with replacement; both: judgments and systems. With so few "
            "systems, these tell how little one evaluation says about a metric."
        ),
    ]
    if result["differences"]:
        parts += _difference_tables(result["differences"])
    if "beta_sweep" in result:
        parts += [_sweep_table(result["beta_sweep"]), _best_table(result["beta_sweep"])]
    if result["sentence_level"]:
        parts += [
            _sentence_table(result["sentence_level"], several=len(result["sets"]) > 1),
            prose(
                "Pairs of distinct outputs that people compared. accuracy: share of those they decided that "
                "the metric orders alike, its ties as half; tau: the same from -1 to 1; with ties: share of "
                "all pairs on which metric and people say the same; tau-b: mean over rankings."
            ),
        ]
    return "\n\n".join(parts)


def _heading(result: Mapping[str, Any]) -> str:
    units = " + ".join(count(number) for number in result["units"])
    lines = [
        f"Correlation of metrics with people ({result['title']})",
        f"Resampled by {result['unit']} ({units}), {count(result['replicates'])} times; "
        f"intervals at {100 * result['confidence']:g} %",
    ]
    if len(result["sets"]) > 1:
        lines.append(f"{len(result['sets'])} sets of judgments, standardised within each set")
    if result["judged_only"]:
        lines.append("Metrics on the judged sentences only")
    return "\n".join(lines)


def _metric_table(metrics: Sequence[Mapping[str, Any]]) -> str:
    head = ["metric", "systems"]
    for _, title in COEFFICIENTS:
        head += [title, "low", "high"]
    rows = [head]
    for one in metrics:
        row = [one["metric"], str(one["systems"])]
        for name, _ in COEFFICIENTS:
            row += [decimal(one[key]) for key in (name, f"{name}_low", f"{name}_high")]
        rows.append(row)
    return aligned(rows, rules=(1,))


def _wider_table(metrics: Sequence[Mapping[str, Any]]) -> str:
    head = ["intervals", "rho, other systems", "rho, both", "r, other systems", "r, both"]
    rows = [head]
    for one in metrics:
        row = [one["metric"]]
        for name in ("spearman", "pearson"):
            row += [_span(one[kind], name) for kind in ("over_systems", "over_both")]
        rows.append(row)
    return aligned(rows, rules=(1,))


def _span(limits: Mapping[str, Any], name: str) -> str:
    low, high = limits[f"{name}_low"], limits[f"{name}_high"]
    return MISSING if low is None else f"{decimal(low)} to {decimal(high)}"


def _difference_tables(differences: Sequence[Mapping[str, Any]]) -> list[str]:
    head = ("better metric", "than", "of", "by", "t", "p", "Holm", "judgments", "systems")
    names = {"pearson": "r", "spearman": "rho"}
    rows = [
        (
            one["metric_a"],
            one["metric_b"],
            names[one["coefficient"]],
            decimal(one["correlation_a"] - one["correlation_b"]),
            decimal(one["t"], 2),
            decimal(one["p_value"]),
            decimal(one["p_holm"]),
            decimal(one["share_judgments"], 2),
            decimal(one["share_systems"], 2),
        )
        for one in differences[:MOST_DIFFERENCES]
    ]
    shown = (
        f" The first {MOST_DIFFERENCES} of {count(len(differences))}; --json has all."
        if len(differences) > MOST_DIFFERENCES
        else ""
    )
    return [
        aligned([head, *rows], left=(0, 1, 2), rules=(1,)),
        prose(
            "t, p: Williams' test that both metrics correlate equally well (for rho an approximation); Holm: "
            "p for all these pairs at once; judgments, systems: share of resamplings in which the first "
            f"metric is the better one.{shown}"
        ),
    ]


def _sweep_table(sweeps: Sequence[Mapping[str, Any]]) -> str:
    head = ["beta"]
    for sweep in sweeps:
        head += [f"{sweep['metric']} rho", "r"]
    rows = [head]
    betas = [row["beta"] for row in sweeps[0]["rows"]]
    for place, beta in enumerate(betas):
        if place and (place + 1) % max(1, len(betas) // BETAS_SHOWN):
            continue
        row = [f"{beta:.2f}"]
        for sweep in sweeps:
            row += [decimal(sweep["rows"][place][name]) for name in ("spearman", "pearson")]
        rows.append(row)
    return aligned(rows, rules=(1,))


def _best_table(sweeps: Sequence[Mapping[str, Any]]) -> str:
    rows = [("best beta", "for", "beta", "low", "high", "rho", "r")]
    for sweep in sweeps:
        for name, title in (("spearman", "rho"), ("pearson", "r")):
            best = sweep[f"best_{name}"]
            if best is None:
                continue
            low, high = sweep[f"best_{name}_low"], sweep[f"best_{name}_high"]
            values = (best["beta"], low, high)
            rows.append(
                (
                    sweep["metric"],
                    title,
                    *(decimal(value, 2) for value in values),
                    *(decimal(best[key]) for key in ("spearman", "pearson")),
                )
            )
    return aligned(rows, left=(0, 1), rules=(1,))


def _sentence_table(found: Sequence[Mapping[str, Any]], *, several: bool) -> str:
    head = ["sentence level", "pairs", "metric ties", "accuracy", "low", "high", "tau", "with ties", "tau-b"]
    rows = [head]
    for one in found:
        name = f"{one['metric']} ({one['judgments']})" if several else one["metric"]
        rows.append(
            [
                name,
                count(one["comparisons"]),
                count(one["metric_ties"]),
                *(
                    decimal(one[key])
                    for key in ("accuracy", "accuracy_low", "accuracy_high", "tau", "accuracy_with_ties")
                ),
                decimal(one["ranking_tau"]),
            ]
        )
    return aligned(rows, rules=(1,))
