"""What ./run does before anything is installed: a good environment, or a clear word on what is missing."""

import importlib
import importlib.util
import json
import sys
from importlib.machinery import SourceFileLoader
from types import ModuleType

import pytest

from tests.conftest import CHECKOUT


@pytest.fixture
def run(tmp_path, monkeypatch) -> ModuleType:
    """The launcher as a module whose environment lies in a folder of this test and needs no package."""
    loader = SourceFileLoader("launcher", str(CHECKOUT / "run"))
    spec = importlib.util.spec_from_loader("launcher", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    # Debian's Python has no pip beside it; then the environment of these tests has one. Where it has none,
    # it was made with the pip of the system.
    if importlib.util.find_spec("pip") is None:
        monkeypatch.setattr(sys, "executable", sys._base_executable)  # type: ignore[attr-defined]
    for name in ("runtime", "dev"):
        (tmp_path / f"{name}.lock").write_text("# nothing\n")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv" / "bin" / "python")
    monkeypatch.setattr(module, "STAMP", tmp_path / ".venv" / "appraise-gec.json")
    monkeypatch.setattr(module, "LOCKS", {name: tmp_path / f"{name}.lock" for name in ("runtime", "dev")})
    monkeypatch.setattr(module, "PROOF", "import sys")
    # Without a pip of its own an environment is made in a tenth of the time.
    monkeypatch.setattr(module.importlib.util, "find_spec", lambda name: name != "ensurepip" or None)
    return module


def test_an_environment_is_made_once(run, capsys):
    run.ensure_environment("runtime")
    assert "Making the environment" in capsys.readouterr().out
    assert run.is_current("runtime")
    assert not run.is_current("dev")
    run.ensure_environment("runtime")
    assert capsys.readouterr().out == ""

    run.ensure_environment("dev")
    assert "Making the environment" not in capsys.readouterr().out
    assert run.is_current("runtime")
    assert run.is_current("dev")


@pytest.mark.parametrize(
    "damage", ["half-made", "no interpreter", "lock changed", "unreadable stamp", "moved"]
)
def test_a_bad_environment_is_noticed(run, damage):
    run.PYTHON.parent.mkdir(parents=True)
    run.PYTHON.symlink_to(sys.executable)
    run.STAMP.write_text(json.dumps(run.wanted("runtime")))
    assert run.is_current("runtime")
    match damage:
        case "half-made":
            run.STAMP.unlink()
        case "no interpreter":
            run.PYTHON.unlink()
        case "lock changed":
            run.LOCKS["runtime"].write_text("# nothing new\n")
        case "unreadable stamp":
            run.STAMP.write_text("{")
        case "moved":
            run.STAMP.write_text(run.STAMP.read_text().replace(str(run.VENV), "/elsewhere/.venv"))
    assert not run.is_current("runtime")


def test_what_is_left_of_a_half_made_environment_is_cleared_away(run):
    left = run.VENV / "lib" / "left"
    left.mkdir(parents=True)
    run.ensure_environment("runtime")
    assert run.is_current("runtime")
    assert not left.exists()
