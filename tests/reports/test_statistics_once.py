"""What tests share of computed statistics is what would have been computed."""

from rankings.reports import computation, parts
from tests.statistics_once import statistics_computed_once


def test_statistics_are_taken_from_earlier_tests_only_and_only_while_nothing_is_replaced(monkeypatch):
    computed = []

    def statistics(table, options, progress):
        computed.append(table)
        progress(0.5, "half")
        return {"numbers": [1]}

    def ask(used):
        told = []
        with statistics_computed_once(used):
            found = vars(computation)["_statistics"]("table", "options", lambda *step: told.append(step))
        assert (found, told) == ({"numbers": [1]}, [(0.5, "half")])
        found["numbers"].append(2)  # is nobody else's

    monkeypatch.setattr(computation, "_statistics", statistics)
    first_test: set[bytes] = set()
    ask(first_test)
    ask(first_test)
    assert len(computed) == 2
    later_test: set[bytes] = set()
    ask(later_test)
    assert len(computed) == 2
    ask(later_test)
    assert len(computed) == 3
    monkeypatch.setattr(parts, "count_pairs", lambda table: None)
    ask(set())
    assert len(computed) == 4
    assert vars(computation)["_statistics"] is statistics
