"""Results as JSON and back."""

from dataclasses import dataclass

import numpy as np
import pytest

from rankings.formats.results import from_json, to_json


@dataclass(frozen=True, slots=True)
class Part:
    name: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    parts: tuple[Part, ...]
    by_sentence: dict[int, float]
    note: str = ""


def test_a_result_comes_back():
    whole = Whole((Part("a", np.float64(0.1)), Part("b", float("nan"))), {3: 0.5})
    document = to_json(whole)
    assert document["parts"] == [{"name": "a", "share": 0.1}, {"name": "b", "share": None}]
    assert from_json(Whole, document) == Whole((Part("a", 0.1), Part("b")), {3: 0.5})
    assert from_json(Whole, {"parts": [], "by_sentence": {}, "of another version": 1}) == Whole((), {})


@pytest.mark.parametrize(
    ("document", "place"),
    [([], "object"), ({"by_sentence": {}}, "parts"), ({"parts": [{"name": 1}]}, r"\$\.parts\[0\]\.name")],
)
def test_an_error_names_its_place(document, place):
    with pytest.raises(ValueError, match=place):
        from_json(Whole, document)
