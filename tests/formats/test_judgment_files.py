"""Judgment files as they come: published shapes, mistakes with their lines, and attacks."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rankings.formats.judgments import detect_format, read_judgments, write_judgments
from rankings.formats.limits import Limits
from rankings.formats.records import FormatError, JudgedOutput, Judgment

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<appraise-results>\n'


def items(*lines, attributes='id="demo-1" source-language="err" target-language="cor"'):
    tag = "error-correction-ranking-result"
    return "\n".join([f"{HEAD}<{tag} {attributes}>", *lines, f"</{tag}>", "</appraise-results>\n"])


def read(data, **limits):
    return list(read_judgments(data if isinstance(data, bytes) else data.encode(), "f", Limits(**limits)))


def told(data, **limits):
    with pytest.raises(FormatError) as caught:
        read(data, **limits)
    return [str(problem) for problem in caught.value.problems]


def outputs(*groups):
    return tuple(JudgedOutput(tuple(systems.split()), rank) for systems, rank in groups)


def test_result_xml_of_every_known_shape():
    text = (
        HEAD
        + """<error-correction-ranking-result id="demo-1" source-language="err" target-language="cor">
  <ranking-item id="0" doc-id="demo-0" src-id="17" duration="00:00:41.500000" user="judge1">
    <translation system="SYS1 SYS4" rank="1"/>
    <translation system="INPUT,SYS2" rank="3"/>
    <translation system="SYS3" rank="3"/>
  </ranking-item>
  <ranking-item id="1" doc-id="demo-0" src-id="18" duration="1 day, 0:00:06" user="judge1" skipped="true"/>
</error-correction-ranking-result>
<error-correction-ranking-result>
  <ranking-item doc-id="INPUT" src-id="17" user="judge2" extra="ignored">
    <translation rank=" 1 " system="A"/>
  </ranking-item>
</error-correction-ranking-result>
</appraise-results>"""
    )
    common: dict[str, Any] = {
        "document": "demo-0",
        "result_set": "demo-1",
        "source_language": "err",
        "target_language": "cor",
    }
    groups = outputs(("SYS1 SYS4", 1), ("INPUT SYS2", 3), ("SYS3", 3))
    assert read(text) == [
        Judgment("judge1", "17", groups, item="0", seconds=41.5, **common),
        Judgment("judge1", "18", (), item="1", seconds=86406.0, skipped=True, **common),
        Judgment("judge2", "17", outputs(("A", 1)), document="INPUT"),
    ]
    assert read(text.replace("UTF-8", "UTF-16").encode("utf-16")) == read(text)


def test_every_mistake_in_result_xml_is_reported_with_its_line():
    text = items(
        '<ranking-item src-id="1" user="j" duration="soon">',
        '<translation rank="best" system="A"/>',
        '<translation rank="0" system="B"/>',
        '<translation system="C"/>',
        '<translation rank="1" system=" "/>',
        "</ranking-item>",
        '<ranking-item skipped="maybe"/>',
        '<ranking-item src-id="1" user="j">',
        '<translation rank="1" system="A B"/><translation rank="1" system="A"/></ranking-item>',
    )
    assert [problem.split(". Expected")[0] for problem in told(text)] == [
        'f:4: duration is "soon"',
        'f:5: The rank is "best"',
        'f:6: The rank is "0"',
        "f:7: The rank is missing",
        "f:8: The output has no system.",
        'f:10: skipped is "maybe"',
        "f:10: The judgment does not say who judged it.",
        "f:10: The judgment does not say which sentence it is about.",
        'f:11: The system "A" occurs twice in one judgment.',
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (
            "<!DOCTYPE a [<!ENTITY b 'c'>]><appraise-results>&b;</appraise-results>",
            "document type declaration",
        ),
        (HEAD + "&nbsp;</appraise-results>", "f:3: The file is not well-formed XML (undefined entity"),
        (HEAD + "<ranking-item/>", 'f:3: Found the element "ranking-item" inside of <appraise-results>'),
        (HEAD, "f:3: The file is not well-formed XML (no element found"),
        (b"<appraise-results>\xff", "not well-formed"),
    ],
)
def test_broken_and_hostile_xml_is_reported(data, message):
    assert any(message in problem for problem in told(data))


ITEM = '<ranking-item src-id="1" user="j"><translation rank="1" system="A"/></ranking-item>'


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"xml_elements": 5}, "more than 5 elements"),
        ({"xml_depth": 3}, "nested more than 3 deep"),
        ({"judgments": 2}, "more than 2 judgments"),
        ({"file_bytes": 100}, "larger than 100 bytes"),
    ],
)
def test_limits_on_xml_hold(limits, message):
    assert message in told(items(*[ITEM] * 3), **limits)[-1]


def test_all_formats_hold_the_number_of_judgments_to_the_limit():
    made_up = [Judgment("j", str(k), outputs(("A", 1), ("B", 2))) for k in range(4)]
    for format in ("csv", "json", "jsonl", "wmt-csv", "pairs-tsv", "pair-labels"):
        assert "more than 3 judgments" in told(write_judgments(made_up, format), judgments=3)[-1]


WMT_HEAD = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + ",".join(f"system{k}Number,system{k}Id" for k in range(1, 6))
    + ","
    + ",".join(f"system{k}rank" for k in range(1, 6))
)


def test_wmt_csv_as_published():
    text = f"""{WMT_HEAD}
English,English,17,-1,17,judge1,-1,SYS1,-1,SYS2,-1,SYS3,-1,SYS4,-1,SYS5,1,3,3,1,2
English,English,18,-1,18,judge1,-1,SYS1,-1,SYS2,-1,SYS3,-1,SYS4,-1,SYS5,-1,-1,-1,-1,-1
English,English,19,-1,19,judge1,-1,SYS1,-1,SYS2,-1,-1,-1,,-1,,2,1,-1,-1,-1
"""
    english: dict[str, Any] = {"source_language": "English", "target_language": "English"}
    groups = outputs(("SYS1", 1), ("SYS2", 3), ("SYS3", 3), ("SYS4", 1), ("SYS5", 2))
    assert read(text) == [
        Judgment("judge1", "17", groups, item="17", **english),
        Judgment("judge1", "18", (), item="18", skipped=True, **english),
        Judgment("judge1", "19", outputs(("SYS1", 2), ("SYS2", 1)), item="19", **english),
    ]


def test_mistakes_in_wmt_csv_are_reported_with_their_line():
    rows = [
        "-1,-1,1,-1,1,j,-1,A,-1,B,-1,C,-1,D,-1,E,1,x,3,4,5",
        "1,2",
        "-1,-1,1,-1,1,j,-1,A,-1,B,-1,C,-1,D,-1,E,1,-1,3,4,5",
    ]
    problems = told("\n".join([WMT_HEAD, *rows]))
    assert problems[0].startswith('f:2: Slot 2 has the system "B" and the rank "x".')
    assert problems[1] == "f:3: The row has 2 cells, but the header has 21."
    assert problems[2].startswith('f:4: Slot 2 has the system "B" and the rank "-1".')


def test_pairs_read_with_signs_and_with_ranks():
    assert [one.outputs for one in read("A\tB\t<\nA\tC\t=\nB\tC\t>\n")] == [
        outputs(("A", 1), ("B", 2)),
        outputs(("A", 1), ("C", 1)),
        outputs(("B", 2), ("C", 1)),
    ]
    (one,) = read("A\tB\t4\t2\r\n")
    assert one.outputs == outputs(("A", 4), ("B", 2)) and one.judge == "unknown"
    assert told("A\tB\t<\nA\tB\n\nA\tA\t=\n") == [
        "f:2: Expected two systems and <, > or =, or two ranks, separated by tabs.",
        'f:4: The system "A" occurs twice in one judgment.',
    ]


def test_pair_labels_read_with_the_first_better_for_less_than():
    (one,) = read("judge1,17.1.2,SYS1<SYS2\n")
    assert one == Judgment("judge1", "17", outputs(("SYS1", 1), ("SYS2", 2)), item="17.1.2")


def test_json_of_every_known_shape():
    record = {"judge": "j", "sentence": 17, "outputs": [{"systems": ["A"], "rank": 1}]}
    expected = [Judgment("j", "17", outputs(("A", 1)))]
    assert read(json.dumps([record])) == expected
    assert read(json.dumps({"judgments": [record]})) == expected
    assert read(json.dumps(record) + "\n\n" + json.dumps(record)) == expected * 2
    assert read("\ufeff" + json.dumps(record)) == expected


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("[" * 100_000, "nested too deeply"),
        (
            '[{"judge": "j", "sentence": "1", "outputs": [{"systems": "A", "rank": 1}]}]',
            "Expected `array`, got `str`",
        ),
        ('{"judgments": 5}', "Expected a list of judgments"),
        ('{"version": 2, "judgments": []}', "version 2"),
        ('[{"judge": "j", "sentence": "1", "seconds": NaN}]', "JSON is malformed"),
        ('{"judge": "j", "sentence": "1"}\n{"judge": \n', "f:2: The line is no judgment"),
    ],
)
def test_mistakes_in_json_are_reported(data, message):
    assert message in told(data)[0]


def test_csv_columns_may_be_in_any_order_and_others_are_ignored():
    text = "rank,systems,sentence,judge,judgment,note\n1,A B,17,j,1,x\n2,C,17,j,1,y\n,,18,j,2,\n"
    assert read(text) == [Judgment("j", "17", outputs(("A B", 1), ("C", 2))), Judgment("j", "18")]


@pytest.mark.parametrize("separator", [";", "\t"])
def test_csv_saved_by_a_spreadsheet_of_another_country_is_read(separator):
    made_up = [Judgment("judge; one", "17", outputs(("A B", 1), ("C", 2)), seconds=1.5)]
    rows = csv.reader(io.StringIO(write_judgments(made_up, "csv").decode(), newline=""))
    saved = io.StringIO(newline="")
    csv.writer(saved, delimiter=separator).writerows(rows)
    assert read("\ufeff" + saved.getvalue()) == made_up


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("1,j,1,A,x", 'f:2: The rank is "x"'),
        ("1,j,1,A", "f:2: The row has 4 cells, but the header has 5"),
        ("1,j,1,A,1\n1,k,1,B,2", 'f:3: judge is "k", but "j" in the first row'),
        ('1,j,1,"A,1', "not well-formed CSV"),
    ],
)
def test_mistakes_in_csv_are_reported_with_their_line(rows, message):
    assert message in told(f"judgment,judge,sentence,systems,rank\n{rows}\n")[0]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "f:1: The file is empty"),
        (b"hello world", "in no known format"),
        (b"PK\x03\x04", "is a zip archive"),
        (b"judgment,judge,sentence,systems,rank\n1,j\xff,1,A,1", "f:2: Byte 0xFF is not valid UTF-8"),
    ],
)
def test_what_is_no_judgment_file_is_reported(data, message):
    assert message in told(data)[0]


STARTS = [
    b"",
    b"<appraise-results>",
    HEAD.encode() + b"<error-correction-ranking-result><ranking-item src-id='1' user='j' duration='",
    b'{"judgments": [',
    b'[{"judge": "',
    b"judgment,judge,sentence,systems,rank,seconds\n1,",
    WMT_HEAD.encode() + b"\n",
    b"A\tB\t<\n",
    b"j,1.1.2,A<B\n",
]


@given(
    st.sampled_from(STARTS),
    st.binary(max_size=100) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "ignore")),
)
def test_any_bytes_are_read_or_told(start, rest):
    detect_format(start + rest)
    try:
        read(start + rest)
    except FormatError as error:
        assert error.problems


@given(st.data())
def test_a_damaged_file_is_read_or_told(data):
    made_up = [
        Judgment("j'", '1"', outputs(("A", 1), ("B C", 2)), seconds=1.5),
        Judgment("k", "2", skipped=True),
    ]
    written = write_judgments(made_up, data.draw(st.sampled_from(["xml", "csv", "json", "jsonl", "wmt-csv"])))
    place = data.draw(st.integers(0, len(written)))
    garbage = data.draw(st.binary(max_size=5))
    try:
        read(written[:place] + garbage + written[place + data.draw(st.integers(0, 5)) :])
    except FormatError as error:
        assert all(problem.file == "f" for problem in error.problems)


FIRST_RELEASE = (
    HEAD
    + """<ranking-result id="demo" source-language="err" target-language="cor">
  <ranking-item duration="00:00:41.500000" id="17" user="judge1">
    <translation rank="1" system="A"/><translation rank="2" system="B"/>
  </ranking-item>
  <ranking-item id="18" src-id="3" user="judge1" skipped="true"/>
</ranking-result></appraise-results>"""
)


def test_the_xml_of_the_first_release_names_sentences_by_their_id():
    common: dict[str, Any] = {"result_set": "demo", "source_language": "err", "target_language": "cor"}
    assert read(FIRST_RELEASE) == [
        Judgment("judge1", "17", outputs(("A", 1), ("B", 2)), item="17", seconds=41.5, **common),
        Judgment("judge1", "3", (), item="18", skipped=True, **common),
    ]
    later = FIRST_RELEASE.replace("ranking-result", "error-correction-ranking-result")
    assert told(later) == ["f:4: The judgment does not say which sentence it is about."]
    assert read(write_judgments(read(FIRST_RELEASE), "xml")) == read(FIRST_RELEASE)


@pytest.mark.parametrize("format", ["xml", "csv"])
@pytest.mark.parametrize("rank", [32_768, 10**40])
def test_a_rank_beyond_the_largest_is_refused_with_the_limit(format, rank):
    written = write_judgments([Judgment("j", "1", outputs(("A", 4242), ("B", 2)))], format)
    (message,) = told(written.replace(b"4242", str(rank).encode()))
    assert "32,767" in message


OLD_FILES = {
    "csv": "judgment,judge,sentence,item,document,result_set,source_language,target_language,seconds,skipped,"
    """systems,rank
1,ann,17,3,d,set,err,cor,1.5,false,A B,1
1,ann,17,3,d,set,err,cor,1.5,false,C,4
""",
    "json": """{"format": "appraise-gec judgments", "version": 1, "judgments": [
{"judge": "ann", "sentence": "17",
 "outputs": [{"systems": ["A", "B"], "rank": 1}, {"systems": ["C"], "rank": 4}],
 "item": "3", "document": "d", "result_set": "set", "seconds": 1.5, "skipped": false,
 "source_language": "err", "target_language": "cor"}
]}
""",
    "xml": HEAD
    + """<error-correction-ranking-result source-language="err" id="set" target-language="cor">
  <ranking-item doc-id="d" duration="00:00:01.500000" id="3" src-id="17" user="ann">
    <translation rank="1" system="A B"/><translation rank="4" system="C"/>
  </ranking-item>
</error-correction-ranking-result></appraise-results>""",
}


NINE = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [("2026-03-01T09:30:00Z", NINE), ("2026-02-28T19:45:00.25-13:45", NINE.replace(microsecond=250_000))],
)
def test_times_are_read_with_any_offset(text, moment):
    (from_csv,) = read(f"judgment,judge,sentence,systems,rank,opened_at\n1,j,1,A,1,{text}\n")
    (from_json,) = read(json.dumps([{"judge": "j", "sentence": "1", "submitted_at": text}]))
    assert (from_csv.opened_at, from_json.submitted_at) == (moment, moment)
    assert from_csv.opened_at.tzinfo is UTC


@pytest.mark.parametrize(
    "text", ["2026-03-01T09:30:00", "soon", "2026-02-30T09:30:00Z", "0001-01-01T00:00:00+14:00"]
)
def test_what_says_no_moment_is_refused(text):
    csv = f"judgment,judge,sentence,systems,rank,submitted_at\n1,j,1,A,1,{text}\n"
    (problem,) = told(csv)
    assert problem.startswith(f'f:2: submitted_at is "{text}". Expected date, time and offset')
    from_json = told(json.dumps({"judge": "j", "sentence": "1", "opened_at": text}))[0]
    assert from_json.startswith("f:1: ") and ("opened_at" in from_json or "time" in from_json)
    xml = OLD_FILES["xml"].replace(' id="3"', f' id="3" opened-at="{text}"')
    assert told(xml)[0].startswith("f:4: opened-at")


@pytest.mark.parametrize("version", ["0", "1.5", "²"])
def test_what_is_no_number_of_guidelines_is_refused(version):
    csv = f"judgment,judge,sentence,systems,rank,guidelines_version\n1,j,1,A,1,{version}\n"
    assert "guidelines_version is" in told(csv)[0]
    value = version if version in ("0", "1.5") else f'"{version}"'
    from_json = told(f'{{"judge": "j", "sentence": "1", "guidelines_version": {value}}}')[0]
    assert "$.guidelines_version" in from_json
    xml = OLD_FILES["xml"].replace(' id="3"', f' id="3" guidelines-version="{version}"')
    assert "guidelines-version is" in told(xml)[0]


@pytest.mark.parametrize("format", ["xml", "csv", "json"])
def test_a_time_without_a_time_zone_is_not_written(format):
    naive = Judgment("j", "1", outputs(("A", 1)), opened_at=NINE.replace(tzinfo=None))
    with pytest.raises(ValueError, match="no time zone"):
        write_judgments([naive], format)


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("format", ["xml", "csv", "json", "pair-labels"])
def test_files_with_any_line_ends_and_a_byte_order_mark_are_read_piece_by_piece(format, end):
    written = write_judgments([Judgment("j", str(k), outputs(("A", 1), ("B", 2))) for k in range(9)], format)
    expected = read(written)

    class Slow(io.RawIOBase):
        """Gives a few bytes at a time, as a pipe may."""

        def __init__(self, data):
            self.data = io.BytesIO(data)

        def readable(self):
            return True

        def readinto(self, buffer):
            part = self.data.read(min(7, len(buffer)))
            buffer[: len(part)] = part
            return len(part)

    ended = written.replace(b"\r\n", b"\n").replace(b"\n", end)
    assert list(read_judgments(Slow(b"\xef\xbb\xbf" + ended), "f")) == expected
