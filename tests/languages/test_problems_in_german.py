"""What readers of files find wrong, as a page says it in German, while `str` and files stay English."""

import json
from functools import partial
from random import Random

import pytest
from django.utils import translation

from appraise_gec.words import in_readers_language
from rankings.formats.judgments import read_judgments
from rankings.formats.problems import NAMED_FILES, NAMED_LINES, Findings, one_of_each_kind
from rankings.formats.records import FormatError, Problem
from tests.languages.broken_files import BROKEN, READERS, problems_of
from tests.languages.english import assert_german, in_german


@pytest.mark.parametrize("what", BROKEN)
def test_every_problem_of_a_broken_file_is_said_in_german(what: str) -> None:
    problems = BROKEN[what]()
    assert problems
    assert_german(problems)


@pytest.mark.parametrize("kind", READERS)
def test_what_is_wrong_with_a_file_that_was_damaged_anywhere_is_said_in_german(kind: str) -> None:
    content, read = READERS[kind]
    random = Random(kind)
    found = 0
    for _ in range(150):
        data = bytearray(content)
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(data))
            match random.randrange(4):
                case 0:
                    data[place] = random.randrange(256)
                case 1:
                    del data[place : place + random.randrange(1, 20)]
                case 2:
                    data[place:place] = data[random.randrange(len(data)) :][:15]
                case _:
                    data[place:place] = random.choice([b'"', b",", b"\n", b"\t", b"<", b"0", b"\xe9", b"-1"])
            if not data:
                break
        problems = problems_of(partial(read, bytes(data)))
        found += len(problems)
        assert_german(problems)
    assert found > 20


def test_counts_of_more_places_are_in_german() -> None:
    findings = Findings("a.txt", 3)
    for line in range(1, 30):
        findings.warn("Erste.", line, kind="one")
        if line < 4:
            findings.warn("Zweite.", 2 * line, kind="two")
        findings.error("Dritte.", line)
    findings.warn("Vierte.", 1, kind="four")
    findings.warn("Vierte.", 7, kind="four")
    findings.warn("Fünfte.", 1)
    findings.warn("Sechste.", 1)
    said = [in_german(problem) for problem in findings.problems()]
    assert (
        "a.txt, Zeile 1: Erste. Die Datei hat 28 weitere solche Stellen: Zeilen 2, 3, 4, 5, 6, 7, 8, 9, 10, "
        "11 und andere."
    ) in said
    assert "a.txt, Zeile 2: Zweite. Die Datei hat 2 weitere solche Stellen: Zeilen 4, 6." in said
    assert "a.txt, Zeile 1: Vierte. Die Datei hat 1 weitere solche Stelle: Zeile 7." in said
    assert "a.txt: 26 weitere Probleme dieser Datei sind nicht aufgeführt." in said
    assert "a.txt: 2 weitere Warnungen zu dieser Datei sind nicht aufgeführt." in said
    assert NAMED_LINES == 10


def test_counts_of_other_files_are_in_german() -> None:
    warnings = [Problem(f"{n}.txt", "Leer.", 1, fatal=False, kind="empty", places=2) for n in range(13)]
    (one,) = one_of_each_kind(warnings)
    assert in_german(one).endswith(
        "Leer. 12 weitere Dateien haben 24 solche Stellen: 1.txt, 2.txt, 3.txt, 4.txt, 5.txt, 6.txt, 7.txt, "
        "8.txt, 9.txt, 10.txt und 2 weitere."
    )
    assert NAMED_FILES == 10


def test_programs_and_terminals_read_english_whatever_the_page_is_in() -> None:
    with translation.override("de"):
        with pytest.raises(FormatError) as caught:
            read_judgments(b'{"judge": "a", "sentence": 1, "seconds": "x"}\n', "j.jsonl")
        english = (
            'j.jsonl:1: seconds is "x". Expected a number of seconds from 0 to below 10,000,000,000, or null.'
        )
        assert str(caught.value) == str(caught.value.problems[0]) == english
        assert json.loads(json.dumps(caught.value.problems[0].message)) == english.partition(": ")[2]
        assert in_readers_language(caught.value.in_words()) == (
            'j.jsonl, Zeile 1: seconds ist "x". Erwartet wird eine Zahl von Sekunden von 0 bis unter '
            "10.000.000.000 oder null."
        )
