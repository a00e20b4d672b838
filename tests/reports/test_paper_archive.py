"""What a report shows beside its numbers, in the archive of the report: taken over, masked, and told."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from rankings.analysis.results.survey import AnswerCount, JudgesSurvey, SurveyQuestionCounts
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError, Judgment
from rankings.reports import report_files
from rankings.reports.computation import compute_report
from rankings.reports.figures import CHARTS
from rankings.reports.options import ReportOptions
from rankings.reports.paper.archive import write_paper
from rankings.reports.paper.paper import Paper, Source, Wishes, paper_of
from rankings.reports.paper.reading import PaperFile
from rankings.reports.paper.verification import Verification, verify
from tests.paper import need_tex, wrong_in_paper
from tests.reports.made_up import made_up_edits, made_up_judgments, made_up_survey

BIBLIOGRAPHY = ("methods.tex", "references.bib", "CITATION.bib")
DAY = "2026-03-01"
TITLE = "A study of systems"
SURVEY = made_up_survey()


@pytest.fixture(autouse=True)
def few_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than everything else, and says the same in every archive here."""
    monkeypatch.setattr(report_files, "CHARTS", {"distinct-outputs": CHARTS["distinct-outputs"]})


def plain(names: tuple[str, ...]) -> tuple[str, ...]:
    """As files of judgments can hold them."""
    return tuple(name.split()[0].strip(",") for name in names)


def judged(systems: int = 6) -> list[Judgment]:
    return [
        replace(one, outputs=tuple(replace(output, systems=plain(output.systems)) for output in one.outputs))
        for one in made_up_judgments(sentences=12, judges=6, systems=systems)
    ]


def marked() -> list[EditJudgment]:
    return [replace(edit, systems=plain(edit.systems)) for edit in made_up_edits(sentences=8)]


def source_of(survey: JudgesSurvey | None = None, **told: Any) -> Source:
    judgments, edits = judged(), marked()
    systems = sorted({name for one in judgments for output in one.outputs for name in output.systems})
    options = ReportOptions(replicates=20, parts=())
    made = compute_report(judgments, [], systems, options, edits=edits, survey=survey)
    return Source(made.recipe | told, made.result, judgments, edits)


def archived(source: Source, *, masked: bool = False) -> dict[str, bytes]:
    return files_of(paper_of(source, Wishes(TITLE, DAY, masked=masked)))


def files_of(paper: Paper) -> dict[str, bytes]:
    target = io.BytesIO()
    write_paper(paper, target)
    with zipfile.ZipFile(target) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def verified(
    files: Mapping[str, bytes], change: Callable[[dict[str, Any]], object] = lambda recipe: None
) -> Verification:
    """The archive verified, after a change of its recipe that the manifest knows of."""
    recipe = json.loads(files["recipe.json"])
    change(recipe)
    content = files["recipe.json"]
    if recipe != json.loads(content):
        content = json.dumps(recipe).encode()
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        manifest = json.loads(files["manifest.json"])
        for entry in manifest["files"]:
            if entry["path"] == "recipe.json":
                entry |= {"sha256": sha256(content).hexdigest(), "bytes": len(content)}
        changed = {**files, "recipe.json": content, "manifest.json": json.dumps(manifest).encode()}
        for name, written in changed.items():
            archive.writestr(name, written)
    return verify(PaperFile(target, "paper.zip"))


def differing(found: Verification) -> dict[str, str]:
    return {file.path: file.difference for file in found.checked if file.difference}


@pytest.mark.parametrize("masked", [False, True])
def test_a_survey_comes_out_the_same(masked: bool) -> None:
    files = archived(source_of(SURVEY), masked=masked)
    found = verified(files)
    assert differing(found) == {}
    [note] = [note for note in found.notes if "recipe.json" in note]
    assert "who the judges are" in note
    assert b"Are you a native speaker?" in files["tables/judges-survey.csv"]


def test_without_a_survey_nothing_is_taken_over() -> None:
    files = archived(source_of())
    assert "taken_over" not in json.loads(files["recipe.json"])
    found = verified(files)
    assert differing(found) == {}
    assert found.notes == ()


def test_another_survey_in_the_recipe_is_found() -> None:
    def change(recipe: dict[str, Any]) -> None:
        recipe["taken_over"]["survey"]["questions"][0]["answers"][0]["judges"] = 2

    found = verified(archived(source_of(SURVEY)), change)
    assert "tables/judges-survey.csv" in differing(found)
    assert "2" in differing(found)["tables/judges-survey.csv"]


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ([], "taken-over: expected an object"),
        ({"survey": 3}, "taken-over.survey: expected an object or null"),
        ({"survey": {**to_json(SURVEY), "questions": None}}, "taken-over.survey.questions: expected a list"),
        ({"form": "taken-over", "version": 99}, "taken-over.version: expected a whole number"),
    ],
)
def test_what_is_no_survey_is_refused_by_its_place(broken: Any, says: str) -> None:
    with pytest.raises(FormatError, match=r"recipe\.json") as refused:
        verified(archived(source_of(SURVEY)), lambda recipe: recipe.update(taken_over=broken))
    assert says in str(refused.value)


@pytest.mark.parametrize(
    "question",
    [
        replace(SURVEY.questions[0], question="Do you use bart-large?"),
        replace(SURVEY.questions[0], answers=(AnswerCount("BART-large", 3),)),
    ],
)
def test_a_survey_that_names_a_masked_system_is_refused(question: SurveyQuestionCounts) -> None:
    judgments = judged(systems=8)
    systems = sorted({name for one in judgments for output in one.outputs for name in output.systems})
    survey = replace(SURVEY, questions=(question,))
    made = compute_report(judgments, [], systems, ReportOptions(replicates=20, parts=()), survey=survey)
    source = Source(made.recipe, made.result, judgments)
    with pytest.raises(ValueError, match=r"survey names the system BART-large"):
        paper_of(source, Wishes(TITLE, DAY, masked=True))
    assert paper_of(source, Wishes(TITLE, DAY)).result["survey"]


@pytest.mark.parametrize("masked", [False, True])
def test_what_a_recipe_tells_of_the_rankings_stays(masked: bool) -> None:
    source = source_of(
        imported_rankings=72,
        discarded_rankings=3,
        systems=["T5-11B", "BART-large"],
        without_systems=["Left-Out-1", "Left-Out-2"],
        late_systems=[{"system": "T5-11B", "rankings_before": 4, "pairs": 12}],
    )
    files = archived(source, masked=masked)
    assert differing(verified(files)) == {}
    methods = files["methods.txt"].decode()
    assert "2 further systems were left out" in methods
    # Imported ones: whoever analyses them did not collect them.
    assert methods.startswith("We analyse 72 rankings")
    everything = b"".join(files.values())
    for name in (b"Left-Out-1", b"T5-11B"):
        assert (name in everything) is not masked, name


def test_the_archive_and_the_methods_are_cited_in_one_paper(tmp_path: Path) -> None:
    need_tex()
    files = archived(source_of(), masked=True)
    cited = files["CITATION.bib"].decode()
    assert TITLE in cited
    assert "Appraise" in cited
    body = r"\input{methods}\nocite{*}\bibliographystyle{plainnat}\bibliography{references,CITATION}"
    assert wrong_in_paper(body, tmp_path, {name: files[name] for name in BIBLIOGRAPHY}) == []
    readme = files["README.md"].decode()
    for name in ("CITATION.bib", "references.bib", "methods.*"):
        assert f"`{name}`" in readme
