"""Take from an environment what a running site never opens: `python trim_packages.py SITE_PACKAGES`.

Tests, headers, sources of compiled code, types, messages that are compiled already or in languages that the
site does not speak, samples of data, and pip. Then the symbols of compiled code that only a debugger reads,
where the program `strip` is there. Says what each of it weighed.
Only the standard library, because it runs while the image is built.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

TESTS = "tests"
# Sources and headers of what is compiled, types for checkers, messages that Django reads in compiled form.
NOT_READ = {".a", ".c", ".cpp", ".f90", ".h", ".hpp", ".po", ".pxd", ".pxi", ".pyi", ".pyx"}
# Those of the settings, as folders of messages are named.
LANGUAGES = {"en", "de", "pl", "cs", "uk", "es", "fr", "zh_Hans", "ja", "ar"}
# Support for maps, pages and pictures of programs that do not run here, images as AVIF, data for examples,
# and fonts that no figure is set in: those with serifs, of formulas and typewriters, and the measures of
# fonts that PostScript printers bring along. A star stands for a version, or for several files.
NOT_USED = (
    "django/contrib/admin/static",
    "django/contrib/gis",
    "matplotlib/backends/web_backend",
    "matplotlib/mpl-data/sample_data",
    "matplotlib/mpl-data/fonts/afm",
    "matplotlib/mpl-data/fonts/pdfcorefonts",
    "matplotlib/mpl-data/fonts/ttf/DejaVuSansMono*",
    "matplotlib/mpl-data/fonts/ttf/DejaVuSerif*",
    "matplotlib/mpl-data/fonts/ttf/STIX*",
    "matplotlib/mpl-data/fonts/ttf/cm*",
    "matplotlib/mpl-data/images",
    "PIL/_avif.*",
    "pillow.libs/libavif-*",
)
MEGABYTE = 1_000_000
LOAD = "import ctypes, sys\nfor path in sys.argv[1:]: ctypes.CDLL(path)"
AT_ONCE = 25


def main(site_packages: Path) -> None:
    say("tests", remove(path for path in site_packages.rglob(TESTS) if path.is_dir()))
    unread = (path for path in site_packages.rglob("*") if path.suffix in NOT_READ and path.is_file())
    say("headers, sources, types and messages", remove(unread))
    messages = (path for path in site_packages.rglob("LC_MESSAGES") if path.parent.name not in LANGUAGES)
    say("messages in other languages", remove(messages))
    say("parts that are not used", remove(path for part in NOT_USED for path in site_packages.glob(part)))
    say("pip", remove([*site_packages.glob("pip"), *site_packages.glob("pip-*")]))
    for script in site_packages.parent.parent.parent.glob("bin/pip*"):
        script.unlink()
    strip = shutil.which("strip")
    if strip is None:
        print("not stripped: the program strip is missing", flush=True)
        return
    libraries = [path for path in site_packages.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    say("symbols of compiled code", sum(stripped(strip, some) for some in groups(libraries)))


def remove(paths: Iterable[Path]) -> int:
    """Delete files and whole folders. Returns their bytes."""
    bytes_gone = 0
    for path in list(paths):
        if path.is_dir():
            bytes_gone += sum(file.lstat().st_size for file in path.rglob("*") if not file.is_dir())
            shutil.rmtree(path)
        elif path.exists():
            bytes_gone += path.stat().st_size
            path.unlink()
    return bytes_gone


def stripped(strip: str, libraries: list[Path]) -> int:
    """Strip these; those that cannot be loaded, before or after, stay as they were. Returns bytes."""
    if len(libraries) > 1 and not loads(libraries):
        return sum(stripped(strip, [library]) for library in libraries)
    copies = {library: library.with_name(f"{library.name}.whole") for library in libraries}
    before = sum(library.stat().st_size for library in libraries)
    for library, copy in copies.items():
        shutil.copy2(library, copy)
    done = subprocess.run([strip, "--strip-unneeded", *libraries], capture_output=True, check=False)
    if done.returncode == 0 and loads(libraries):
        for copy in copies.values():
            copy.unlink()
        return before - sum(library.stat().st_size for library in libraries)
    for library, copy in copies.items():
        copy.replace(library)
    if len(libraries) > 1:
        return sum(stripped(strip, [library]) for library in libraries)
    print(f"left as it was: {libraries[0].name}", flush=True)
    return 0


def loads(libraries: list[Path]) -> bool:
    """Whether a process can load all of these."""
    command = [sys.executable, "-c", LOAD, *map(str, libraries)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def groups(libraries: list[Path]) -> Iterator[list[Path]]:
    for start in range(0, len(libraries), AT_ONCE):
        yield libraries[start : start + AT_ONCE]


def say(what: str, bytes_gone: int) -> None:
    print(f"{bytes_gone / MEGABYTE:7.1f} MB  {what}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(strict=True))
