"""Uploads: files, archives, hostile archives, and the names of systems."""

import io
import struct
import zipfile

import pytest

from rankings.formats.problems import Limits
from rankings.formats.text import read_text
from rankings.formats.uploads import name_systems, read_upload, system_name_problem


def archive(*members, compression=zipfile.ZIP_DEFLATED):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as file:
        for name, content in members:
            file.writestr(name, content)
    return data.getvalue()


def told(*files, **limits):
    return [str(problem) for problem in read_upload(files, Limits(**limits)).problems]


def test_files_and_archives_give_the_same():
    files = [("AMU.txt", b"a\n"), ("CAMB.txt", b"b\n")]
    plain = read_upload(files)
    packed = read_upload([("outputs.zip", archive(*files))])
    assert plain.files == packed.files == dict(files)
    assert not plain.problems and not packed.problems
    assert read_upload([("AMU.txt", io.BytesIO(b"a\n"))]).files == {"AMU.txt": b"a\n"}


def test_folders_are_flattened_and_clutter_left_out():
    data = archive(
        ("outputs/", b""),
        ("outputs/AMU", b"a"),
        ("outputs/.DS_Store", b"x"),
        ("__MACOSX/outputs/._AMU", b"x"),
        ("outputs/Thumbs.db", b"x"),
    )
    upload = read_upload([("outputs.zip", data)])
    assert upload.files == {"AMU": b"a"}
    assert not upload.problems
    assert upload.left_out == ("outputs/.DS_Store", "__MACOSX/outputs/._AMU", "outputs/Thumbs.db")


@pytest.mark.parametrize("path", ["/etc/passwd", "../AMU", "a/../../AMU", "C:\\AMU", "..\\AMU"])
def test_paths_that_leave_the_archive_are_reported(path):
    upload = read_upload([("x.zip", archive((path, b"1")))])
    assert upload.files == {}
    assert "has a path that leaves the archive" in str(upload.problems[0])


def test_a_link_is_reported():
    link = zipfile.ZipInfo("AMU")
    link.external_attr = 0o120777 << 16
    (problem,) = told(("x.zip", archive((link, b"/etc/passwd"))))
    assert "is a link or a device" in problem


def test_an_encrypted_file_is_reported():
    data = bytearray(archive(("AMU", b"1")))
    # Bit 0 of the flags, in the local header and in the directory.
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (problem,) = told(("x.zip", bytes(data)))
    assert "is encrypted" in problem


def test_archives_inside_archives_are_reported():
    inner = archive(("AMU", b"1"))
    for name in ("inner.zip", "AMU", "outputs.tar.gz"):
        (problem,) = told(("x.zip", archive((name, inner))))
        assert "is an archive inside the archive" in problem


def test_an_office_document_is_no_archive_of_outputs_whatever_its_name():
    document = archive(("word/document.xml", b"<w/>"), ("[Content_Types].xml", b"<Types/>"))
    for file in (("AMU.txt", document), ("x.zip", archive(("CAMB.txt", document)))):
        (problem,) = told(file)
        assert "office document" in problem and "plain UTF-8 text" in problem
    (problem,) = read_text(document, "AMU.txt").problems
    assert "is a zip archive or an office document" in str(problem)


def test_a_bomb_is_reported_before_it_is_unpacked():
    data = archive(("AMU", bytes(50_000_000)))
    assert len(data) < 60_000
    (problem,) = told(("x.zip", data))
    assert "unpacks to more than is accepted" in problem


def test_a_bomb_that_lies_about_its_size_is_stopped():
    data = bytearray(archive(("AMU", bytes(5_000_000))))
    directory = data.index(b"PK\x01\x02")
    for place in (22, directory + 24):
        data[place : place + 4] = struct.pack("<I", 10)
    upload = read_upload([("x.zip", bytes(data))], Limits(file_bytes=1000))
    assert not upload.usable and upload.files == {}


def test_totals_and_counts_hold_over_all_files():
    assert "more than 10 bytes together" in told(("A", b"123456"), ("B", b"123456"), total_bytes=10)[0]
    assert "more than 2 files" in told(("A", b"1"), ("B", b"1"), ("C", b"1"), ("D", b"1"), files=2)[0]
    assert "holds 3 files; at most 2" in told(("x.zip", archive(*[(c, b"1") for c in "ABC"])), files=2)[0]
    assert told(("A", b"123456"), file_bytes=5) == ["A: The file is larger than 5 bytes."]


def test_a_file_that_only_says_it_is_an_archive_is_reported():
    assert "is not a zip archive" in told(("x.zip", b"hello"))[0]
    assert "damaged" in told(("x.zip", archive(("A", b"1"))[:40]))[0]
    assert "holds no file of outputs" in told(("x.zip", archive((".DS_Store", b"1"))))[0]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "is empty"),
        ("A B", "contains whitespace"),
        ("A,B", "contains ,"),
        ("-A", "begins with -"),
        ("A\u202eB", "contains an invisible character"),
        ("A" * 65, "longer than 64"),
    ],
)
def test_unusable_names_say_why(name, message):
    assert message in (system_name_problem(name) or "")


def test_names_that_differ_in_case_only_are_reported():
    named = name_systems(["AMU.txt", "amu.out", "e\u0301t", "\u00e9t.txt", ".txt"])
    assert [problem.file for problem in named.problems] == ["amu.out", "\u00e9t.txt", ".txt"]
    assert 'already taken by the file "AMU.txt"' in str(named.problems[0])
    assert list(named.files) == ["AMU", "\u00e9t"]
