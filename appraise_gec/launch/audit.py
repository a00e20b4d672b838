"""./run audit: are there known vulnerabilities in the packages of the lock files?

Asks with pip-audit, which asks PyPI. Where it cannot be asked, that is said and is no failure: nothing is
known then, neither good nor bad. pip-audit itself ends well even if it could not look up a single package.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent.parent
PIP_AUDIT = "pip-audit==2.10.1"
SECONDS = 180
HELP = """\
usage: ./run audit             ask for known vulnerabilities of the packages in requirements/*.lock
       ./run audit --must      the same; not to have been able to ask is a failure too

Ends with 0, with 1 if a vulnerability is known, or with --must with 75 if something was not checked.
"""
VULNERABLE, NOT_CHECKED = 1, 75


class Audit(NamedTuple):
    """What is known of one lock file."""

    checked: int
    not_checked: list[str]
    vulnerable: list[str]
    why_not: str = ""


def main(arguments: Sequence[str]) -> int:
    if list(arguments) not in ([], ["--must"]):
        print(HELP, end="")
        return 0 if list(arguments) in (["--help"], ["-h"]) else 2
    audits = {lock.name: audit(lock) for lock in sorted((ROOT / "requirements").glob("*.lock"))}
    for name, one in audits.items():
        print(f"{name}: {one.checked} packages checked, {len(one.vulnerable)} known vulnerabilities")
        for line in one.vulnerable:
            print(f"  VULNERABLE {line}")
        if one.why_not or one.not_checked:
            names = ", ".join(one.not_checked) if one.checked else f"any of {len(one.not_checked)} packages"
            print(f"  NOT CHECKED {one.why_not or names}")
    if any(one.vulnerable for one in audits.values()):
        return VULNERABLE
    whole = all(one.checked and not one.why_not and not one.not_checked for one in audits.values())
    if not whole:
        print("Not everything was checked: of what is named above nothing is known, neither good nor bad.")
    return NOT_CHECKED if arguments and not whole else 0


def audit(lock: Path) -> Audit:
    """Ask for the packages of one lock file."""
    command = [
        *(sys.executable, "-m", "uv", "tool", "run", PIP_AUDIT, "--requirement", str(lock)),
        *("--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"),
    ]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        packages = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return Audit(0, [], [], f"pip-audit did not end within {SECONDS} seconds")
    except (ValueError, KeyError, TypeError):
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        return Audit(0, [], [], f"pip-audit could not be run, or could not ask: {last}")
    skipped = [str(package["name"]) for package in packages if "skip_reason" in package]
    lines = [line for package in packages for line in vulnerabilities(package)]
    return Audit(len(packages) - len(skipped), skipped, lines)


def vulnerabilities(package: dict[str, Any]) -> list[str]:
    return [
        f"{package['name']} {package['version']}: {one['id']}, mended in "
        f"{', '.join(one.get('fix_versions') or ['no version yet'])}"
        for one in package.get("vulns", [])
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
