"""./run test: every check that must hold before a change is good."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# Files are kept whole: some share a server or a campaign among their tests.
SIDE_BY_SIDE = ["-n", "auto", "--dist", "loadfile"]
# Compiling the inner loops keeps a core busy for most of a minute, while the checks before it use the other.
# Tests side by side would each compile them for themselves.
BESIDE = "compiled loops"
# What a browser shows does not depend on the database behind it; what the services store does.
ON_POSTGRES = "database and not operations and not browser"

CHECKS = {
    "lint": ["ruff", "check", "."],
    "format": ["ruff", "format", "--check", "."],
    "types": ["mypy"],
    "import contracts": ["importlinter.cli"],
    "compiled loops": ["metrics.warm_up"],
    "tests on SQLite": ["pytest", *SIDE_BY_SIDE],
    "tests on Postgres and Valkey": ["tests.servers", "pytest", *SIDE_BY_SIDE, "-m", ON_POSTGRES],
}


def main(arguments: list[str]) -> int:
    """Run pytest with the arguments, or without any every check; returns the exit status."""
    if arguments:
        return start(["pytest", *arguments]).wait()
    results = {}
    began = {BESIDE: time.monotonic()}
    beside = start(CHECKS[BESIDE])
    for name, module in CHECKS.items():
        print(f"\n== {name} ==", flush=True)
        began.setdefault(name, time.monotonic())
        status = beside.wait() if name == BESIDE else start(module).wait()
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
    return subprocess.Popen(command, cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
