"""./run audit: a known vulnerability is a failure, and what could not be asked is said, never passed over."""

import json
import subprocess
from typing import Any

import pytest

from appraise_gec.launch import audit

GOOD = {"name": "django", "version": "5.2.19", "vulns": []}
BAD = {"name": "redis", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
SKIPPED = {"name": "scipy", "skip_reason": "Dependency not found on PyPI"}


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What pip-audit is to say in place of being run."""

    def say(*packages: dict[str, Any], stdout: str | None = None, stderr: str = "") -> None:
        text = json.dumps({"dependencies": packages}) if stdout is None else stdout
        done = subprocess.CompletedProcess([], 0, text, stderr)
        monkeypatch.setattr(subprocess, "run", lambda command, **options: done)

    return say


def test_nothing_known_is_good(says: Any, capsys: pytest.CaptureFixture[str]):
    says(GOOD)
    assert audit.main([]) == audit.main(["--must"]) == 0
    said = capsys.readouterr().out
    assert "runtime.lock: 1 packages checked, 0 known vulnerabilities" in said
    assert "NOT CHECKED" not in said


def test_a_known_vulnerability_is_named_and_fails(says: Any, capsys: pytest.CaptureFixture[str]):
    says(GOOD, BAD, SKIPPED)
    assert audit.main([]) == 1
    assert "VULNERABLE redis 1.0: PYSEC-1, mended in 1.1" in capsys.readouterr().out


def test_packages_that_could_not_be_looked_up_are_not_good(says: Any, capsys: pytest.CaptureFixture[str]):
    says(GOOD, SKIPPED)
    assert (audit.main([]), audit.main(["--must"])) == (0, 75)
    said = capsys.readouterr().out
    assert "runtime.lock: 1 packages checked" in said
    assert "NOT CHECKED scipy" in said
    assert "neither good nor bad" in said
    says(SKIPPED, SKIPPED)
    assert audit.main(["--must"]) == 75
    assert "NOT CHECKED any of 2 packages" in capsys.readouterr().out


def test_offline_it_says_that_nothing_was_checked(says: Any, capsys: pytest.CaptureFixture[str]):
    says(stdout="", stderr="error: Request failed after 3 retries\n  Caused by: dns error")
    assert (audit.main([]), audit.main(["--must"])) == (0, 75)
    assert "NOT CHECKED pip-audit could not be run, or could not ask: Caused by: dns error" in (
        capsys.readouterr().out.replace("  Caused", "Caused")
    )
    says()
    assert audit.main(["--must"]) == 75
