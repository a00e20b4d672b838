"""Agreement of annotators on which words need correction."""

import pytest

from metrics.references.agreement import identification_agreement
from metrics.references.m2_file import read_m2
from rankings.formats.records import FormatError


def gold_of(*blocks):
    text = "\n\n".join(
        "\n".join([f"S {source}", *(f"A {span}|||X|||y|||REQUIRED|||-NONE-|||0" for span in spans)])
        for source, *spans in blocks
    )
    return read_m2(text.encode(), "gold.m2")


def test_the_published_kappa(gold, expected):
    found = identification_agreement(gold["official-2014.0"], gold["official-2014.1"])
    figures = expected["kappa_identification"]
    assert (found.tokens, found.marked_first, found.marked_second) == (
        figures["tokens"],
        figures["marked_ann1"],
        figures["marked_ann2"],
    )
    assert round(found.kappa, 4) == figures["token_in_span_insertions_ignored"] == 0.4346
    assert round(found.kappa, 2) == figures["published"]


def test_kappa_by_hand():
    one = gold_of(("a b c d", "0 2"))
    other = gold_of(("a b c d", "1 3"))
    # observed 1/2, chance 1/2
    assert identification_agreement(one, other).kappa == 0


def test_annotators_who_mark_the_same_agree_completely():
    one = gold_of(("a b", "0 1"), ("c d",))
    assert identification_agreement(one, one).kappa == 1
    nobody = gold_of(("a b",))
    assert identification_agreement(nobody, nobody).kappa == 1


def test_other_sources_and_several_annotators_are_refused():
    with pytest.raises(FormatError, match="Sentence 1 differs"):
        identification_agreement(gold_of(("a b",)), gold_of(("a c",)))
    two = read_m2(
        b"S a\nA 0 1|||X|||y|||REQUIRED|||-NONE-|||0\nA 0 1|||X|||z|||REQUIRED|||-NONE-|||1\n", "two.m2"
    )
    with pytest.raises(ValueError, match=r"two\.m2 holds several annotators"):
        identification_agreement(two, two)
