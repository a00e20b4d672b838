"""The parts of the check of the containers that need neither root nor an image."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.translation import to_locale

from tests.conftest import CHECKOUT
from tests.containers.compose_file import Failed, read_config, seconds, tmpfs
from tests.containers.limits import Limits, make
from tests.containers.site import Checks, need


@pytest.mark.parametrize(("text", "meaning"), [("10s", 10), ("1m30s", 90), ("500ms", 0.5), ("1m0s", 60)])
def test_durations_as_docker_compose_writes_them(text: str, meaning: float) -> None:
    assert seconds(text) == meaning


def test_a_tmpfs_has_the_size_of_the_file_and_holds_no_programs() -> None:
    (mount,) = tmpfs({"tmpfs": ["/tmp:mode=1777,size=1g"]})  # noqa: S108 - of a container
    assert mount == 'mount -t tmpfs -o nosuid,nodev,noexec,mode=1777,size=1g tmpfs "$PLACE/tmp"'


def test_a_file_that_docker_compose_refuses_fails_with_its_words(tmp_path: Path) -> None:
    program = tmp_path / "docker-compose"
    program.write_text("#!/bin/sh\necho 'services.a additional properties' >&2; exit 1\n")
    program.chmod(0o755)
    with pytest.raises(Failed, match=r"services\.a additional properties"):
        read_config(program, tmp_path, {}, [])


def test_limits_are_written_into_a_group(tmp_path: Path) -> None:
    (procs,) = make(tmp_path / "web", {"memory.max": 2_000, "pids.max": 0})
    assert (tmp_path / "web" / "memory.max").read_text() == "2000"
    assert not (tmp_path / "web" / "pids.max").exists()
    (tmp_path / "web" / "memory.peak").write_text("1500\n")
    assert Limits((procs,), 2_000).peak() == 1500
    assert make(tmp_path / "nowhere" / "web", {"memory.max": 1}) == ()


def test_a_check_that_fails_is_counted_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    check = Checks()
    assert check("good", lambda: None)
    assert not check("bad", lambda: need(False, "the reason"))
    assert (check.done, check.failed) == (2, 1)
    said = capsys.readouterr().out
    assert "ok    good" in said
    assert "FAILS bad\n      the reason" in said


def test_what_a_running_site_never_opens_is_taken_from_an_environment(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3.12" / "site-packages"
    kept = (
        "a/module.py",
        "a/messages.mo",
        "a/test.py",
        "a-1.0.dist-info/METADATA",
        "a/data.npz",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSans.ttf",
    )
    gone = (
        "a/tests/test_a.py",
        "a/header.h",
        "a/source.pyx",
        "a/messages.po",
        "a/module.pyi",
        "pip/__init__.py",
        "a/locale/sw/LC_MESSAGES/django.mo",
        "django/contrib/gis/a.py",
        "matplotlib/mpl-data/fonts/ttf/DejaVuSerif-Bold.ttf",
        "pillow.libs/libavif-c6062d5f.so.16.4.2",
    )
    for name in (*kept, *gone):
        (packages / name).parent.mkdir(parents=True, exist_ok=True)
        (packages / name).write_bytes(b"x" * 500_000)
    (packages / "a" / "broken.so").write_bytes(b"not a library")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "pip3").touch()
    done = subprocess.run(
        [sys.executable, CHECKOUT / "deploy" / "trim_packages.py", packages],
        capture_output=True,
        text=True,
        check=True,
    )
    left = {str(path.relative_to(packages)) for path in packages.rglob("*") if path.is_file()}
    assert left == {*kept, "a/broken.so"}
    assert (packages / "a" / "broken.so").read_bytes() == b"not a library"
    assert not (tmp_path / "bin" / "pip3").exists()
    assert "0.5 MB  tests" in done.stdout
    assert "2.0 MB  headers, sources, types and messages" in done.stdout


def test_messages_of_all_languages_of_the_site_stay_in_the_image() -> None:
    kept: set[str] = runpy.run_path(str(CHECKOUT / "deploy" / "trim_packages.py"))["LANGUAGES"]
    assert kept == {to_locale(code) for code, _ in settings.LANGUAGES}
