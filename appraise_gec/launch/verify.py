"""./run test: every check that must hold before a change is good, or a quick choice of them."""

import os
import subprocess
import sys
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
PYTEST = ["pytest", "-n", "auto", "--dist", "worksteal"]
ON_POSTGRES = ["tests.servers", *PYTEST, "-m"]
MARKS = "database and not operations and not browser"
# What can differ by database: rows and their constraints, locks and races, services that store. Pages show
# what these read, so they are left to SQLite, and at night to both.
OF_THE_DATABASE = [
    "tests/accounts/test_two_step_races.py",
    "tests/api",
    "tests/archive",
    "tests/corpus",
    "tests/desk",
    "tests/jobs",
    "tests/judging",
    "tests/judgments",
    "tests/operations/test_backup.py",
    "tests/people",
    "tests/plan",
    "tests/reports/test_report_races.py",
    "tests/reports/test_report_requests.py",
    "--ignore-glob=*_page*.py",
    "--ignore-glob=*_hostile*.py",
]
# Rooms whose tests say the most in a second or two.
QUICK_FILES = [f"tests/{name}" for name in ("access", "formats", "items", "present", "sections", "survey")]

STATIC = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "import contracts": ["importlinter.cli"],
}
# Compiling the inner loops keeps a core busy for most of a minute, while the checks before it use the other.
# Tests side by side would each compile them for themselves.
LOOPS = {"compiled loops": ["metrics.warm_up"]}
CHECKS = {
    "": {
        **LOOPS,
        **STATIC,
        "tests on SQLite": PYTEST,
        "tests on Postgres and Valkey": [*ON_POSTGRES, f"{MARKS} and not nightly", *OF_THE_DATABASE],
    },
    "--nightly": {
        **LOOPS,
        "slow tests on SQLite": [*PYTEST, "-m", "nightly"],
        "all tests of the database on Postgres and Valkey": [*ON_POSTGRES, MARKS],
    },
    "--quick": {
        "quick tests": [*PYTEST, "-q", "-m", "not browser and not operations and not nightly", *QUICK_FILES],
        **STATIC,
    },
}


def main(arguments: list[str]) -> int:
    """Run the checks that the arguments ask for, or pytest with them; returns the exit status."""
    wanted = " ".join(arguments)
    if wanted in ("--help", "-h"):
        print(HELP, end="")
        return 0
    if wanted not in CHECKS:
        return start(["pytest", *(arguments[1:] if arguments[0] == "--" else arguments)]).wait()
    return run(CHECKS[wanted])


def run(checks: dict[str, list[str]]) -> int:
    """Run one check after another, the first beside those that run nothing; returns the exit status."""
    beside = next(iter(checks))
    began, first = time.monotonic(), start(checks[beside])
    results = {}
    for name in sorted(checks, key=lambda name: name not in STATIC):
        print(f"\n== {name} ==", flush=True)
        since = began if name == beside else time.monotonic()
        status = (first if name == beside else start(checks[name])).wait()
        results[name] = (status, time.monotonic() - since)
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
