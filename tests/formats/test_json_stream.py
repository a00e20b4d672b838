"""JSON documents that are read in pieces say the same as those that are read at once."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rankings.formats import json_stream
from rankings.formats.json_stream import BrokenJsonError, JsonDocument

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(), children, max_size=3),
    max_leaves=8,
)


@pytest.fixture(autouse=True, scope="module", params=[1, json_stream.READ_AT_ONCE])
def read_at_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """In small pieces, and all at once, as files that are not large are read."""
    usual, json_stream.READ_AT_ONCE = json_stream.READ_AT_ONCE, request.param
    yield
    json_stream.READ_AT_ONCE = usual


def pieces(text: str) -> list[tuple[int, str]]:
    return list(enumerate(text.splitlines(keepends=True), start=1))


@given(
    st.lists(VALUES, max_size=5),
    st.dictionaries(st.sampled_from("abc"), VALUES),
    st.booleans(),
    st.booleans(),
)
def test_elements_and_the_rest_come_back(
    elements: list[Any], rest: dict[str, Any], first: bool, indented: bool
) -> None:
    whole = {"list": elements, **rest} if first else {**rest, "list": elements}
    document = JsonDocument(pieces(json.dumps(whole, indent=2 if indented else None)), "list")
    assert list(document.elements()) == elements
    assert document.has_list
    assert document.rest == {**rest, "list": None}
    alone = JsonDocument(pieces(json.dumps(elements, indent=2 if indented else None)), "list")
    assert list(alone.elements()) == elements


@example({}, 23, ",")
@example({}, 39, ",")
@given(VALUES, st.integers(0, 400), st.sampled_from(["", ",", "]", "}", '"', "x", "1", "{"]))
def test_what_is_no_json_is_told_where_it_breaks(value: Any, place: int, odd: str) -> None:
    text = json.dumps({"list": [value, value], "more": value}, indent=1)
    broken = text[:place] + odd + text[place + 1 :]
    document = JsonDocument(pieces(broken), "list")
    try:
        json.loads(broken)
    except json.JSONDecodeError as error:
        with pytest.raises(BrokenJsonError) as found:
            list(document.elements())
        line, said = found.value.line, str(found.value)
        if "trailing comma" in said:
            # Earlier Pythons stop at the bracket, later ones at the comma, which is what is to be mended.
            after = broken.splitlines()[line - 1 :]
            after[0] = after[0][int(said.rpartition(" ")[2]) - 1 :]
            assert re.match(r",\s*[\]}]", "\n".join(after))
            assert line <= error.lineno
        else:
            assert line == error.lineno
            assert said.endswith(f", at character {error.colno}")
    else:
        list(document.elements())


def test_each_element_has_the_line_on_which_it_begins() -> None:
    # Several times what is read at once, with an element over three lines in between.
    elements = ['{"a": "' + "x" * 200 + '"}'] * 4000
    elements[1] = '{\n"a":\n1}'
    document = JsonDocument(pieces('{"list": [\n' + ",\n".join(elements) + "\n]}"), "list")
    lines = [document.line for _ in document.elements()]
    assert lines == [2, 3, *range(6, 4004)]
