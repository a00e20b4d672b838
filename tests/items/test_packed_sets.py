"""Packed sets are the sets that were packed, but for their texts, and give the same samples."""

from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.records import OutputSet
from rankings.items.collapse import collapse
from rankings.items.packed_sets import packed_sets, with_texts
from rankings.items.sampling import sample_items

SYSTEMS = ("A", "B", "C", "D", "INPUT")
# Some systems have no output of some sentences.
SETS = st.lists(
    st.dictionaries(st.sampled_from(SYSTEMS), st.sampled_from(["x", "y", "z", ""]), min_size=1).map(
        lambda outputs: collapse({name: outputs[name] for name in SYSTEMS if name in outputs})
    ),
    min_size=1,
    max_size=12,
)


@given(SETS, st.integers(0, 99), st.sampled_from([2, 3]))
def test_samples_are_those_of_the_full_sets(sets: list[OutputSet], seed: int, most: int) -> None:
    full = sample_items(sets, items=6, seed=seed, max_outputs=most)
    packed = sample_items(packed_sets(SYSTEMS, sets), items=6, seed=seed, max_outputs=most)
    assert [one.sentence for one in packed] == [one.sentence for one in full]
    assert [with_texts(one.outputs, sets[one.sentence]) for one in packed] == [one.outputs for one in full]
