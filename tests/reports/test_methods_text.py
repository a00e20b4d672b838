"""The paragraph on methods says what a report did, cites what it used, and nothing else."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

import appraise_gec
from appraise_gec.accounts.models import User
from rankings.analysis.choices import SPEAKS_FOR, PairTest
from rankings.analysis.methods import OFFERED
from rankings.formats.judgments import write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.models import Campaign
from rankings.reports import services
from rankings.reports.computation import ComputedReport, compute_report
from rankings.reports.literature import SOFTWARE_KEY, SOURCES, bibtex
from rankings.reports.methods_text import METHODS, TESTS, MethodsText, methods_files, methods_text
from rankings.reports.options import PARTS, UNITS, ReportOptions
from rankings.reports.result import ReportResult, report_result
from tests.conftest import CHECKOUT
from tests.paper import need_tex, wrong_in_paper
from tests.reports.conftest import import_bytes
from tests.reports.made_up import SYSTEMS, made_up_edits, made_up_judgments


@pytest.fixture(scope="module")
def few() -> list[Judgment]:
    return made_up_judgments(sentences=20, judges=6, systems=5)


def computed(judgments: list[Judgment], **options: Any) -> ComputedReport:
    chosen = {"replicates": 30, "parts": (), **options}
    return compute_report(judgments, [], SYSTEMS[:5], ReportOptions(**chosen))


def text_of(made: ComputedReport, **recipe: Any) -> str:
    return methods_text(report_result(made.result), made.recipe | recipe).plain


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("speaks_for", SPEAKS_FOR)
def test_unit_and_target_are_those_of_the_ranking(few: list[Judgment], unit: Any, speaks_for: Any) -> None:
    text = text_of(computed(few, unit=unit, speaks_for=speaks_for, seed=7, confidence=0.9))
    over = {"pairs": "comparisons of two systems", "rankings": "single rankings"}.get(unit, unit)
    assert f"30 replicates of a bootstrap (Efron, 1979) over {over}" in text
    assert "Intervals of scores and ranges of ranks at 90% come from" in text
    assert "(seed 7)" in text
    # Only where sentences are resampled is there a choice; the others say for whom they are.
    like_these = unit == "sentences" and speaks_for == "judges-like-these"
    assert ("so that they are about judges like these" in text) is like_these
    assert ("they are about these 6 judges alone" in text) is (not like_these and unit != "judges")
    assert ("makes ranges too narrow" in text) is (unit == "pairs")
    assert ("and a sign-flip test of all comparisons across the line" in text) is (unit != "pairs")
    # Tests follow the target, whatever the unit.
    assert ("t-test with the estimated variance between judges" in text) is (
        speaks_for == "judges-like-these"
    )
    assert "with Holm's correction for all 10 pairs (Holm, 1979)" in text


@pytest.mark.parametrize("method", OFFERED)
def test_every_method_is_described_and_cited(few: list[Judgment], method: str) -> None:
    made = methods_text(
        report_result(computed(few, method=method).result), computed(few, method=method).recipe
    )
    assert METHODS[method].split(" [@")[0] in made.plain
    assert ("trueskill" in method) is ("herbrich-etal-2006-trueskill" in made.keys)
    assert ("bradley" in method) is ("bradley-terry-1952-rank" in made.keys)
    assert (method == "bradley-terry") is ("davidson-1970-extending" in made.keys)
    assert ("expected" in method) is ("bojar-etal-2013-findings" in made.keys)
    assert (method == "trueskill") is ("lam-etal-2015-numba" in made.keys)


@pytest.mark.parametrize("test", get_args(PairTest))
def test_every_test_of_pairs_says_whether_it_corrects(few: list[Judgment], test: PairTest) -> None:
    report = computed(few)
    made = methods_text(report_result(report.result), report.recipe, test)
    corrected = test.endswith("-holm")
    assert ("with Holm's correction for all 10 pairs" in made.plain) is corrected
    assert ("without correction for the number of 10 pairs" in made.plain) is not corrected
    assert ("holm-1979-simple" in made.keys) is corrected
    assert ("dixon-mood-1946-sign" in made.keys) is test.startswith("sign")
    assert set(TESTS) == set(get_args(PairTest))


FILTERS: dict[str, tuple[dict[str, Any], str]] = {
    "judge": ({"excluded_judges": ["annotator03"]}, "The rankings of 1 further judge were left out."),
    "chosen": ({"systems": ["A", "B"]}, "The analysis was limited to 2 chosen systems."),
    "system": ({"without_systems": ["A"]}, "1 further system was left out."),
    "discarded": ({"discarded_rankings": 3}, "3 rankings discarded during the evaluation were left out."),
    "with discarded": (
        {"discarded_rankings": 1, "with_discarded": True},
        "1 ranking discarded during the evaluation is included.",
    ),
    "top-ups": ({"top_up_rankings": 9}, "9 rankings are of items added later."),
    "without top-ups": (
        {"top_up_rankings": 9, "without_top_ups": True},
        "9 rankings of items added later were left out.",
    ),
    "documents": (
        {"documents": ["a", "b"], "left_out": {"documents": {"rankings": 7, "judges": []}}},
        "Only sentences of 2 chosen documents were analysed (7 rankings left out).",
    ),
    "days": (
        {
            **{"first_day": "2026-03-01", "last_day": "2026-03-05", "time_zone": "Europe/Berlin"},
            "left_out": {"days": {"rankings": 1, "judges": [], "unknown": 0}},
        },
        "Only rankings submitted from 2026-03-01 to 2026-03-05 (Europe/Berlin) were analysed (1 ranking left "
        "out).",
    ),
    "last day": ({"last_day": "2026-03-05"}, "Only rankings submitted on or before 2026-03-05 (UTC) were"),
    "time": (
        {
            "least_active_seconds": 2.5,
            "left_out": {"active_time": {"rankings": 9, "judges": ["annotator03"]}},
        },
        "Rankings made in less than 2.5 s of active time were left out (9 rankings).",
    ),
    "checks": (
        {
            "least_checks_passed": 0.7,
            "left_out": {"checks": {"rankings": 40, "judges": ["annotator03", "x"], "unknown": 1}},
        },
        "The rankings of 2 judges who passed less than 70% of the items with known answers were left out (40 "
        "rankings).",
    ),
    "no judge": (
        {"least_checks_passed": 0.7},
        "No judge passed less than 70% of the items with known answers.",
    ),
    "late": ({"late_systems": [{}]}, "1 system joined while judging was under way."),
}


@pytest.mark.parametrize("name", FILTERS)
def test_filters_are_named_by_number_and_only_where_they_are(few: list[Judgment], name: str) -> None:
    recipe, sentence = FILTERS[name]
    made = computed(few)
    assert sentence in text_of(made, **recipe)
    plain = text_of(made)
    assert not [other for _, other in FILTERS.values() if other in plain]
    assert "annotator03" not in text_of(made, **recipe)


def test_judgments_are_own_or_imported(few: list[Judgment]) -> None:
    made = computed(few)
    own = text_of(made)
    assert own.startswith(
        "With Appraise GEC (Appraise GEC authors, 2026), 6 judges ranked the outputs of 5 systems for 20 "
        "sentences from best to worst, ties allowed, in 120 rankings. They give"
    )
    imported = text_of(made, imported_rankings=120)
    assert imported.startswith("We analyse 120 rankings in which 6 judges compared the outputs of 5 systems")
    assert "40 rankings were imported from an earlier evaluation." in text_of(made, imported_rankings=40)


def test_outputs_that_systems_share_are_said_to_be_expanded(few: list[Judgment]) -> None:
    shared = [
        replace(
            one,
            outputs=(
                replace(one.outputs[0], systems=(*one.outputs[0].systems, *one.outputs[1].systems)),
                *one.outputs[2:],
            ),
        )
        for one in few
    ]
    made = computed(shared)
    result = report_result(made.result)
    assert result.total.expanded > result.total.unexpanded
    text = text_of(made)
    assert f"{result.total.unexpanded:,} comparisons of two outputs" in text
    assert f"expanded to systems, {result.total.expanded:,} of two systems" in text
    assert "expanded to systems" not in text_of(computed(few))


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


def test_thin_data_promise_nothing() -> None:
    alone = made_up_judgments(sentences=3, judges=1, systems=3)
    text = methods_text(
        report_result(
            (made := compute_report(alone, [], SYSTEMS[:3], ReportOptions(replicates=20, parts=()))).result
        ),
        made.recipe,
    ).plain
    assert "The rankings do not support intervals, ranges of ranks or clusters." in text
    assert "bootstrap" not in text
    assert "Kappa" not in text and "agreement" not in text


@pytest.fixture(scope="module")
def everything(few: list[Judgment]) -> tuple[ReportResult, dict[str, Any]]:
    options = ReportOptions(replicates=20, parts=tuple(PARTS), method="trueskill")
    systems = sorted({name for one in few for output in one.outputs for name in output.systems})
    made = compute_report(few, [], systems, options, edits=made_up_edits())
    return report_result(made.result), made.recipe


def test_parts_are_told_where_they_were_asked_for(
    everything: tuple[ReportResult, dict[str, Any]], few: list[Judgment]
) -> None:
    folds = "folds of pairs"
    edits = "Intervals of the shares of rejected edits take judges as the units (Korn and Graubard, 1998)."
    text = methods_text(*everything).plain
    assert folds in text and edits in text
    assert not [words for words in (folds, edits) if words in text_of(computed(few))]


def cases(few: list[Judgment]) -> Iterator[MethodsText]:
    for unit, speaks_for in product(UNITS, SPEAKS_FOR):
        made = computed(few, unit=unit, speaks_for=speaks_for)
        yield methods_text(report_result(made.result), made.recipe)


def test_references_are_what_the_text_cites_and_nothing_else(few: list[Judgment]) -> None:
    for made in cases(few):
        entries = re.findall(r"^@\w+\{([^,]+),$", made.bibtex, flags=re.MULTILINE)
        cited = {key for found in re.findall(r"\\citep\{([^}]+)\}", made.latex) for key in found.split(",")}
        pandoc = set(re.findall(r"@([\w-]+)", made.markdown))
        assert set(entries) == cited == pandoc == set(made.keys)
        assert len(entries) == len(set(entries))
        assert SOFTWARE_KEY in entries
        assert "[@" not in made.plain
        assert "%" not in re.sub(r"\\%", "", made.latex)


def test_sentences_end_and_begin_as_sentences_do(
    few: list[Judgment], everything: tuple[ReportResult, dict[str, Any]]
) -> None:
    for made in (*cases(few), methods_text(*everything)):
        text = made.plain
        assert "  " not in text and ".." not in text and "None" not in text
        assert text.endswith(".")
        assert re.fullmatch(r"[A-Z0-9].*", text)


def test_tex_sets_it_with_its_references(
    everything: tuple[ReportResult, dict[str, Any]], tmp_path: Path
) -> None:
    need_tex()
    files = methods_files(*everything)
    body = r"\section{Methods}\input{methods}\bibliographystyle{plainnat}\bibliography{references}"
    assert wrong_in_paper(body, tmp_path, files) == []
    # Every entry that any report may have is one that BibTeX reads.
    every = bibtex([*SOURCES, SOFTWARE_KEY], "1.2.3").encode()
    body = r"\nocite{*}\bibliographystyle{plainnat}\bibliography{references}"
    assert wrong_in_paper(body, tmp_path / "every", {"references.bib": every}) == []
    assert (tmp_path / "every" / "paper.bbl").read_text(encoding="utf-8").count(r"\bibitem") == len(
        SOURCES
    ) + 1


def test_the_repository_says_how_to_cite_it() -> None:
    cited = yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))
    # What version 1.2.0 of the format requires, and nothing that it does not know.
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    known = {
        "cff-version",
        "message",
        "title",
        "type",
        "abstract",
        "authors",
        "version",
        "license",
        "keywords",
    }
    assert set(cited) <= known | {"references"}
    assert cited["cff-version"] == "1.2.0"
    assert cited["type"] == "software"
    assert cited["version"] == appraise_gec.__version__
    project = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{cited["version"]}"' in project
    assert f'license = "{cited["license"]}"' in project
    assert all(set(author) == {"name"} for author in cited["authors"])
    for reference in cited["references"]:
        assert {"type", "title", "authors"} <= set(reference)
        assert reference["type"] == "conference-paper"
        assert reference["title"] in SOURCES["grundkiewicz-etal-2015-human"].fields["title"]
        assert all(set(author) == {"family-names", "given-names"} for author in reference["authors"])


def test_a_report_of_the_site_knows_which_rankings_were_imported(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    stored = services.request_report(campaign, alice, ReportOptions(replicates=20)).report
    run_jobs()
    stored.refresh_from_db()
    assert "imported_rankings" not in (stored.recipe or {})
    imported = [
        Judgment("ann", "0", (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA", "GAMMA"), 1)), item="3"),
        Judgment("eve", "1", (JudgedOutput(("INPUT",), 2), JudgedOutput(("ALPHA",), 1)), item="4"),
    ]
    import_bytes(campaign, write_judgments(imported, "xml"))
    again = services.request_report(
        campaign, alice, ReportOptions(replicates=20, excluded_judges=("eve",))
    ).report
    run_jobs()
    again.refresh_from_db()
    assert again.recipe is not None
    assert again.recipe["imported_rankings"] == 1
    text = methods_text(report_result(again.result or {}), again.recipe).plain
    assert "in 9 rankings. 1 ranking was imported from an earlier evaluation." in text
    assert "The rankings of 1 further judge were left out." in text
