"""What `pip install appraise-gec` brings: the library and the command line; the site as an extra."""

import http.client
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.missing import missing_or_skip
from tests.servers import free_port

pytestmark = pytest.mark.nightly
ROOT = Path(__file__).resolve().parent.parent.parent
OF_THE_SITE = ("django", "celery", "gunicorn", "psycopg2", "redis", "rest_framework")
RANKINGS = [("J1", 1, (1, 2, 2)), ("J1", 2, (1, 2, 3)), ("J2", 2, (1, 2, 3)), ("J2", 3, (2, 1, 3))]
JUDGMENTS = "".join(
    json.dumps(
        {
            "judge": judge,
            "sentence": sentence,
            "outputs": [{"systems": [name], "rank": rank} for name, rank in zip("ABC", ranks, strict=True)],
        }
    )
    + "\n"
    for judge, sentence, ranks in RANKINGS
)


@dataclass(frozen=True, slots=True)
class Installed:
    """A wheel and a source archive, and an environment into which the wheel was installed."""

    wheel: Path
    source: Path
    folder: Path

    def run(self, *command: str, cwd: Path) -> str:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [str(self.folder / "bin" / command[0]), *command[1:]],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


def attempt(*command: str, cwd: Path = ROOT) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode and re.search(r"connection|resolve|No matching distribution", done.stderr):
        missing_or_skip("package index", done.stderr.strip().splitlines()[-1])
    assert done.returncode == 0, done.stderr


def build(python: str, source: Path, folder: Path, *kinds: str) -> None:
    """What `python -m build` does, by the environment `python`."""
    folder.mkdir(exist_ok=True)
    for kind in kinds:
        call = f"import sys, setuptools.build_meta as b; b.build_{kind}(sys.argv[1])"
        attempt(python, "-c", call, str(folder), cwd=source)


def page(port: int, path: str, language: str = "en") -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path, headers={"Accept-Language": language})
    answer = connection.getresponse()
    assert answer.status == 200
    return answer.read().decode()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("packages")
    # A copy, because setuptools leaves files beside the sources.
    for name in ("appraise_gec", "rankings", "metrics", "templates", "static", "locale"):
        shutil.copytree(ROOT / name, folder / "checkout" / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder / "checkout" / name)
    attempt(sys.executable, "-m", "venv", str(folder / "venv"))
    python = str(folder / "venv" / "bin" / "python")
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input", "install")
    attempt(*pip, "setuptools>=77")
    build(python, folder / "checkout", folder / "dist", "sdist", "wheel")
    [wheel], [source] = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    attempt(*pip, str(wheel))
    return Installed(wheel, source, folder / "venv")


def test_the_library_and_the_command_line_come_without_the_site(installed: Installed, tmp_path: Path) -> None:
    found = installed.run(
        "python",
        "-c",
        "import importlib.util, json, sys\n"
        "print(json.dumps([name for name in sys.argv[1:] if importlib.util.find_spec(name)]))",
        *OF_THE_SITE,
        "numpy",
        cwd=tmp_path,
    )
    assert json.loads(found) == ["numpy"]
    refused = subprocess.run(
        [installed.folder / "bin" / "appraise-gec", "serve"], capture_output=True, check=False
    )
    assert refused.returncode == 1
    assert b'pip install "appraise-gec[site]"' in refused.stderr


def test_the_site_starts_from_the_wheel(installed: Installed, tmp_path: Path) -> None:
    # What the extra `site` brings is in the environment of these tests.
    target = tmp_path / "packages"
    pip = (str(installed.folder / "bin" / "python"), "-m", "pip", "--quiet", "install", "--no-deps")
    attempt(*pip, "--target", str(target), str(installed.wheel))
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment = {**kept, "PYTHONPATH": str(target), "XDG_DATA_HOME": str(tmp_path / "data")}
    port = free_port()
    command = [sys.executable, "-P", "-m", "appraise_gec.cli", "serve", "--no-browser", f"--port={port}"]
    with subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as site:
        assert site.stdout is not None
        try:
            assert any("is ready" in line for line in site.stdout)
            home = page(port, "/")
            style = re.search(r"/static/css/appraise\.[0-9a-f]{12}\.css", home)
            assert style and page(port, style[0])
            assert "Anmelden" in page(port, "/", language="de")
        finally:
            site.terminate()
    assert {path.name for path in (tmp_path / "data" / "appraise-gec").iterdir()} == {"var", "staticfiles"}


def test_a_report_of_2015_is_verified_without_the_site(
    installed: Installed, shared: Path, tmp_path: Path
) -> None:
    judgments = str(shared / "data" / "gjg15" / "judgments.xml")
    quick = ("--bootstrap", "50")
    installed.run("appraise-gec", "report", judgments, "--archive", "paper.zip", *quick, cwd=tmp_path)
    answer = installed.run("appraise-gec", "report", "paper.zip", "--verify", cwd=tmp_path)
    assert "every number came out the same" in answer
    assert "computed again from 2,319 rankings" in answer


def test_the_library_is_found_and_typed(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "judgments.jsonl").write_text(JUDGMENTS, "utf-8")
    answer = installed.run(
        "python",
        "-c",
        "from appraise_gec import rank, read_judgments\n"
        "print([s.system for s in rank(read_judgments('judgments.jsonl')).systems])",
        cwd=tmp_path,
    )
    assert answer.strip() == "['A', 'B', 'C']"
    names = zipfile.ZipFile(installed.wheel).namelist()
    assert "appraise_gec/py.typed" in names


def test_the_archives_hold_what_they_should(installed: Installed) -> None:
    wheel = zipfile.ZipFile(installed.wheel)
    assert not [name for name in wheel.namelist() if name.startswith(("tests/", "benchmarks/"))]
    [metadata] = [name for name in wheel.namelist() if name.endswith(".dist-info/METADATA")]
    needs = re.findall(r"^Requires-Dist: (.*)$", wheel.read(metadata).decode(), re.MULTILINE)
    assert {re.split(r"[<>=]", need)[0] for need in needs if "extra ==" not in need} == {
        *("click", "matplotlib", "msgspec", "numba", "numpy", "regex", "scipy"),
    }
    with tarfile.open(installed.source) as source:
        names = {name.split("/", 1)[-1] for name in source.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "appraise_gec/cli/__init__.py"} <= names
