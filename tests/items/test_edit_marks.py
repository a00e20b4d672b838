"""What a judge sees marked: the fewest edits, put the way a reader would put them."""

import time
from functools import cache

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from rankings.items.edits import count_edits, mark_edits
from rankings.items.token_alignment import align
from rankings.items.tokens import TOKENIZATIONS, tokenize

TOKENS = st.lists(st.sampled_from("abcd"), max_size=9)
# Letters, marks that combine, emoji that join, scripts without spaces, punctuation and every kind of space.
TEXT = st.text(
    st.sampled_from("ab,.'- \t\n\u00a0\u3000\u0301\u200d👩👧🇵🇱我们のกิลาةﷺ\u0600한\u1100\u1161"), max_size=14
)


def marks(source, output):
    """The edits of a pair as `(kind, old words, new words)`."""
    return [(one.kind, one.source, one.output) for one in mark_edits(source, output) if one.is_edit]


def shown(source, output):
    """The marked text as the judge reads it, with brackets for colours."""
    brackets = {"equal": "{o}", "insert": "[+{o}]", "delete": "[-{s}]", "replace": "[{s}>{o}]"}
    pieces = mark_edits(source, output)
    return "".join(brackets[one.kind].format(s=one.source, o=one.output) + one.space for one in pieces)


def test_figure_2a_has_exactly_its_marks(shared):
    texts = {
        path.name: path.read_text(encoding="utf-8").split("\n")[292].strip()
        for path in (shared / "data/gjg15/outputs").iterdir()
    }
    found = {system: [one[::2] for one in marks(texts["INPUT"], text)] for system, text in texts.items()}
    assert found["NTHU"] == [("replace", "disease cost higher")]
    assert marks(texts["INPUT"], texts["CUUI"]) == [("delete", "the", "")]
    assert found["UMC"] == found["CUUI"]
    assert found["UFC"] == [("replace", "cost")]
    assert found["IPN"] == [("replace", "cost high")]
    assert found["CAMB"] == [("replace", "cost"), ("delete", "")]
    assert found["AMU"] == []


@pytest.mark.parametrize(
    ("source", "output", "expected"),
    [
        ("He go home .", "He goes home .", "He [go>goes] home ."),
        ("He go to to school .", "He goes to school .", "He [go>goes] to [-to] school ."),
        ("I want alot of it .", "I want a lot of it .", "I want [alot>a lot] of it ."),
        ("I yesterday went home .", "I went yesterday home .", "I [+went] yesterday [-went] home ."),
        ("I like cats, and dogs.", "I like cats and dogs.", "I like cats[-,] and dogs."),
        ("a  b", "a b", "a[  > ]b"),
        ("我喜欢猫。", "我很喜欢狗。", "我[+很]喜欢[猫>狗]。"),
        ("ฉันรักแมว", "ฉันรักหมา", "ฉันรัก[แ>ห]ม[ว>า]"),
        ("e\u0301te\u0301 là.", "ete\u0301 là.", "[e\u0301te\u0301>ete\u0301] là."),
        ("مرحبا، كيف حالك", "مرحبا كيف حالك؟", "مرحبا[-،] كيف حالك[+؟]"),
        ("same", " same\r", "same"),
    ],
)
def test_edits_are_put_like_a_reader_would(source, output, expected):
    assert shown(source, output) == expected


def test_what_only_the_encoding_changed_is_known():
    source = "I love cafe\u0301s and naïve men ."
    edits = [one for one in mark_edits(source, "I love cafés and naive men .") if one.is_edit]
    assert [(one.output, one.is_encoding) for one in edits] == [("cafés", True), ("naive", False)]
    assert not any(one.is_encoding for one in mark_edits("a b", "a c b") if one.kind != "equal")


@given(TEXT, TEXT, st.sampled_from(TOKENIZATIONS))
def test_the_marks_hold_both_texts_exactly(source, output, tokenization):
    pieces = mark_edits(source, output, tokenization)
    assert "".join(one.source + one.source_space for one in pieces) == source.strip()
    assert "".join(one.output + one.output_space for one in pieces) == output.strip()
    for one in pieces:
        assert (one.kind == "equal") == (one.source == one.output)
        assert (one.kind == "insert") == (not one.source)
        assert (one.kind == "delete") == (not one.output)


@given(TEXT, TEXT)
def test_no_marks_exactly_if_nothing_changed(source, output):
    assert (count_edits(mark_edits(source, output)) == 0) == (source.strip() == output.strip())


@given(TOKENS, TOKENS)
def test_the_number_of_edited_tokens_is_minimal_and_then_most_are_kept(source, output):
    opcodes = align(source, output)
    kept = sum(one.i2 - one.i1 for one in opcodes if one.kind == "equal")
    pieces = 0
    for one in opcodes:
        uneven = one.i2 - one.i1 != one.j2 - one.j1
        pieces += {"equal": 0, "replace": 5 if uneven else 2, "insert": 2, "delete": 2}[one.kind]
    assert (edited_tokens(opcodes), -kept, pieces) == best_alignment(tuple(source), tuple(output))


def edited_tokens(opcodes):
    """Tokens inserted, deleted or substituted: the Levenshtein distance when the alignment is minimal."""
    return sum(max(one.i2 - one.i1, one.j2 - one.j1) for one in opcodes if one.kind != "equal")


def best_alignment(source, output):
    """Fewest edits, then most kept tokens, then fewest runs of one kind, apart: by trying everything."""

    @cache
    def best(i, j, last):
        if i == len(source) and j == len(output):
            return (0, 0, 0)
        choices = []
        if i < len(source) and j < len(output) and source[i] == output[j]:
            edits, kept, pieces = best(i + 1, j + 1, "keep")
            choices.append((edits, kept - 1, pieces))
        steps = [(1, 0)] * (i < len(source)) + [(0, 1)] * (j < len(output))
        steps += [(1, 1)] * (i < len(source) and j < len(output))
        for step in steps:
            edits, kept, pieces = best(i + step[0], j + step[1], step)
            new_piece = 0 if last == step else 2 if last == "keep" else 3
            choices.append((edits + 1, kept, pieces + new_piece))
        return min(choices)

    return best(0, 0, "keep")


@given(st.integers(0, 2**32), st.integers(0, 12))
@settings(max_examples=25, deadline=None)
def test_long_texts_with_few_edits_are_still_minimal(seed, changes):
    import random

    chance = random.Random(seed)
    source = [chance.choice("abcdef") for _ in range(400)]
    output = list(source)
    for _ in range(changes):
        place = chance.randrange(len(output))
        output[place : place + chance.randrange(2)] = chance.choice(([], ["x"], ["y", "a"]))
    assert edited_tokens(align(source, output)) == distance(source, output)


def distance(source, output):
    row = list(range(len(output) + 1))
    for i, token in enumerate(source, start=1):
        corner, row[0] = row[0], i
        for j, other in enumerate(output, start=1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (token != other))
    return row[-1]


def test_a_hostile_pair_ends_soon_and_still_holds_both_texts():
    import random

    chance = random.Random(5)
    for letters in ("ab", "abcdefghijklmnopqrstuvwxyz"):
        words = ["".join(chance.choices(letters, k=chance.randrange(1, 4))) for _ in range(20_000)]
        source, output = " ".join(words[:10_000]), " ".join(words[10_000:])
        start = time.process_time()
        pieces = mark_edits(source, output)
        # Not a benchmark: the plain way would take minutes.
        assert time.process_time() - start < 20
        assert "".join(one.output + one.output_space for one in pieces) == output


@given(TEXT, st.sampled_from(TOKENIZATIONS))
def test_tokens_join_to_the_text_and_never_cut_a_visible_character(text, tokenization):
    text = text.strip()
    tokens = tokenize(text, tokenization)
    assert "".join(one.text + one.space for one in tokens) == text
    assert all(one.text and not one.space.strip() for one in tokens)
    borders = {match.end() for match in regex.finditer(r"\X", text)}
    position = 0
    for one in tokens:
        position += len(one.text)
        assert position in borders
        position += len(one.space)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes, it isn't 3.14.", ["Yes", ",", "it", "isn't", "3.14", "."]),
        ("我喜欢abc。", ["我", "喜", "欢", "abc", "。"]),
        ("ฉันรัก", ["ฉั", "น", "รั", "ก"]),
        ("👩‍👩‍👧 ok🇵🇱🇩🇪", ["👩‍👩‍👧", "ok", "🇵🇱", "🇩🇪"]),
    ],
)
def test_words_are_what_people_see_as_words(text, expected):
    assert [one.text for one in tokenize(text)] == expected
