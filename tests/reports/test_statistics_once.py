"""What tests share of computed statistics is what would have been computed."""

from appraise_gec.report import computation
from tests import statistics_once
from tests.statistics_once import statistics_computed_once


def test_processes_share_statistics_while_nothing_is_replaced(monkeypatch, tmp_path):
    computed = []

    def statistics(table, options, progress):
        computed.append(table)
        progress(0.5, "half")
        return {"numbers": [1]}

    def ask_in_another_process():
        told = []
        monkeypatch.setattr(statistics_once, "_KEPT", {})
        with statistics_computed_once(set()):
            found = vars(computation)["_statistics"]("table", "options", lambda *step: told.append(step))
        assert (found, told) == ({"numbers": [1]}, [(0.5, "half")])

    monkeypatch.setattr(computation, "_statistics", statistics)
    monkeypatch.setattr(statistics_once, "_SHARED", [])
    monkeypatch.delenv(statistics_once.VARIABLE, raising=False)
    statistics_once.share_statistics()
    ask_in_another_process()
    ask_in_another_process()
    assert len(computed) == 2
    monkeypatch.setenv(statistics_once.VARIABLE, str(tmp_path))
    statistics_once.share_statistics()
    with monkeypatch.context() as replacing:
        replacing.setattr(computation, "count_pairs", lambda table: None)
        ask_in_another_process()
        assert list(tmp_path.iterdir()) == []
    ask_in_another_process()
    assert len(computed) == 4
    assert len(list(tmp_path.iterdir())) == 1
    ask_in_another_process()
    assert len(computed) == 4
    monkeypatch.setattr(computation, "count_pairs", lambda table: None)
    ask_in_another_process()
    assert len(computed) == 5
