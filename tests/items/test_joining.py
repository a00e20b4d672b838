"""One system more or less among the outputs that an item shows."""

import random
from collections import Counter

from rankings.formats.records import OutputSet
from rankings.items.joining import join, leave

SHOWN = OutputSet(("a", "b"), (("A",), ("B",)))


def test_a_system_stands_behind_an_output_that_is_shown_already():
    full = OutputSet(("a", "b"), (("A", "NEW"), ("B",)))
    assert join(SHOWN, full, "NEW", most=2, chance=random.Random(1)) == full


def test_an_output_is_added_as_long_as_there_is_room():
    full = OutputSet(("a", "b", "n"), (("A",), ("B",), ("NEW",)))
    assert join(SHOWN, full, "NEW", most=3, chance=random.Random(1)) == full


def test_an_output_that_was_not_drawn_stays_out():
    full = OutputSet(("a", "b", "c"), (("A",), ("B",), ("C", "NEW")))
    assert join(SHOWN, full, "NEW", most=3, chance=random.Random(1)) == SHOWN
    always = join(SHOWN, full, "NEW", most=3, chance=random.Random(1), always=True)
    assert always == full


def test_in_a_full_item_every_choice_of_outputs_is_equally_likely():
    """As if all outputs had been there when the item was sampled: 2 of 3 give 3 pairs."""
    full = OutputSet(("a", "b", "n"), (("A",), ("B",), ("NEW",)))
    chance = random.Random(7)
    seen = Counter(join(SHOWN, full, "NEW", most=2, chance=chance).texts for _ in range(6000))
    assert set(seen) == {("a", "b"), ("a", "n"), ("b", "n")}
    # Standard deviation of each count: sqrt(6000 * 1/3 * 2/3) = 36.5; four of them.
    assert all(abs(count - 2000) < 146 for count in seen.values())


def test_a_system_that_must_be_shown_takes_the_place_of_another_output():
    full = OutputSet(("a", "b", "n"), (("A",), ("B",), ("NEW",)))
    chance = random.Random(3)
    seen = {join(SHOWN, full, "NEW", most=2, chance=chance, always=True).texts for _ in range(50)}
    assert seen == {("a", "n"), ("b", "n")}


def test_when_a_system_leaves_an_output_of_its_own_goes_and_another_one_comes_in():
    shown = OutputSet(("a", "n"), (("A",), ("NEW",)))
    without = OutputSet(("a", "b"), (("A",), ("B",)))
    assert leave(shown, without, most=2, chance=random.Random(1)) == without


def test_when_a_system_leaves_an_output_of_several_stays():
    shown = OutputSet(("a", "b"), (("A", "NEW"), ("B",)))
    without = OutputSet(("a", "b", "c"), (("A",), ("B",), ("C",)))
    expected = OutputSet(("a", "b"), (("A",), ("B",)))
    assert leave(shown, without, most=2, chance=random.Random(1)) == expected
