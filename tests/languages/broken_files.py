"""Files that are broken, by what is wrong with them, and whole ones with their readers."""

import io
import zipfile
from collections.abc import Callable
from functools import partial

from metrics.references.joining import join_golds
from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from metrics.site.references.uploads import read_against
from metrics.site.runs.importing import read_score_table
from rankings.corpus.staging import CorpusFile
from rankings.formats.corpus import read_corpus
from rankings.formats.edit_marks import read_edit_marks
from rankings.formats.items import read_items
from rankings.formats.judgments import FORMATS, read_judgments, write_judgments
from rankings.formats.limits import Limits
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.text import read_text
from rankings.formats.uploads import read_upload
from tests.metrics.site.conftest import GOLD

TIGHT = Limits(
    file_bytes=100_000,
    files=3,
    lines=40,
    line_characters=200,
    identifier_characters=20,
    judgments=30,
    outputs_per_item=3,
    xml_elements=200,
    xml_depth=4,
    xml_attributes=12,
    xml_attribute_characters=100,
)
SENTENCES = ["He have two cat in his garden .", "She go home after the long meeting .", "They was here ."]
JUDGMENTS = [
    Judgment(
        f"judge-{number % 2}",
        str(number),
        (JudgedOutput(("ALPHA", "BETA"), 1), JudgedOutput(("GAMMA",), 2)),
        item=str(number),
        document="essay",
        result_set="set",
        seconds=12.5,
        source_language="eng",
        target_language="eng",
        active_seconds=11.0,
        guidelines_version=1,
    )
    for number in range(6)
]
EDIT_MARKS = (
    "judge,sentence,item,systems,start,end,original,correction,kind,tokens,verdict\r\n"
    "ann,0,1,ALPHA,1,2,have,has,replacement,spaces,wrong\r\nann,1,2,BETA,1,2,go,goes,,spaces,\r\n"
)
TASKS = (
    '<set id="s" source-language="err" target-language="cor">\n<seg id="1" doc-id="d" src-id="0">\n'
    "<source>He have</source>\n"
    '<translation system="A B">He has</translation>\n</seg>\n</set>\n'
)
BLOCKS = "0\t2\t0\t0.5\nHe has\tALPHA BETA\nHe had\tGAMMA\n\n"
SCORES = "system,metric,score\nALPHA,ERRANT,0.5\nBETA,ERRANT,0.25\n"


def problems_of(read: Callable[[], object]) -> list[Problem]:
    """What a reader finds wrong, whether it raises or gives what it read with its problems."""
    try:
        found = read()
    except FormatError as error:
        return error.problems
    return [*getattr(found, "problems", ()), *getattr(found, "warnings", ())]


def corpus(source: str, *outputs: str, documents: str | None = None) -> list[Problem]:
    named = {f"S{number}": (f"S{number}.txt", text.encode()) for number, text in enumerate(outputs)}
    ids = ("documents.txt", documents.encode()) if documents is not None else None
    return problems_of(lambda: read_corpus(("source.txt", source.encode()), named, ids, limits=TIGHT))


def judgments(content: str | bytes) -> list[Problem]:
    data = content if isinstance(content, bytes) else content.encode()
    return problems_of(lambda: read_judgments(data, "judgments.txt", TIGHT))


def upload(name: str, data: bytes) -> list[Problem]:
    return problems_of(lambda: read_upload([(name, data)], TIGHT))


def references(*files: tuple[str, str]) -> list[Problem]:
    given = [CorpusFile("reference", name, text.encode()) for name, text in files]
    return problems_of(lambda: read_against([*SENTENCES, "x"], given))


def plain_text(data: bytes, name: str) -> list[Problem]:
    return problems_of(partial(read_text, data, name, TIGHT))


def scores(text: str) -> list[Problem]:
    file = CorpusFile("scores", "scores.csv", text.encode())
    return problems_of(lambda: read_score_table(file, ["ALPHA", "BETA"]))


def edit_marks(text: str) -> list[Problem]:
    return problems_of(lambda: read_edit_marks(text.encode(), "marks.csv"))


def zipped(files: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def lines(*texts: str) -> str:
    return "".join(text + "\n" for text in texts)


def xml(items: str, root: str = "appraise-results") -> str:
    result_set = '<error-correction-ranking-result id="1" source-language="a" target-language="b">'
    return f"<{root}>\n{result_set}\n{items}\n</error-correction-ranking-result>\n</{root}>"


HEADER = "judgment,judge,sentence,systems,rank,skipped,seconds,active_seconds,opened_at,guidelines_version"
WMT = "srcIndex,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID"
SOURCE = lines(*SENTENCES)
BROKEN: dict[str, Callable[[], list[Problem]]] = {
    "no outputs": lambda: corpus(SOURCE),
    "empty source": lambda: corpus("", SOURCE),
    "blank source": lambda: corpus("\n\n", SOURCE),
    "fewer lines": lambda: corpus(SOURCE, lines(*SENTENCES[:2])),
    "one line of three": lambda: corpus(SOURCE, lines(SENTENCES[0])),
    "a document boundary": lambda: corpus(SOURCE + "\n" + SOURCE, SOURCE),
    "a document boundary filled": lambda: corpus(SOURCE + "\n" + SOURCE, SOURCE + "x\n" + SOURCE),
    "blank lines at the end": lambda: corpus(SOURCE, SOURCE + "\n", SOURCE + "\n\n"),
    "empty outputs": lambda: corpus(SOURCE, "\n\nThey were here .\n"),
    "lines out of order": lambda: corpus(SOURCE, lines(SENTENCES[1], SENTENCES[0], SENTENCES[2])),
    "another text": lambda: corpus(SOURCE, lines("Quite different 0123456789 words", *SENTENCES[1:])),
    "identifiers": lambda: corpus(SOURCE, SOURCE, documents="a\nb\na\n"),
    "fewer identifiers": lambda: corpus(SOURCE, SOURCE, documents="a\n"),
    "blank identifier": lambda: corpus(SOURCE, SOURCE, documents="a\n\na\n"),
    "long identifier": lambda: corpus(SOURCE, SOURCE, documents="a" * 30 + "\nb\nb\n"),
    "blank line beside identifiers": lambda: corpus("a\n\nb\n", "a\n\nb\n", documents="a\na\na\n"),
    "changed INPUT": lambda: problems_of(
        lambda: read_corpus(("s.txt", b"a b c\n"), {"INPUT": ("INPUT.txt", b"a b d\n")})
    ),
    **{
        f"not text {number}": partial(plain_text, data, name)
        for number, (data, name) in enumerate(
            [
                (b"PK\x03\x04", "a.zip"),
                (b"PK\x03\x04", "a.docx"),
                (b"caf\xe9", "a.odt"),
                (b"%PDF", "a.txt"),
                (b"\xff\xfeh\x00", "a.txt"),
                (b"h\x00a\x00l\x00l\x00o\x00", "a.txt"),
                (b"ab\x00" * 500, "a.txt"),
                (b"caf\xe9\n\x81\n", "a.txt"),
                (b"a\rb\r\n\x07\n\xe2\x80\xa8\n" + b"a" * 500 + b"\x00\n", "a.txt"),
                (b"a\n" * 50, "a.txt"),
                (b"a" * 200_000, "a.txt"),
                (b"", "a.txt"),
            ]
        )
    },
    "no archive": lambda: upload("a.zip", b"text"),
    "names in an archive": lambda: upload(
        "a.zip", zipped({"../A.txt": b"a", "x/B.txt": b"b", "y/B.txt": b"b", "C.zip": b"c"})
    ),
    "damaged archive": lambda: upload("a.zip", zipped({"A.txt": b"a" * 999})[:-30] + b"\0" * 30),
    "damaged file in an archive": lambda: upload("a.zip", zipped({"A.txt": b"abc"}).replace(b"abc", b"abd")),
    "many files in an archive": lambda: upload("a.zip", zipped({f"{n}.txt": b"a" for n in range(9)})),
    "unknown format": lambda: judgments("hello"),
    "no judgments": lambda: judgments(""),
    "a picture": lambda: judgments(b"\x89PNG\r\n"),
    "UTF-16": lambda: judgments("hello".encode("utf-16")),
    "ranks without names": lambda: judgments("a\tb\t[1, 2]\n"),
    "latin-1": lambda: judgments(b"judgment,judge,sentence,systems,rank\n1,caf\xe9,1,A,1\n"),
    "large": lambda: judgments(HEADER + "\n" + "1,a,1,A,1,,,,,\n" * 9000),
    "XML that ends": lambda: judgments("<appraise-results>"),
    "XML with a wrong end": lambda: judgments("<appraise-results><a></b>"),
    "XML with another root": lambda: judgments("<html></html>"),
    "XML with other elements": lambda: judgments(xml("<ranking-item><p/></ranking-item>")),
    "XML with elements where none may be": lambda: judgments(
        xml('<ranking-item><translation system="A" rank="1"><a/></translation></ranking-item>')
    ),
    "XML with a DTD": lambda: judgments("<!DOCTYPE a><appraise-results/>"),
    "XML of an unknown encoding": lambda: judgments('<?xml version="1.0" encoding="martian"?><a/>'),
    "XML deep": lambda: judgments("<appraise-results>" * 9),
    "XML wide": lambda: judgments(xml("<ranking-item/>" * 300)),
    "XML with many attributes": lambda: judgments(
        xml("<ranking-item " + " ".join(f'a{n}="1"' for n in range(20)) + "/>")
    ),
    "XML with a long attribute": lambda: judgments(xml(f'<ranking-item user="{"a" * 300}"/>')),
    "XML with odd values": lambda: judgments(
        xml(
            '<ranking-item id="x" duration="soon" active-duration="-" skipped="maybe" opened-at="noon" '
            'guidelines-version="0"><translation rank="0"/><translation system="A"/>'
            '<translation system="A" rank="99999"/></ranking-item>'
        )
    ),
    "XML with too much": lambda: judgments(
        xml(
            '<ranking-item user="j" src-id="1">'
            + '<translation system="A" rank="1"/>' * 5
            + "</ranking-item>"
        )
    ),
    "CSV without columns": lambda: judgments("judgment,systems,rank\n1,A,1\n"),
    "CSV that ends": lambda: judgments(HEADER + '\n1,a,1,"A'),
    "CSV with text after a quotation mark": lambda: judgments(HEADER + '\n1,a,1,"A"B,1,,,,,\n'),
    "CSV with a short row": lambda: judgments(HEADER + "\n1,a\n"),
    "CSV with a long cell": lambda: judgments(HEADER + "\n1," + "a" * 99_000 + ",1,A,1,,,,,\n"),
    "CSV with odd values": lambda: judgments(
        HEADER
        + "\n1,,,A A,0,maybe,soon,-1,noon,x\n2,a,1,,1,,,,,\n3,a,1,A,1,,,,,\n3,b,1,B,40000,,,,,\n"
        + f"4,{'a' * 30},1,{'B' * 30},1,,,,,\n5,a\x07,1,A\x07,1,,,,,\n6,a,1,,,,,,,\n6,a,1,A,1,,,,,\n"
        + "7,a,1,A,1,,,,,\n7,a,1,B,1,,,,,\n7,a,1,C,1,,,,,\n7,a,1,D,1,,,,,\n"
    ),
    "JSON that ends": lambda: judgments('{"judgments": ['),
    "JSON of nothing": lambda: judgments('{"judgments": 3, "version": 9}'),
    "JSON of other things": lambda: judgments('{"judgments": [1, [], {"judge": []}, "x"]}'),
    **{
        f"JSON broken {number}": partial(judgments, text)
        for number, text in enumerate(
            [
                '{"a" 1}',
                "{1}",
                '{"a": 1 2}',
                '{"a": "b',
                '{"a": NaN}',
                '{"a": "\\x"}',
                "{} x",
                '["\t"]',
                "[" * 9999,
            ]
        )
    },
    "JSON lines": lambda: judgments(
        lines(
            '{"judge": "a", "sentence": 1, "outputs": [{"systems": ["A"], "rank": 1}]}',
            "{",
            '{"judge": "a", "sentence": 1, "outputs": 3}',
            '{"judge": "a", "sentence": 1, "outputs": [3]}',
            '{"judge": "a", "sentence": 1, "outputs": [{"systems": ["A", "A B"], "rank": "x"}]}',
            '{"judge": "a", "sentence": 1, "outputs": [{"systems": ["A B"], "rank": 99999}]}',
            '{"judge": "a", "sentence": 1, "seconds": "x"}',
            '{"judge": "a", "sentence": 1, "opened_at": "x"}',
            '{"judge": "a", "sentence": 1, "guidelines_version": 0}',
            '{"judge": "a", "sentence": 1, "skipped": 3}',
        )
    ),
    "WMT": lambda: judgments(f"{WMT}\n1,j,A,x,B,1,\n1,j,,1,B,-1,\n1,j,A,-1,B,2,\n"),
    "WMT with a comparison twice": lambda: judgments(f"{WMT}\n1,j,A,1,B,2,r\n1,j,A,1,B,2,r\n"),
    "WMT with contradictions": lambda: judgments(f"{WMT}\n1,j,A,1,B,2,r\n1,j,A,2,C,1,r\n"),
    "WMT with rows that lack": lambda: judgments(f"{WMT}\n1,j,A+D,1,B,2,r\n1,j,A+D,1,C,2,r\n"),
    "WMT with rows in doubt": lambda: judgments(
        "srcIndex,judgeID,system1Id,system1rank,system2Id,system2rank\n"
        "1,j,A+D,1,B,2\n1,j,C,2,E,3\n1,j,A+D,1,C,2\n1,j,B,2,C,2\n1,j,B,2,E,3\n"
    ),
    "pairs": lambda: judgments("A\tB\t<\nA\tB\nA\tB\t1\t99999\n"),
    "labels": lambda: judgments("a,1.1.2,A<B\na,1.1.2\n"),
    "too many": lambda: judgments("A\tB\t<\n" * 50),
    "M2 without sentences": lambda: problems_of(lambda: read_m2(b"", "a.m2")),
    "M2 of blank lines": lambda: problems_of(lambda: read_m2(b"\n\n", "a.m2")),
    "M2": lambda: problems_of(
        lambda: read_m2(
            lines(
                "A 1 2|||x",
                "",
                "S a b",
                "A 1 2",
                "A x|||a|||b|||c|||d|||0",
                "A 2 1|||a|||b|||c|||d|||0",
                "A 0 1|||a|||b|||c|||d|||z",
                "S c",
                "",
                "S d",
                "A 0 9|||a|||b|||c|||d|||0",
            ).encode(),
            "a.m2",
        )
    ),
    "M2 with doubts": lambda: list(
        read_m2(
            lines(
                "S a b",
                "A 0 9|||a|||b|||c|||d|||0",
                "A 0 1|||a|||b|||c|||d|||0",
                "A 0 2|||a|||b|||c|||d|||0",
                "A -1 -1|||noop|||-NONE-|||c|||d|||0",
            ).encode(),
            "a.m2",
        ).warnings
    ),
    "M2 of other sentences": lambda: problems_of(
        lambda: join_golds([read_m2(GOLD.encode(), "a.m2"), read_m2(b"S He have two dog .\n", "b.m2")])
    ),
    "M2 of fewer sentences": lambda: problems_of(
        lambda: join_golds([read_m2(GOLD.encode(), "a.m2"), read_m2(b"S He have two cat .\n", "b.m2")])
    ),
    "M2 for another source": lambda: problems_of(
        lambda: read_references([("a.m2", GOLD.encode())], sources=["He have two cats ."])
    ),
    "M2 for a shorter source": lambda: problems_of(
        lambda: read_references([("a.m2", GOLD.encode())], sources=["He have two cat ."])
    ),
    "references of different length": lambda: problems_of(
        lambda: read_references([("a.txt", b"a\n"), ("b.txt", b"a\nb\n")], sources=["a", "b", "c"])
    ),
    "no references": lambda: problems_of(lambda: read_references([])),
    "gold that does not fit": lambda: references(("a.m2", "S He have two cat.\n"), ("b.m2", "S x\n")),
    "gold and texts": lambda: references(("a.m2", GOLD), ("a.txt", "a\n")),
    "texts that do not fit": lambda: references(("a.txt", "a\n"), ("b.txt", "a\n\nb\n\n\nc\nd\n")),
    "texts with doubts": lambda: references(("a.txt", "\na\nb\nc\n"), ("b.txt", lines(*SENTENCES, "x"))),
    "many references": lambda: references(*((f"{number}.txt", "a\n") for number in range(30))),
    **{
        f"scores {number}": partial(scores, text)
        for number, text in enumerate(
            [
                "",
                "a,b\n1,2\n",
                "system,metric,score\n",
                "system,metric,score\nDELTA,F,x\nALPHA\n",
                'system,metric,score\nALPHA,"F',
                "system,F\nALPHA\n",
                "system,metric,score\nALPHA,F,1\nALPHA,F,2\nBETA," + "F" * 99 + ",1\n",
                "system,metric,score\n" + "".join(f"ALPHA,F{n},1\n" for n in range(60)),
            ]
        )
    },
    "edit marks": lambda: edit_marks("judge,sentence\n"),
    "edit marks with odd values": lambda: edit_marks(
        EDIT_MARKS + ",,1,A,x,-,a,a,,,maybe\r\nann,0,1,A,3,2,a,b,,,\r\n"
    ),
    "edit marks of JSON": lambda: edit_marks("{"),
    "edit marks of other JSON": lambda: edit_marks('{"format": "x"}'),
    "edit marks of a later version": lambda: edit_marks(
        '{"format": "appraise-gec edit marks", "version": 9, "edits": []}'
    ),
    "edit marks of no objects": lambda: edit_marks(
        '{"format": "appraise-gec edit marks", "version": 1, "edits": [1]}'
    ),
    "items": lambda: problems_of(lambda: read_items(b"x\ty\n\n0\t2\t0\t0.5\na\n", "items.tsv")),
    "items of JSON": lambda: problems_of(lambda: read_items(b'{"form": "sample", "version": 1}', "a.json")),
    "tasks": lambda: problems_of(lambda: read_items(b'<set><seg id="1"/></set>', "tasks.xml")),
    "tasks with a system twice": lambda: problems_of(
        lambda: read_items(
            TASKS.replace("A B", "A A").replace("<source>He have</source>", "").encode(), "t.xml"
        )
    ),
}


READERS: dict[str, tuple[bytes, Callable[[bytes], object]]] = {
    **{
        name: (write_judgments(JUDGMENTS, name), lambda data: read_judgments(data, "judgments", TIGHT))
        for name in FORMATS
    },
    "M2": (GOLD.encode(), lambda data: read_m2(data, "gold.m2", TIGHT)),
    "edit marks": (EDIT_MARKS.encode(), lambda data: read_edit_marks(data, "marks.csv", TIGHT)),
    "tasks": (TASKS.encode(), lambda data: read_items(data, "tasks.xml")),
    "items": (BLOCKS.encode(), lambda data: read_items(data, "items.tsv")),
    "scores": (
        SCORES.encode(),
        lambda data: read_score_table(CorpusFile("scores", "scores.csv", data), ["ALPHA", "BETA"]),
    ),
    "text": (
        SOURCE.encode(),
        lambda data: read_corpus(
            ("source.txt", SOURCE.encode()), {"ALPHA": ("ALPHA.txt", data)}, limits=TIGHT
        ),
    ),
    "archive": (
        zipped({"ALPHA.txt": SOURCE.encode(), "x/BETA.txt": SOURCE.encode()}),
        lambda data: read_upload([("outputs.zip", data)], TIGHT),
    ),
}
