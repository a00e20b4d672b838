"""Task files and samples: what a campaign is set up from."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.limits import Limits
from rankings.formats.records import FormatError, OutputSet
from rankings.formats.samples import SampledBlock, read_sampler_tsv, write_sampler_tsv
from rankings.formats.task_xml import Task, TaskSet, read_task_xml, write_task_xml
from tests.formats.strategies import SYSTEM, TEXT, judged_outputs

PUBLISHED_SHAPE = b"""<set id="demo-1" source-language="err" target-language="cor">
  <seg id="0" doc-id="demo-0" src-id="17" topic="pets">
    <sourcebefore>I like cats .</sourcebefore>
    <source>He have two cat .</source>
    <sourceafter>They sleep all day .</sourceafter>
    <reference>He has two cats .</reference>
    <translation system="SYS1 SYS4">He has two cats .</translation>
    <translation system="INPUT SYS2">He have two cat .</translation>
    <translation system="SYS3">[EMPTY]</translation>
  </seg>
  <seg id="1" doc-id="demo-0"><source>A &lt; B .</source><translation system="A,B"> x </translation></seg>
</set>
"""


@st.composite
def output_sets(draw):
    groups = draw(judged_outputs(least=1))
    texts = st.lists(
        TEXT.map(str.strip).filter(lambda text: text != "[EMPTY]"), min_size=len(groups), max_size=len(groups)
    )
    return OutputSet(tuple(draw(texts)), tuple(group.systems for group in groups))


STRIPPED = TEXT.map(str.strip)
TASKS = st.builds(
    Task,
    item=TEXT,
    source=STRIPPED,
    outputs=output_sets(),
    document=TEXT,
    sentence=TEXT,
    before=STRIPPED,
    after=STRIPPED,
    reference=STRIPPED,
)


def told(read, data, **limits):
    with pytest.raises(FormatError) as caught:
        read(data, "f", Limits(**limits))
    return [str(problem) for problem in caught.value.problems]


def test_task_xml_as_published():
    read = read_task_xml(PUBLISHED_SHAPE, "f")
    assert (read.identifier, read.source_language, read.target_language) == ("demo-1", "err", "cor")
    first, second = read.tasks
    assert first == Task(
        item="0",
        document="demo-0",
        sentence="17",
        source="He have two cat .",
        before="I like cats .",
        after="They sleep all day .",
        reference="He has two cats .",
        outputs=OutputSet(
            ("He has two cats .", "He have two cat .", ""), (("SYS1", "SYS4"), ("INPUT", "SYS2"), ("SYS3",))
        ),
    )
    assert second.source == "A < B ." and second.outputs == OutputSet(("x",), (("A", "B"),))
    assert read_task_xml(write_task_xml(read), "f") == read


@given(st.lists(TASKS, max_size=3), TEXT)
def test_task_xml_comes_back(tasks, name):
    made_up = TaskSet(name, "err", "", tuple(tasks))
    assert read_task_xml(write_task_xml(made_up), "f") == made_up


def test_mistakes_in_task_xml_are_reported_with_their_line():
    data = b"""<set id="x">
<seg id="1">
<translation>x</translation>
</seg>
<seg id="2" doc-id="d"><source>x</source>
<translation system="A">y</translation><translation system="A">z</translation></seg>
</set>"""
    assert [problem.split(". Expected")[0] for problem in told(read_task_xml, data)] == [
        "f:1: <set> has no attribute source-language.",
        "f:1: <set> has no attribute target-language.",
        "f:2: <seg> has no attribute doc-id.",
        "f:3: The output has no system.",
        "f:2: The segment has no <source>.",
        "f:5: A system occurs twice in one segment.",
    ]
    assert "more than 5 characters" in told(read_task_xml, PUBLISHED_SHAPE, line_characters=5)[0]
    assert "document type" in told(read_task_xml, b"<!DOCTYPE set><set/>")[0]


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


@given(
    st.sampled_from([b"", b"<set>", PUBLISHED_SHAPE[:200], b"0\t1\t2\t0.5\n"]), st.binary(max_size=80), SYSTEM
)
def test_any_bytes_are_read_or_told(start, rest, _):
    for read in (read_task_xml, read_sampler_tsv):
        try:
            read(start + rest, "f")
        except FormatError as error:
            assert error.problems
