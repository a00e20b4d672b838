"""Results as JSON and back: nothing is lost, and what is wrong with a document is said with its place."""

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rankings.formats.json_form import FORMS, from_json, result, to_json

ROOT = Path(__file__).parents[2]
SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    str: st.text(max_size=5),
    bool: st.booleans(),
    NoneType: st.none(),
    Any: st.none() | st.dictionaries(st.text(max_size=3), st.lists(st.integers(), max_size=2), max_size=2),
}


def all_results() -> list[type]:
    """Every class that is declared a result, wherever it stands."""
    for room in ("rankings", "metrics"):
        for path in sorted((ROOT / room).rglob("*.py")):
            if "\n@result(" in path.read_text(encoding="utf-8"):
                importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return [kind for kind in FORMS if kind.__module__.startswith(("rankings.", "metrics."))]


def values(kind: Any) -> st.SearchStrategy[Any]:  # noqa: PLR0911 - one for each kind of type
    """Any value of a type that a field of a result may have."""
    inner = get_args(kind)
    if kind in SIMPLE:
        return SIMPLE[kind]
    if isinstance(kind, type) and is_dataclass(kind):
        types = get_type_hints(kind)
        return st.builds(kind, **{one.name: values(types[one.name]) for one in fields(kind)})
    if get_origin(kind) is Literal:
        return st.sampled_from(inner)
    if get_origin(kind) is tuple:
        if inner[1:] == (...,):
            return st.lists(values(inner[0]), max_size=2).map(tuple)
        return st.tuples(*map(values, inner))
    if get_origin(kind) in (dict, Mapping):
        return st.dictionaries(st.text(max_size=3), values(inner[1]), max_size=2)
    return st.one_of(*map(values, inner))


@pytest.mark.parametrize("kind", all_results(), ids=lambda kind: kind.__name__)
@settings(max_examples=10, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_every_result_comes_back_from_json(kind: type, data: st.DataObject) -> None:
    made = data.draw(values(kind))
    document = to_json(made)
    assert document["form"] == FORMS[kind].name
    assert document["version"] == FORMS[kind].version
    assert from_json(kind, json.loads(json.dumps(document, allow_nan=False))) == made


@dataclass(frozen=True, slots=True)
class Part:
    share: float
    pair: tuple[int, str] = (1, "one")


def _renamed(document: dict[str, Any]) -> dict[str, Any]:
    return {**document, "parts": document.pop("pieces")}


@result("thing", version=2, upgrades={0: _renamed})
@dataclass(frozen=True, slots=True)
class Thing:
    parts: tuple[Part, ...]
    size: Literal["small", "large"] = "small"
    by_name: dict[str, float | None] | None = None


def test_every_kind_of_field() -> None:
    made = Thing((Part(0.5), Part(1.0, (2, "two"))), "large", {"a": 1.0, "b": None})
    assert to_json(made) == {
        "form": "thing",
        "version": 2,
        "parts": [{"share": 0.5, "pair": [1, "one"]}, {"share": 1.0, "pair": [2, "two"]}],
        "size": "large",
        "by_name": {"a": 1.0, "b": None},
    }
    assert from_json(Thing, to_json(made)) == made


def test_what_is_not_a_number_is_null() -> None:
    assert to_json({"a": float("nan"), "b": (float("inf"), np.float64(0.5))}) == {"a": None, "b": [None, 0.5]}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"form": "ranking"}, 'thing.form: expected "thing"'),
        ({"parts": [None]}, "thing.parts[0]: expected an object"),
        ({"parts": [{"share": 1.0}, {}]}, 'thing.parts[1]: expected a field called "share"'),
        ({"parts": [{"share": None}]}, "thing.parts[0].share: expected a number"),
        ({"size": "huge"}, "thing.size: expected one of 'small', 'large'"),
        ({"by_name": {"a": "x"}}, "thing.by_name['a']: expected a number or null"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(change: dict[str, Any], said: str) -> None:
    document = to_json(Thing(())) | change
    with pytest.raises(ValueError) as refused:
        from_json(Thing, document)
    assert str(refused.value) == said
