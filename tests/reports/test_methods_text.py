"""The paragraph on methods says what a report did, cites what it used, and nothing else."""

import re
from collections.abc import Iterator
from importlib.resources import files as files_of_package
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from appraise_gec.report.computation import ComputedReport, compute_report
from appraise_gec.report.methods_text import LATEX_NEEDS, SOFTWARE_KEY, MethodsText, cited, methods_text
from appraise_gec.report.options import PARTS, ReportOptions
from appraise_gec.report.result import ReportResult, report_result
from rankings.analysis.choices import UNITS
from rankings.formats.records import Judgment
from tests.paper import need_tex, wrong_in_paper
from tests.reports.made_up import SYSTEMS, made_up_edits, made_up_judgments


@pytest.fixture(scope="module")
def few() -> list[Judgment]:
    return made_up_judgments(sentences=20, judges=6, systems=5)


def computed(judgments: list[Judgment], **options: Any) -> ComputedReport:
    chosen = {"replicates": 30, "parts": (), **options}
    return compute_report(judgments, [], SYSTEMS[:5], ReportOptions(**chosen))


def text_of(made: ComputedReport, **recipe: Any) -> str:
    return methods_text(report_result(made.result), made.recipe | recipe).plain


def test_numbers_are_those_of_the_report(few: list[Judgment]) -> None:
    made = computed([*few, replace(few[0], outputs=(), skipped=True, sentence="99")])
    result = report_result(made.result)
    text = text_of(made)
    assert (
        f"{result.total.expanded:,} comparisons of two systems, {result.total.expanded_ties:,} of them ties"
        in text
    )
    assert "1 ranking was skipped." in text
    kappa = result.agreement.inter
    assert kappa.kappa is not None and kappa.low is not None and kappa.high is not None
    assert (
        f"is {kappa.kappa:.2f} (95% interval {kappa.low:.2f} to {kappa.high:.2f}) between judges".replace(
            "0.", "."
        )
        in text
    )
    # Nobody ranked anything twice.
    assert "with themselves" not in text


@pytest.fixture(scope="module")
def everything(few: list[Judgment]) -> tuple[ReportResult, dict[str, Any]]:
    options = ReportOptions(replicates=20, parts=tuple(PARTS), method="trueskill")
    systems = sorted({name for one in few for output in one.outputs for name in output.systems})
    made = compute_report(few, [], systems, options, edits=made_up_edits())
    return report_result(made.result), made.recipe


def cases(few: list[Judgment]) -> Iterator[MethodsText]:
    asked: list[dict[str, Any]] = [*({"unit": unit} for unit in UNITS), {"speaks_for": "these-judges"}]
    for options in asked:
        made = computed(few, **options)
        yield methods_text(report_result(made.result), made.recipe)


def test_references_are_what_the_text_cites_and_nothing_else(few: list[Judgment]) -> None:
    for made in cases(few):
        entries = re.findall(r"^@\w+\{([^,]+),$", made.bibtex, flags=re.MULTILINE)
        cited = {key for found in re.findall(r"\\citep\{([^}]+)\}", made.latex) for key in found.split(",")}
        assert set(entries) == cited == set(made.keys)
        assert len(entries) == len(set(entries))
        assert SOFTWARE_KEY in entries
        assert "[@" not in made.plain
        assert "%" not in re.sub(r"\\%", "", made.latex)


def test_tex_sets_it_with_its_references(
    everything: tuple[ReportResult, dict[str, Any]], tmp_path: Path
) -> None:
    need_tex()
    made = methods_text(*everything)
    text = f"{LATEX_NEEDS}\n{made.latex}\n".encode()
    files = {"methods.tex": text, "references.bib": made.bibtex.encode()}
    body = r"\section{Methods}\input{methods}\bibliographystyle{plainnat}\bibliography{references}"
    assert wrong_in_paper(body, tmp_path, files) == []
    # Every entry that any report may have is one that BibTeX reads.
    text = files_of_package("appraise_gec.report").joinpath("references.bib").read_bytes()
    body = r"\nocite{*}\bibliographystyle{plainnat}\bibliography{references}"
    assert wrong_in_paper(body, tmp_path / "every", {"references.bib": text}) == []
    known = re.findall(rb"^@\w+\{([^,]+),$", text, flags=re.MULTILINE)
    assert (tmp_path / "every" / "paper.bbl").read_text(encoding="utf-8").count(r"\bibitem") == len(known)
    assert all(cited(key.decode()) for key in known)
