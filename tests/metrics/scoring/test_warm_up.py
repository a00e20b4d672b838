"""What is compiled ahead of time is all that real data need."""

import json
import subprocess
import sys

import pytest

from tests.conftest import CHECKOUT

SENTENCES = 60
# In a process of its own: what other tests have compiled must not count.
SCRIPT = """
import json, sys
from pathlib import Path
from numba.core.dispatcher import Dispatcher
from metrics import warm_up
from metrics.references.m2_file import read_m2
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material

def compiled():
    ours = [one for name, one in list(sys.modules.items()) if name.startswith(("metrics.", "rankings."))]
    found = [one for module in ours for one in vars(module).values() if isinstance(one, Dispatcher)]
    return {f"{one.__module__}.{one.__name__}": sorted(map(str, one.signatures)) for one in found}

def compiled_for_a_constant():
    # Functions that only compiled ones call are known to the cache alone.
    ours = [one for name, one in list(sys.modules.items()) if name.startswith(("metrics.", "rankings."))]
    found = {one for module in ours for one in vars(module).values() if isinstance(one, Dispatcher)}
    kept = {one: one._cache._cache_file._load_index() for one in found if hasattr(one._cache, "_cache_file")}
    known = [f"{one.__module__}.{one.__name__}" for one, signatures in kept.items() if signatures]
    texts = [[one.__name__, str(key[0])] for one, signatures in kept.items() for key in signatures]
    return known, [text for text in texts if "Literal" in text[1]]

warm_up.main()
before = compiled()
shared, sentences = Path(sys.argv[1]), range(int(sys.argv[2]))
gold = read_m2((shared / "data/conll14/official-2014.combined-withalt.m2").read_bytes(), "gold")
lines = (shared / "data/gjg15/outputs/NTHU").read_text(encoding="utf-8").splitlines()[: len(sentences)]
material = Material(gold.sources, gold).part(sentences)
for metric in warm_up.COMPILED:
    make_scorer(metric).score(lines, material)
json.dump([before, compiled(), *compiled_for_a_constant()], sys.stdout)
"""


@pytest.mark.nightly
def test_real_data_need_nothing_that_was_not_compiled(shared):
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(shared), str(SENTENCES)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    before, after, known, for_a_constant = json.loads(done.stdout)
    assert after == before
    assert for_a_constant == []
    doors = {name for name, signatures in before.items() if signatures}
    assert {
        "metrics.scorers.m2.counts.count_edits",
        "metrics.scorers.i_measure.alignment.align_all",
        "metrics.scorers.i_measure.cuts.cut_margins",
        "metrics.scorers.levenshtein._distance",
        "rankings.analysis.trueskill_kernel.run_all",
    } <= doors & set(known)
