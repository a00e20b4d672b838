"""What imports whom, beyond the contracts of `[tool.importlinter]`."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest


@pytest.fixture(scope="module")
def imports() -> dict[str, set[str]]:
    """Every module with those that it imports at any time, except for type checking alone."""
    graph = grimp.build_graph(
        "appraise_gec", "rankings", "metrics", exclude_type_checking_imports=True, cache_dir=None
    )
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_modules_import_each_other_in_a_circle(imports):
    """Imports inside of functions count: they hide a circle, they do not open it."""
    assert "appraise_gec.accounts.models" in imports["rankings.access"]
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(f"imported in a circle: {' -> '.join(reversed(error.args[1]))}")


def test_people_and_sign_in_reach_nothing_of_campaigns(imports):
    """Not through others either: whatever signing in runs is loaded without campaigns and metrics."""
    reached: set[str] = set()
    waiting = [module for module in imports if module.startswith("appraise_gec.accounts")]
    while waiting:
        module = waiting.pop()
        if module not in reached:
            reached.add(module)
            waiting += imports[module]
    assert "appraise_gec.accounts.views" in reached
    assert not [module for module in reached if module.split(".")[0] in {"rankings", "metrics"}]
