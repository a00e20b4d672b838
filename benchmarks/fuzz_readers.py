"""Damaged files, thrown at every reader of files: none may end in anything but its own refusal.

Each input is a valid file of some format, damaged a few times. It follows from the seed and its number alone,
so `--only NUMBER` makes the same one again. Beside foreign exceptions, three things count as failures: a
reader that is stuck, a refusal without a message, and judgments that were read and cannot be kept as JSON.

    python -m benchmarks.fuzz_readers --inputs 1000000 --seed 1
"""

import argparse
import io
import os
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

SLOWEST_SECONDS = 5.0
MOST_DAMAGES = 6
HOSTILE = (
    *(b"", b"\x00", b"\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\n\n\n", b"\t", b"\x1a"),
    *(b'"', b"'", b",", b";", b"|", b"|||", b"<", b">", b"&", b"]]>", b"{", b"}", b"[", b"]", b":", b"="),
    *(
        b"-1",
        b"0",
        b"1e400",
        b"NaN",
        b"Infinity",
        b"9" * 30,
        b"0.1",
        b"1_000",
        b" 1",
        b"+1",
        b"true",
        b"null",
    ),
    *(text.encode() for text in ("²", "٣", "\u2028", "\u202e", "e\u0301", "😀", "[a→b|False]", "|True]")),
    *(b"\xed\xa0\x80", b"\\ud800", b"\\u0000", b"&#0;", b"&#x110000;", b"&a;", b"<![CDATA[", b"<?x?>"),
    *(b"<!DOCTYPE a [<!ENTITY b 'c'>]>", b"=1+1", b"@x", b"INPUT", b"[EMPTY]", b"S "),
    *(b"A 0 1|||X|||y|||REQUIRED|||-NONE-|||0", b"x" * 2000, b"[" * 500, b'{"a":' * 200, b"<a>" * 200),
)


class Failure(NamedTuple):
    """An input that a reader could not take."""

    number: int
    reader: str
    why: str
    data: bytes


def main(arguments: Sequence[str] | None = None) -> int:
    options = read_options(arguments, prog="benchmarks.fuzz_readers")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "appraise_gec.settings")
    import django

    django.setup()
    return report(options, readers())


def report(options: argparse.Namespace, everybody: Mapping[str, "Reader"]) -> int:
    """Give the inputs to the readers and print what came of it; returns the exit code."""
    began = time.monotonic()
    numbers = range(options.inputs) if options.only is None else range(options.only, options.only + 1)
    understood, failures = fuzz(numbers, options.seed, everybody)
    for failure in failures:
        print(f"\ninput {failure.number} to {failure.reader}: {failure.why}\n{failure.data!r}")
        print(f"again: python -m {options.program} --seed {options.seed} --only {failure.number}")
    for name, (taken, count) in sorted(understood.items()):
        print(f"{name:30} {count:9,} inputs, {taken:9,} understood")
    seconds = time.monotonic() - began
    print(f"{len(numbers):,} inputs in {seconds:.0f} s, seed {options.seed}: {len(failures)} failures")
    return 1 if failures else 0


def read_options(arguments: Sequence[str] | None, prog: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=f"python -m {prog}")
    parser.set_defaults(program=prog)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of all inputs (default: %(default)s)")
    parser.add_argument("--only", type=int, help="the number of one input, to see it fail again")
    return parser.parse_args(arguments)


def fuzz(
    numbers: Sequence[int], seed: int, everybody: Mapping[str, "Reader"]
) -> tuple[dict[str, tuple[int, int]], list[Failure]]:
    """Give these inputs to the readers, in turn. Returns by reader (understood, all), and what failed."""
    names = list(everybody)
    understood: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    failures = []
    for number in numbers:
        name = names[number % len(names)]
        data = everybody[name].damage(everybody[name].files, Random(f"{seed} {number}"))
        asked[name] += 1
        try:
            understood[name] += attempt(everybody[name].read, data)
        except Exception as error:
            failures.append(Failure(number, name, f"{type(error).__name__}: {str(error)[:200]}", data))
    return {name: (understood[name], asked[name]) for name in names}, failures


def attempt(read: Callable[[bytes], object], data: bytes) -> bool:
    """Whether the reader understood the file. Raises whatever is not a refusal."""
    began = time.monotonic()
    try:
        problems = getattr(read(data), "problems", ())
        taken = not any(problem.fatal for problem in problems)
    except refusals() as refusal:
        if not str(refusal).strip():
            raise AssertionError("a refusal without a message") from refusal
        taken = False
    if time.monotonic() - began > SLOWEST_SECONDS:
        raise TimeoutError(f"took {time.monotonic() - began:.1f} s for {len(data)} bytes")
    return taken


def refusals() -> tuple[type[Exception], ...]:
    from rankings.access.refusals import Refused
    from rankings.formats.records import FormatError

    return FormatError, Refused


def damaged(files: Sequence[bytes], chance: Random, others: Sequence[bytes] = ()) -> bytes:
    """A valid file, damaged up to `MOST_DAMAGES` times; once in a while one that was not touched at all.

    Pieces of it may come from `others`.
    """
    data = chance.choice(files)
    for _ in range(chance.randint(0, MOST_DAMAGES)):
        data = chance.choice(DAMAGES)(data, chance, others or files)
    return data


def _place(data: bytes, chance: Random) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + chance.choice((0, 1, 1, 2, 5, 20, 100)))


def _overwrite(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    start, end = _place(data, chance)
    return data[:start] + chance.choice(HOSTILE) + data[end:]


def _flip(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    start, _ = _place(data, chance)
    return data[:start] + bytes([chance.randrange(256)]) + data[start + 1 :]


def _cut(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    return data[: _place(data, chance)[0]]


def _repeat(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    start, end = _place(data, chance)
    return data[:end] + data[start:end] * chance.randint(1, 4) + data[end:]


def _splice(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    other = chance.choice(files)
    return data[: _place(data, chance)[0]] + other[_place(other, chance)[0] :]


def _swap_lines(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    lines = data.split(b"\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _change_cell(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    separator = chance.choice((b",", b"\t", b'"', b" ", b"|||", b">"))
    cells = data.split(separator)
    cells[chance.randrange(len(cells))] = chance.choice(HOSTILE)
    return separator.join(cells)


def _encode_otherwise(data: bytes, chance: Random, files: Sequence[bytes]) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(chance.choice(("utf-16", "utf-16-le", "latin-1", "utf-8-sig", "utf-32")), "replace")


DAMAGES = (
    *(_overwrite, _overwrite, _flip, _flip, _cut, _repeat, _splice, _swap_lines),
    *(_change_cell, _change_cell, _encode_otherwise),
)


class Reader(NamedTuple):
    """One reader: valid files to begin with, and the call. The call returns only what it understood."""

    files: Sequence[bytes]
    read: Callable[[bytes], object]
    damage: Callable[[Sequence[bytes], Random], bytes] = damaged


def readers() -> Mapping[str, Reader]:
    """Every reader of files that people send, with valid files to begin with."""
    from metrics.references.m2_file import read_m2
    from metrics.references.plain import read_references
    from metrics.validation.score_table import read_metric_scores
    from rankings.formats.corpus import read_corpus
    from rankings.formats.items import read_items
    from rankings.formats.judgments import FORMATS, write_judgments
    from rankings.formats.uploads import read_upload
    from rankings.people.people_file import read_people

    judged = sample_judgments()
    return {
        **{
            f"judgments as {name}": Reader([write_judgments(judged, name)], keep_judgments)
            for name in FORMATS
        },
        "judgments": Reader([write_judgments(judged, name) for name in FORMATS], keep_judgments),
        "items": Reader([TASKS, SAMPLER, *sample_files()], lambda data: read_items(data, "items")),
        "texts": Reader(
            [TEXT, TEXT.replace(b"\n", b"\r\n")],
            lambda data: read_corpus(("s.txt", data), {"A": ("A.txt", TEXT), "B": ("B.txt", data)}),
        ),
        "outputs": Reader(
            [LINES], lambda data: read_corpus(("s.txt", LINES), {"A": ("A", data)}, ("documents", data))
        ),
        "archives": Reader(archives(), lambda data: read_upload([("upload.zip", data)])),
        "gold": Reader([M2], lambda data: read_m2(data, "gold.m2")),
        "references": Reader([M2, TEXT], lambda data: read_references([("one", data), ("two", data)])),
        "scores": Reader(
            [SCORES, SCORES.replace(b",", b";")],
            lambda data: read_metric_scores(data, "scores.csv"),
        ),
        "people": Reader([PEOPLE], read_people),
    }


def keep_judgments(data: bytes) -> object:
    """Read judgments; whatever can be read can be kept, and read again, as JSON."""
    from rankings.formats.judgments import read_judgments, write_judgments

    judged = read_judgments(data, "judgments")
    again = read_judgments(write_judgments(judged, "json"), "judgments.json") if judged else judged
    if Counter(again) != Counter(judged):
        raise AssertionError("judgments change when they are kept as JSON")
    return judged


def sample_judgments() -> list[Any]:
    from rankings.formats.records import JudgedOutput, Judgment

    outputs = [
        (JudgedOutput(("ALPHA",), 1), JudgedOutput(("BETA", "GAMMA"), 2), JudgedOutput(("INPUT",), 2)),
        (JudgedOutput(("BETA",), 3), JudgedOutput(("ALPHA", "INPUT"), 1)),
    ]
    return [
        Judgment(
            judge,
            str(sentence),
            ranked,
            str(sentence),
            document="essay-1",
            result_set="set",
            seconds=12.5,
            active_seconds=11.25,
            opened_at=datetime(2026, 3, 1, 9, 30, tzinfo=UTC),
            submitted_at=datetime(2026, 3, 1, 9, 30, 12, 500000, tzinfo=UTC),
            guidelines_version=2,
        )
        for judge in ("ann", "bob")
        for sentence, ranked in enumerate(outputs)
    ]


def sample_files() -> list[bytes]:
    """Items as this program writes them."""
    from rankings.formats.items import as_blocks, read_items
    from rankings.formats.samples import sample_of, write_sample_json

    return [write_sample_json(sample_of(as_blocks(read_items(SAMPLER, "items"), "items")))]


def archives() -> list[bytes]:
    made = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", method) as archive:
            archive.writestr("source.txt", TEXT)
            archive.writestr("outputs/ALPHA.txt", TEXT)
            archive.writestr("__MACOSX/x", b"x")
        made.append(stream.getvalue())
    return made


TEXT = "He go home .\nThey was here .\n\nI like tea .\nShe said “ yes ” .\n".encode()
LINES = TEXT.replace(b"\n\n", b"\n")
M2 = b"""\
S He go home .
A 1 2|||R:VERB|||goes|||REQUIRED|||-NONE-|||0
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

S They was here .
A 1 2|||R:VERB|||were|||REQUIRED|||-NONE-|||0
A 2 2|||M:ADV|||all|||REQUIRED|||-NONE-|||0
"""
SCORES = b"system,metric,score\nALPHA,F0.5,0.25\nBETA,F0.5,0.5\nALPHA,GLEU,0.7\nBETA,GLEU,1e-3\n"
PEOPLE = b"name,e-mail\nann,ann@example.org\nbob,\n,carol@example.org\n"
SAMPLER = (
    b"0\t2\t0\t0.5\nHe goes home .\tALPHA BETA\nHe go home .\tINPUT\n\n"
    b"1\t2\t1\t0.25\nThey were here .\tALPHA\n[EMPTY]\tBETA\n\n"
)
TASKS = b"""\
<?xml version="1.0" encoding="utf-8"?>
<set id="essays" source-language="en" target-language="en">
<seg id="1" doc-id="essay-1" src-id="0"><source>He go home .</source>
<translation system="ALPHA">He goes home .</translation>
<translation system="BETA GAMMA">[EMPTY]</translation></seg>
</set>
"""

if __name__ == "__main__":
    sys.exit(main())
