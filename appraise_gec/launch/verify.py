"""./run test: every check that must hold before a change is good, or a quick choice of them."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
HELP = """\
usage: ./run test              every check, and all tests: on SQLite, those of the database on Postgres too
       ./run test --quick      lint, format, types, import contracts and quick tests: for in between
       ./run test --nightly    the slow tests, and on Postgres all tests of the database: for the night
       ./run test ARGUMENT...  pytest with these arguments, on SQLite; its own options: ./run test -- --help
"""

# Every worker gets a stretch of neighbouring tests, so that most files stay whole and share what they made.
# One that is done early takes over half of what another still has to do.
SIDE_BY_SIDE = ["-n", "auto", "--dist", "worksteal"]
# Compiling the inner loops keeps a core busy for most of a minute, while the checks before it use the other.
# Tests side by side would each compile them for themselves.
BESIDE = "compiled loops"
# Reports of the same judgments have the same statistics. Workers leave them to each other in a folder.
KEPT = "APPRAISE_GEC_TEST_STATISTICS"
# What can differ by database: rows and their constraints, locks and races, services that store. Pages show
# what these read, so they are left to SQLite, and at night to both.
ON_POSTGRES = [
    "tests/accounts/test_two_step_races.py",
    "tests/api",
    "tests/archive",
    "tests/corpus",
    "tests/desk",
    "tests/emptying",
    "tests/jobs",
    "tests/judging",
    "tests/judgments",
    "tests/operations/test_backup.py",
    "tests/people",
    "tests/plan",
    "tests/reports/test_report_races.py",
    "tests/reports/test_report_requests.py",
    "tests/reports/test_report_worker.py",
    "--ignore-glob=*_page*.py",
    "--ignore-glob=*_hostile*.py",
]
OF_THE_DATABASE = "database and not operations and not browser"

STATIC = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "import contracts": ["importlinter.cli"],
}
CHECKS = {
    **STATIC,
    BESIDE: ["metrics.warm_up"],
    "tests on SQLite": ["pytest", *SIDE_BY_SIDE],
    "tests on Postgres and Valkey": [
        "tests.servers",
        "pytest",
        *SIDE_BY_SIDE,
        "-m",
        f"{OF_THE_DATABASE} and not nightly",
        *ON_POSTGRES,
    ],
}
NIGHTLY_CHECKS = {
    BESIDE: ["metrics.warm_up"],
    "slow tests on SQLite": ["pytest", *SIDE_BY_SIDE, "-m", "nightly"],
    "all tests of the database on Postgres and Valkey": [
        "tests.servers",
        "pytest",
        *SIDE_BY_SIDE,
        "-m",
        OF_THE_DATABASE,
    ],
}

# Rooms whose tests say the most in a second or two.
QUICK_FILES = [
    "tests/access",
    "tests/formats",
    "tests/items",
    "tests/present",
    "tests/sections",
    "tests/survey",
]
QUICK_TESTS = "quick tests"
QUICK = "not browser and not operations and not nightly"
QUICK_CHECKS = {
    **STATIC,
    QUICK_TESTS: ["pytest", "-q", *SIDE_BY_SIDE, "-m", QUICK, *QUICK_FILES],
}


def main(arguments: list[str]) -> int:
    """Run the checks that the arguments ask for, or pytest with them; returns the exit status."""
    if arguments in (["--help"], ["-h"]):
        print(HELP, end="")
        return 0
    if arguments == ["--quick"]:
        return run(QUICK_CHECKS, beside=QUICK_TESTS)
    if arguments and arguments != ["--nightly"]:
        return start(["pytest", *(arguments[1:] if arguments[0] == "--" else arguments)]).wait()
    with tempfile.TemporaryDirectory(prefix="appraise-gec-statistics-") as folder:
        os.environ[KEPT] = folder
        return run(NIGHTLY_CHECKS if arguments else CHECKS, beside=BESIDE)


def run(checks: dict[str, list[str]], beside: str) -> int:
    """Run one check after another, and `beside` from the start on the other core; returns the exit status."""
    results = {}
    began = {beside: time.monotonic()}
    other = start(checks[beside])
    for name, module in checks.items():
        print(f"\n== {name} ==", flush=True)
        began.setdefault(name, time.monotonic())
        status = other.wait() if name == beside else start(module).wait()
        results[name] = (status, time.monotonic() - began[name])
    print("\n== summary ==")
    for name, (status, seconds) in results.items():
        print(f"{'ok    ' if status == 0 else 'FAILED'} {name} ({seconds:.0f} s)")
    return 1 if any(status for status, _ in results.values()) else 0


def start(module: list[str]) -> subprocess.Popen[bytes]:
    """Start a module of this environment with arguments."""
    command = [sys.executable, "-m", *module]
    if module == ["importlinter.cli"]:
        command = [str(Path(sys.executable).parent / "lint-imports")]
    # Without kept bytecode every worker, and every program that a test starts, compiles all modules anew:
    # more than ten seconds for the tests alone.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen(command, cwd=ROOT, env=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
