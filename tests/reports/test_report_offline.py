"""`appraise-gec report` and the site: one computation, the same numbers."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from appraise_gec.cli import main
from appraise_gec.report.options import PARTS_DEFAULT, ReportOptions
from appraise_gec.report.site import services
from rankings.formats.judgments import read_judgments, write_judgments
from rankings.models import Campaign
from tests.reports.conftest import import_bytes


def test_without_options_the_command_asks_for_what_the_site_asks_for(tmp_path: Path) -> None:
    path = tmp_path / "few.tsv"
    path.write_text("A\tB\t<\n" * 4 + "B\tC\t<\n")
    shown = CliRunner().invoke(main, ["report", str(path), "--part", "none", "--json"])
    recipe = json.loads(shown.stdout)["recipe"]
    defaults = ReportOptions().as_json()
    assert {**recipe["settings"], "seed": recipe["seed"]}.items() >= defaults.items()
    assert PARTS_DEFAULT == ()


OTHER_SETTINGS = (
    "--unit pairs --speaks-for these-judges --confidence 0.9 --seed 7 --method bradley-terry --part none "
    "--exclude-judge annotator01 --exclude-judge annotator07"
)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ReportOptions(replicates=20), "--part none"),
        (
            ReportOptions(
                replicates=20,
                unit="pairs",
                speaks_for="these-judges",
                confidence=0.9,
                seed=7,
                method="bradley-terry",
                excluded_judges=("annotator07", "annotator01"),
                parts=(),
            ),
            OTHER_SETTINGS,
        ),
    ],
    ids=["default", "other settings"],
)
def test_the_command_gives_the_numbers_of_the_site(
    gjg15: Campaign,
    published_xml: bytes,
    shared: Path,
    run_jobs: Callable[[], int],
    options: ReportOptions,
    words: str,
    tmp_path: Path,
) -> None:
    """For every fourth of the published judgments: the numbers of all of them are tested elsewhere."""
    some = tmp_path / "some.xml"
    published = read_judgments(published_xml, "judgments.xml")
    some.write_bytes(write_judgments(published.where(range(0, len(published), 4)), "xml"))
    import_bytes(gjg15, some.read_bytes())
    assert gjg15.created_by is not None
    stored = services.request_report(gjg15, gjg15.created_by, options).report
    assert run_jobs() == 1
    stored.refresh_from_db()
    call = ["report", str(some), "--outputs", str(shared / "data" / "gjg15" / "outputs")]
    shown = CliRunner().invoke(main, [*call, "--bootstrap", "20", *words.split(), "--json"])
    assert shown.exit_code == 0, shown.stderr
    document = json.loads(shown.stdout)
    assert document["result"].pop("warnings") == []
    assert document["result"] == stored.result
    assert stored.recipe is not None
    for field in ("rankings", "outputs"):
        assert document["recipe"][field] == stored.recipe[field]
