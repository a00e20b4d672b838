"""Judgment files as they come: published shapes, mistakes with their lines, and attacks."""

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rankings.formats.judgments import read_judgments
from rankings.formats.problems import Limits
from rankings.formats.records import FormatError, JudgedOutput, Judgment
from rankings.formats.writing import write_judgments

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<appraise-results>\n'
SET: dict[str, Any] = {"result_set": "demo", "source_language": "err", "target_language": "cor"}
CSV_HEAD = "judgment,judge,sentence,systems,rank"
WMT_HEAD = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    + ",".join(f"system{k}Number,system{k}Id" for k in range(1, 6))
    + ","
    + ",".join(f"system{k}rank" for k in range(1, 6))
)


def xml(*lines: str, tag: str = "error-correction-ranking-result") -> str:
    return "\n".join(
        [
            f'{HEAD}<{tag} id="demo" source-language="err" target-language="cor">',
            *lines,
            f"</{tag}>",
            "</appraise-results>\n",
        ]
    )


def read(data: str | bytes, **limits: int) -> list[Judgment]:
    return list(read_judgments(data if isinstance(data, bytes) else data.encode(), "f", Limits(**limits)))


def told(data: str | bytes, **limits: int) -> list[str]:
    with pytest.raises(FormatError) as caught:
        read(data, **limits)
    return [str(problem) for problem in caught.value.problems]


def outputs(*groups: tuple[str, int]) -> tuple[JudgedOutput, ...]:
    return tuple(JudgedOutput(tuple(systems.split()), rank) for systems, rank in groups)


def test_result_xml_of_every_known_shape() -> None:
    text = xml(
        '<ranking-item id="0" doc-id="d" src-id="17" duration="00:00:41.500000" user="j">',
        '<translation system="A B" rank="1"/><translation system="INPUT,C" rank=" 3 "/></ranking-item>',
        '<ranking-item id="1" src-id="18" duration="1 day, 0:00:06" user="j" skipped="true" extra="x"/>',
    )
    expected = [
        Judgment("j", "17", outputs(("A B", 1), ("INPUT C", 3)), "0", "d", seconds=41.5, **SET),
        Judgment("j", "18", (), "1", seconds=86406.0, skipped=True, **SET),
    ]
    assert read(text) == expected
    assert read(text.replace("UTF-8", "UTF-16").encode("utf-16")) == expected
    # The first release names sentences by the id of the item.
    item = '<ranking-item id="5" user="j"/>'
    (first,) = read(xml(item, tag="ranking-result"))
    assert (first.sentence, first.item) == ("5", "5")
    assert told(xml(item)) == ["f:4: The judgment does not say which sentence it is about."]
    assert read(write_judgments([first], "xml")) == [first]


def test_every_mistake_in_result_xml_is_reported_with_its_line() -> None:
    text = xml(
        '<ranking-item src-id="1" user="j" duration="soon">',
        '<translation rank="best" system="A"/>',
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
        "f:6: The rank is missing",
        "f:7: The output has no system.",
        'f:9: skipped is "maybe"',
        "f:9: The judgment does not say who judged it.",
        "f:9: The judgment does not say which sentence it is about.",
        'f:10: The system "A" occurs twice in one judgment.',
    ]


ITEM = '<ranking-item src-id="1" user="j"><translation rank="1" system="A"/></ranking-item>'
RECORD = {"judge": "j", "sentence": 17, "outputs": [{"systems": ["A"], "rank": 1}]}


@pytest.mark.parametrize(
    ("data", "limits", "message"),
    [
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><appraise-results>&b;</appraise-results>", {}, "document type"),
        (HEAD + "&nbsp;</appraise-results>", {}, "f:3: The file is not well-formed XML (undefined entity"),
        (HEAD + "<ranking-item/>", {}, 'f:3: Found the element "ranking-item" inside of <appraise-results>'),
        (b"<appraise-results>\xff", {}, "not well-formed"),
        (xml(*[ITEM] * 3), {"file_bytes": 100}, "larger than 100 bytes"),
        ("[" * 100_000, {}, "nested too deeply"),
        ('[{"judge": "j", "sentence": "1", "outputs": [{"systems": "A"}]}]', {}, "Expected `array`"),
        ('{"version": 2, "judgments": []}', {}, "version 2"),
        ('[{"judge": "j", "sentence": "1", "seconds": NaN}]', {}, "JSON is malformed"),
        ('{"judge": "j", "sentence": "1"}\n{"judge": \n', {}, "f:2: The line is no judgment"),
        (f"{CSV_HEAD}\n1,j,1,A,x", {}, 'f:2: The rank is "x"'),
        (f"{CSV_HEAD}\n1,j,1,A,1\n1,k,1,B,2", {}, 'f:3: judge is "k", but "j" in the first row'),
        (f"{CSV_HEAD}\n1,j,1,A,1\n2,j,1,A,1\n1,j,1,B,2", {}, 'f:4: Judgment "1" has rows further up'),
        (b"judgment,judge,sentence,systems,rank\n1,j\xff,1,A,1", {}, "f:2: Byte 0xFF is not valid UTF-8"),
        ("A\tB\t<\nA\tB\n", {}, "f:2: Expected two systems and <, > or =, or two ranks"),
        (b"", {}, "f:1: The file is empty"),
        (b"hello world", {}, "in no known format"),
    ],
)
def test_broken_hostile_and_other_files_are_reported(
    data: str | bytes, limits: dict[str, int], message: str
) -> None:
    assert any(message in problem for problem in told(data, **limits))


def test_all_formats_hold_the_number_of_judgments_to_the_limit() -> None:
    made_up = [Judgment("j", str(k), outputs(("A", 1), ("B", 2))) for k in range(4)]
    for format in ("xml", "csv", "json", "jsonl", "wmt-csv", "pairs-tsv", "pair-labels"):
        assert "more than 3 judgments" in told(write_judgments(made_up, format), judgments=3)[-1]


def test_wmt_csv_as_published() -> None:
    text = f"""{WMT_HEAD}
English,English,17,-1,17,judge1,-1,A,-1,B,-1,C,-1,D,-1,E,1,3,3,1,2
English,English,18,-1,18,judge1,-1,A,-1,B,-1,C,-1,D,-1,E,-1,-1,-1,-1,-1
English,English,19,-1,19,judge1,-1,A,-1,B+C,-1,-1,-1,,-1,,2,1,-1,-1,-1
"""
    english: dict[str, Any] = {"source_language": "English", "target_language": "English"}
    groups = outputs(("A", 1), ("B", 3), ("C", 3), ("D", 1), ("E", 2))
    assert read(text) == [
        Judgment("judge1", "17", groups, item="17", **english),
        Judgment("judge1", "18", (), item="18", skipped=True, **english),
        Judgment("judge1", "19", outputs(("A", 2), ("B C", 1)), item="19", **english),
    ]
    problems = told(text.replace("1,3,3,1,2", "1,x,3,-1,2"))
    assert [problem.split(". Expected")[0] for problem in problems] == [
        'f:2: Slot 2 has the system "B" and the rank "x"',
        'f:2: Slot 4 has the system "D" and the rank "-1"',
    ]


def test_pairs_labels_and_json_of_every_known_shape() -> None:
    signs = read("A\tB\t<\nA\tC\t=\n\nB\tC\t>\n")
    assert [[output.rank for output in one.outputs] for one in signs] == [[1, 2], [1, 1], [2, 1]]
    (ranks,) = read("A\tB\t4\t2\r\n")
    assert ranks == Judgment("unknown", "pair-1", outputs(("A", 4), ("B", 2)))
    (label,) = read("judge1,17.1.2,A<B\n")
    assert label == Judgment("judge1", "17", outputs(("A", 1), ("B", 2)), item="17.1.2")
    expected = [Judgment("j", "17", outputs(("A", 1)))]
    one = json.dumps(RECORD)
    for text in (f"[{one}]", f'{{"judgments": [{one}]}}', f"\ufeff{one}", f"{one}\n\n"):
        assert read(text) == expected


@pytest.mark.parametrize("separator", [";", "\t"])
def test_csv_in_any_order_of_columns_and_saved_by_a_spreadsheet_of_another_country(separator: str) -> None:
    text = "rank,systems,sentence,judge,judgment,note\n1,A B,17,j,1,x\n2,C,17,j,1,y\n,,18,j,2,\n"
    made_up = [Judgment("j", "17", outputs(("A B", 1), ("C", 2))), Judgment("j", "18")]
    assert read(text) == made_up
    rows = csv.reader(io.StringIO(write_judgments(made_up, "csv").decode(), newline=""))
    saved = io.StringIO(newline="")
    csv.writer(saved, delimiter=separator).writerows(rows)
    assert read("\ufeff" + saved.getvalue()) == made_up


NINE = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [("2026-03-01T09:30:00Z", NINE), ("2026-02-28T19:45:00.25-13:45", NINE.replace(microsecond=250_000))],
)
def test_times_are_read_with_any_offset(text: str, moment: datetime) -> None:
    (from_csv,) = read(f"{CSV_HEAD},opened_at\n1,j,1,A,1,{text}\n")
    (from_json,) = read(json.dumps([{"judge": "j", "sentence": "1", "submitted_at": text}]))
    assert (from_csv.opened_at, from_json.submitted_at) == (moment, moment)


@pytest.mark.parametrize(
    ("field", "values"),
    [
        ("opened_at", ["2026-03-01T09:30:00", "soon", "2026-02-30T09:30:00Z", "45352.5"]),
        ("guidelines_version", ["0", "1.5", "²"]),
        ("rank", ["0", "32768", str(10**40)]),
    ],
)
def test_what_cannot_be_a_value_is_refused_in_every_format(field: str, values: list[str]) -> None:
    for value in values:
        is_rank = field == "rank"
        row = f"1,j,1,A,{value},1" if is_rank else f"1,j,1,A,1,{value}"
        (problem,) = told(f"{CSV_HEAD},{'sentences' if is_rank else field}\n{row}\n")
        assert problem.startswith("f:2: ") and field in problem
        attribute = "" if is_rank else f' {field.replace("_", "-")}="{value}"'
        rank = value if is_rank else "1"
        item = f'<ranking-item src-id="1" user="j"{attribute}><translation rank="{rank}" system="A"/>'
        assert told(xml(f"{item}</ranking-item>"))[0].startswith("f:4: ")
        shown = value if value.isdecimal() else json.dumps(value)
        of_rank, of_field = f'"outputs": [{{"systems": ["A"], "rank": {shown}}}]', f'"{field}": {shown}'
        record = f'{{"judge": "j", "sentence": "1", {of_rank if is_rank else of_field}}}'
        assert told(record)[0].startswith("f:1: ")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("format", ["xml", "csv", "json", "pair-labels"])
def test_files_with_any_line_ends_and_a_byte_order_mark_are_read_piece_by_piece(
    format: str, end: bytes
) -> None:
    written = write_judgments([Judgment("j", str(k), outputs(("A", 1), ("B", 2))) for k in range(9)], format)

    class Slow(io.RawIOBase):
        """Gives a few bytes at a time, as a pipe may."""

        def __init__(self, data: bytes) -> None:
            self.data = io.BytesIO(data)

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            part = self.data.read(min(7, len(buffer)))
            buffer[: len(part)] = part
            return len(part)

    ended = written.replace(b"\r\n", b"\n").replace(b"\n", end)
    assert list(read_judgments(Slow(b"\xef\xbb\xbf" + ended), "f")) == read(written)
