"""Identical outputs become one, and nothing else does."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankings.formats.corpus import read_corpus
from rankings.items.collapse import collapse, collapse_corpus, distinct_output_counts

# Few letters and much whitespace, so that outputs often nearly coincide.
OUTPUT = st.text("ab \t\r\u00a0", max_size=4) | st.sampled_from(["[EMPTY]", " [EMPTY]\r"])
SYSTEMS = st.dictionaries(st.sampled_from("ABCDEFGH"), OUTPUT, min_size=1)


@pytest.fixture(scope="module")
def published_sets(shared):
    folder = shared / "data/gjg15/outputs"
    files = {path.name: (path.name, path.read_bytes()) for path in sorted(folder.iterdir())}
    corpus = read_corpus(files["INPUT"], files)
    assert corpus.usable
    return collapse_corpus(corpus.outputs)


@given(SYSTEMS)
@example({"A": "a\rb", "B": "ab"})
def test_two_systems_share_an_output_exactly_if_their_texts_are_the_same(outputs):
    collapsed = collapse(outputs)
    group = {system: k for k, systems in enumerate(collapsed.systems) for system in systems}
    assert sorted(system for systems in collapsed.systems for system in systems) == sorted(outputs)
    for a in outputs:
        for b in outputs:
            plain_a, plain_b = (text.replace("\r", "").strip() for text in (outputs[a], outputs[b]))
            same = plain_a.replace("[EMPTY]", "") == plain_b.replace("[EMPTY]", "")
            assert (group[a] == group[b]) == same


def test_distinct_outputs_of_the_published_data(published_sets):
    counts = distinct_output_counts(published_sets, 13)
    assert sum(counts) == 1312
    assert counts == (21, 85, 149, 175, 211, 201, 173, 133, 102, 43, 16, 2, 1)
    # "on average there are only 5.7 unique outputs among 13 systems" (2015 paper, section 4.3)
    mean = sum(k * count for k, count in enumerate(counts, start=1)) / 1312
    assert round(mean, 1) == 5.7


def test_published_judgments_show_the_published_outputs(shared, published_sets):
    from rankings.formats.judgments import read_judgments

    judgments = read_judgments((shared / "data/gjg15/judgments.xml").read_bytes(), "judgments.xml")
    for judgment in judgments:
        groups = {frozenset(systems) for systems in published_sets[int(judgment.sentence)].systems}
        assert all(frozenset(output.systems) in groups for output in judgment.outputs)
