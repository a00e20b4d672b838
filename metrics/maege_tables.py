"""The tables of `appraise-gec maege` for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from appraise_gec.presentation.numbers import count, counted, decimal
from appraise_gec.presentation.writers.terminal import aligned, prose

SOURCES = {
    "chain": "The source is drawn from the chain as well",
    "original": "The source is the original sentence",
}
SMALLEST_P = 0.001
METRICS_BESIDE = 4


def maege_text(result: Mapping[str, Any]) -> str:
    """All tables, with what is needed to read them."""
    several = result["runs"] > 1
    return "\n\n".join(
        [
            _heading(result),
            _sentence_table(result["sentence"], several=several),
            prose(
                f"Sentences: tau over {count(result['sentence'][0]['pairs'])} pairs of texts of the same "
                "chain, ties counting as right; with ties as half; r with a linear scale of quality as "
                "published, and by tokens as in the paper. Pairs of a chain are not independent, so that p "
                "is too small."
            ),
            _corpus_table(result["corpus"], result["models"], several=several),
            prose(
                f"Corpora of {counted(result['corpus_sentences'], 'sentence')} with more and more edits; "
                "rho: rank correlation of their scores with the number of edits asked for. Where all edits "
                "there are have been applied, the order is left to chance."
            ),
            *_type_tables(result["types"], [one["metric"] for one in result["corpus"]]),
            prose(
                "Types: mean change of the score, in hundredths, by an edit of the type; +- standard error."
            ),
        ]
    )


def _heading(result: Mapping[str, Any]) -> str:
    left_out = result["left_out"]
    given = "given texts" if result["references"] == "given" else "corrections by the other annotators"
    lines = [
        "Metrics validated by partly corrected sentences (MAEGE)",
        f"{counted(result['sentences'], 'sentence')}, {counted(result['chains'], 'chain')} of "
        f"{counted(result['edits'], 'edit')}, {counted(result['texts'], 'text')}; "
        + (f"{count(result['runs'])} runs, mean and standard deviation" if result["runs"] > 1 else "1 run"),
        f"{SOURCES[result['source_kind']]}; references: {given}",
        f"Left out: {count(left_out['noop'])} that need no correction to an annotator, "
        f"{count(left_out['without_edits'])} without edits, "
        f"{count(left_out['fewer_annotators'])} with too few annotators",
    ]
    if result["sampler"] == "published":
        lines.append("Random numbers of the published program")
    return "\n".join(lines)


def _sentence_table(metrics: Sequence[Mapping[str, Any]], *, several: bool) -> str:
    rows = [["sentences", "tau", "+-", "p", "ties as half", "ties", "r", "+-", "p", "r by tokens", "+-"]]
    rows += [
        [
            one["metric"],
            *_with_sd(one, "tau"),
            _p(one["tau_p"]),
            decimal(one["tau_half"]),
            count(round(one["ties"])),
            *_with_sd(one, "r"),
            _p(one["r_p"]),
            *_with_sd(one, "r_tokens"),
        ]
        for one in metrics
    ]
    return _table(rows, several=several)


def _corpus_table(
    metrics: Sequence[Mapping[str, Any]], models: Sequence[Mapping[str, Any]], *, several: bool
) -> str:
    rows = [["corpora", "rho", "+-", "p", *(str(one["model"]) for one in models)]]
    for one in metrics:
        scores = (decimal(score) for score in one["scores"])
        rows.append([one["metric"], *_with_sd(one, "rho"), _p(one["rho_p"]), *scores])
    edits = (decimal(one["mean_edits"], 2) for one in models)
    rows.append(["edits of a sentence", "", "", "", *edits])
    return _table(rows, several=several)


def _type_tables(effects: Sequence[Mapping[str, Any]], metrics: Sequence[str]) -> list[str]:
    by_type: dict[str, dict[str, Mapping[str, Any]]] = {}
    for one in effects:
        by_type.setdefault(one["type"], {})[one["metric"]] = one
    tables = []
    for first in range(0, len(metrics), METRICS_BESIDE):
        shown = metrics[first : first + METRICS_BESIDE]
        rows = [["types", "edits", *shown]]
        for name, found in by_type.items():
            number = found[shown[0]]["count"]
            rows.append([name, count(number), *(_effect(found[metric]) for metric in shown)])
        tables.append(aligned(rows, rules=(1,)))
    return tables


def _effect(one: Mapping[str, Any]) -> str:
    return f"{decimal(100 * one['mean'], 1)} +- {decimal(100 * one['standard_error'], 1)}"


def _with_sd(one: Mapping[str, Any], name: str) -> tuple[str, str]:
    return decimal(one[name]), decimal(one[f"{name}_sd"])


def _p(value: float | None) -> str:
    if value is not None and value < SMALLEST_P:
        return f"<{SMALLEST_P:g}"
    return decimal(value)


def _table(rows: Sequence[Sequence[str]], *, several: bool) -> str:
    """Without the columns of deviations where there is only one run."""
    kept = [place for place, name in enumerate(rows[0]) if several or name != "+-"]
    return aligned([[row[place] for place in kept] for row in rows], rules=(1,))
