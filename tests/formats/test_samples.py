"""Samples in the two files of the 2015 campaign."""

from rankings.formats.corpus import read_corpus
from rankings.formats.records import OutputSet
from rankings.formats.samples import SampledItem, write_blocks, write_task_xml


def test_items_are_written_as_published():
    texts = ("He has two cats .", "He have\ttwo cat .", "")
    outputs = OutputSet(texts, (("SYS1", "SYS4"), ("INPUT", "SYS2"), ("SYS3",)))
    assert write_blocks([SampledItem(0, 17, outputs, 0.00081, 3)]) == (
        b"0\t3\t17\t0.00081\nHe has two cats .\tSYS1 SYS4\nHe have\ttwo cat .\tINPUT SYS2\n[EMPTY]\tSYS3\n\n"
    )


def test_task_xml_is_escaped():
    corpus = read_corpus(("s", b"I like cats .\nHe have <two> cat .\n"), {})
    item = SampledItem(4, 1, OutputSet(("He has two cats .", ""), (("A", "B"), ("C",))), 0.5, 2)
    written = write_task_xml([item], corpus).decode()
    assert '<seg id="4" doc-id="1" src-id="1">' in written
    assert "<source>He have &lt;two&gt; cat .</source>" in written
    assert '<translation system="A B">He has two cats .</translation>' in written
    assert '<translation system="C">[EMPTY]</translation>' in written
