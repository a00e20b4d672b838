"""The names that notebooks import."""

import contextlib
import io
import os
import re
import subprocess
import sys
from inspect import signature

import pytest

import rankings.analysis
from rankings.analysis import judgments, system_ranking
from tests.conftest import CHECKOUT

# The promise: whoever calls these by name goes on working. A new parameter may be added at the end.
PARAMETERS = {
    "compare_judges": "table method",
    "compare_systems": "table as_published speaks_for test",
    "count_pairs": "table",
    "cross_validate": "table methods folds replicates unit confidence seed as_published progress",
    "design_from_assumptions": "parts systems terms seed progress",
    "design_from_judgments": "table terms seed progress",
    "evaluation_statistics": "table",
    "expanded_pairs": "table",
    "full_agreement": "table least_comparisons replicates confidence seed",
    "rank_by_judge": "table selection method replicates unit confidence seed convention progress speaks_for",
    "rank_systems": "table method replicates unit confidence seed progress convention speaks_for",
    "unexpanded_pairs": "table",
}
PAGE = (CHECKOUT / "docs" / "library.md").read_text(encoding="utf-8")


def test_every_name_is_there_and_explained():
    assert {*PARAMETERS, "METHODS", "JudgmentTable"} == set(rankings.analysis.__all__)
    assert rankings.analysis.__all__ == sorted(
        rankings.analysis.__all__, key=lambda name: (name != name.upper(), name)
    )
    for name in rankings.analysis.__all__:
        assert getattr(rankings.analysis, name).__doc__, name
        assert re.search(rf"^\|.*`{name}`.*\|", PAGE, flags=re.MULTILINE), name
    assert rankings.analysis.rank_systems is system_ranking.rank_systems
    assert rankings.analysis.JudgmentTable is judgments.JudgmentTable
    assert set(rankings.analysis.__all__) <= set(dir(rankings.analysis))


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters_keep_their_names_and_order(name: str):
    parameters = " ".join(signature(getattr(rankings.analysis, name)).parameters)
    assert parameters.startswith(PARAMETERS[name])


def test_a_wrong_name_is_refused_as_python_refuses_it():
    with pytest.raises(AttributeError, match=r"rankings\.analysis.*no attribute 'rank'"):
        _ = rankings.analysis.rank  # type: ignore[attr-defined]


def test_numerical_libraries_are_loaded_when_they_are_needed():
    script = "import sys, rankings.analysis; assert not {'numpy', 'scipy', 'django'} & set(sys.modules)"
    script += (
        "; rankings.analysis.rank_systems; assert 'scipy' in sys.modules and 'django' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, cwd=CHECKOUT, env=dict(os.environ))


def test_the_example_prints_the_published_numbers(shared, monkeypatch):
    _, example = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    monkeypatch.chdir(shared / "data" / "gjg15")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})  # noqa: S102 - our own page
    lines = printed.getvalue().splitlines()
    assert lines[0].startswith("1 AMU 0.628 1 ")
    assert lines[12].split()[:3] == ["13", "IPN", "0.3"]
    assert lines[14].startswith("0.29269858555700")
