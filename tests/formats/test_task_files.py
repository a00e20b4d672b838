"""Task files and samples: what a campaign is set up from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.corpus import read_corpus
from rankings.formats.limits import Limits
from rankings.formats.records import FormatError, OutputSet
from rankings.formats.samples import SampledBlock, read_sampler_tsv, write_sampler_tsv
from rankings.formats.task_xml import write_task_xml
from tests.formats.strategies import TEXT, judged_outputs


@st.composite
def output_sets(draw):
    groups = draw(judged_outputs(least=1))
    texts = st.lists(
        TEXT.map(str.strip).filter(lambda text: text != "[EMPTY]"), min_size=len(groups), max_size=len(groups)
    )
    return OutputSet(tuple(draw(texts)), tuple(group.systems for group in groups))


def told(read, data, **limits):
    with pytest.raises(FormatError) as caught:
        read(data, "f", Limits(**limits))
    return [str(problem) for problem in caught.value.problems]


def test_task_xml_has_the_sentences_of_items_and_refuses_those_of_another_source():
    corpus = read_corpus(("s", b"I like cats .\nHe have <two> cat .\n"), {})
    block = SampledBlock(4, 1, OutputSet(("He has two cats .", ""), (("A", "B"), ("C",))), 0.5)
    written = write_task_xml([block], corpus, "items").decode()
    assert '<seg id="4" doc-id="1" src-id="1">' in written
    assert "<sourcebefore>I like cats .</sourcebefore>" in written
    assert "<source>He have &lt;two&gt; cat .</source>" in written
    assert '<translation system="A B">He has two cats .</translation>' in written
    assert '<translation system="C">[EMPTY]</translation>' in written
    other = SampledBlock(0, 2, OutputSet(("x",), (("A",),)), 0.5)
    unlike = SampledBlock(1, 0, OutputSet(("x",), (("INPUT",),)), 0.5)
    with pytest.raises(FormatError) as caught:
        write_task_xml([other, unlike], corpus, "items")
    assert [str(problem) for problem in caught.value.problems] == [
        "items: Item 1: it is about sentence 3, but the source has 2.",
        'items: Item 2: INPUT has "x", but sentence 1 of the source is "I like cats .".',
    ]


def test_a_sample_as_published():
    data = (
        b"0\t3\t17\t0.00081\nHe has two cats .\tSYS1 SYS4\nHe have\ttwo cat .\tINPUT SYS2\n[EMPTY]\tSYS3\n\n"
    )
    (block,) = read_sampler_tsv(data, "f")
    assert block == SampledBlock(
        0,
        17,
        OutputSet(
            ("He has two cats .", "He have\ttwo cat .", ""), (("SYS1", "SYS4"), ("INPUT", "SYS2"), ("SYS3",))
        ),
        0.00081,
    )
    assert write_sampler_tsv([block]) == data


@given(
    st.lists(
        st.builds(SampledBlock, st.integers(0, 99), st.integers(0, 99), output_sets(), st.floats(0, 1)),
        max_size=4,
    )
)
def test_samples_come_back(blocks):
    written = write_sampler_tsv(blocks)
    if blocks:
        assert read_sampler_tsv(written, "f") == blocks


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"0\t1\t17\nx\tA\n", "f:1: Expected the header of an item"),
        (b"0\t2\t17\t0.1\nx\tA\n\n", "f:1: The header says 2 outputs, but 1 follow."),
        (b"0\t1\t17\t0.1\nx\n", "f:2: Expected an output, a tab"),
        (b"0\t1\t17\tnan\nx\tA\n", "f:1: Expected the header"),
        (b"", "f: The file is empty."),
    ],
)
def test_mistakes_in_samples_are_reported(data, message):
    assert told(read_sampler_tsv, data)[0].startswith(message)


@given(st.sampled_from([b"", b"0\t1\t2\t0.5\n"]), st.binary(max_size=80))
def test_any_bytes_are_read_or_told(start, rest):
    try:
        read_sampler_tsv(start + rest, "f")
    except FormatError as error:
        assert error.problems
