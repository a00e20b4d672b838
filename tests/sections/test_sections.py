"""Sections of a report: what they say of the judgments of 2015, and of whatever a file may bring."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from appraise_gec.present import csv, html, latex, markdown, terminal
from appraise_gec.present.blocks import Section
from rankings.analysis.agreement import agreement as agreement_of
from rankings.analysis.choices import BootstrapUnit
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judge_statistics import evaluation_statistics
from rankings.analysis.ranking import SystemRanking, rank_systems, without_ranking
from rankings.formats.columns import Judgments
from rankings.sections import agreement, head_to_head, judges, methods, ranking
from tests.analysis.made_up import judgments
from tests.analysis.published import published_table
from tests.paper import inputs, need_tex, wrong_in_paper


def ranked(table: Judgments, unit: BootstrapUnit, replicates: int) -> SystemRanking:
    settings: dict[str, Any] = {"replicates": replicates, "unit": unit, "confidence": 0.95, "seed": 1}
    try:
        return rank_systems(table, "expected-wins", **settings)
    except ValueError as error:
        return without_ranking(str(error), "expected-wins", **settings)


def sections(table: Judgments, replicates: int = 20) -> dict[str, Section]:
    counted = evaluation_statistics(table)
    made, published = ranked(table, "sentences", replicates), ranked(table, "pairs", replicates)
    pairs = compare_systems(table)
    agreed = agreement_of(table, replicates=replicates, seed=1)
    alone = rank_by_judge(table, "only", "expected-wins", replicates=replicates, seed=1)
    without = rank_by_judge(table, "without", "expected-wins", replicates=replicates, seed=1)
    compared = compare_judges(table, "expected-wins")
    undecided = counted.total.nothing_decided
    made_sections = (
        ranking.describe(made, head_to_head.better_than(pairs, made), published, nothing_decided=undecided),
        agreement.describe(agreed),
        judges.describe(
            counted.judges,
            counted.total,
            whole=made,
            alone=alone,
            without=without,
            compared=compared,
            published=(alone, compared),
        ),
        head_to_head.describe(pairs, [system.system for system in made.systems]),
        methods.describe(made, [published]),
    )
    return {section.key: section for section in made_sections}


@pytest.fixture(scope="session")
def published(shared: Path) -> dict[str, Section]:
    return sections(published_table(shared))


def test_what_the_judgments_of_2015_say(published: dict[str, Section], shared: Path) -> None:
    assert published["ranking"].finding.startswith("AMU comes first")
    pairs = compare_systems(published_table(shared))
    table = published["ranking"].tables[0]
    keys = [column.key for column in table.columns]
    beaten = {
        row.cells[keys.index("system")].value: row.cells[keys.index("better_than")] for row in table.rows
    }
    assert beaten["AMU"].shown.endswith("13")
    for name, cell in beaten.items():
        wanted = {
            b
            for (a, b), pair in pairs.between().items()
            if a == name and (pair.share_a or 0.0) > 0.5 and _is_significant(pair.p_judges_holm)
        }
        assert set(filter(None, cell.value.split("; "))) == wanted, name


def _is_significant(p_value: float | None) -> bool:
    return p_value is not None and p_value <= 0.05


def test_every_table_fits_into_a_paper(published: dict[str, Section], tmp_path: Path) -> None:
    need_tex()
    files = {
        f"{table.key}.tex": latex.write(table) for section in published.values() for table in section.tables
    }
    assert len(files) > 12
    assert wrong_in_paper(inputs(files), tmp_path, files) == []


@settings(max_examples=10, deadline=None, phases=(Phase.generate,))
@given(judgments())
def test_thin_data_give_a_reason_and_no_nonsense(made) -> None:
    table = Judgments.of(made)
    for section in sections(table, replicates=5).values():
        page = html.write_section(section, folded=True)
        said = terminal.write_section(section)
        for text in (page, said):
            assert "nan" not in text.lower().replace("unanim", "")
        for one in section.tables:
            for written in (csv.write(one), markdown.write(one), latex.write(one)):
                assert b"nan" not in written
            assert one.rows or one.reason, one.key
