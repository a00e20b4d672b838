"""./run lock: write the lock files anew from pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
COMPILE = [
    *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet", "--universal"),
    *("--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"),
    *("--constraint", "requirements/constraints.txt"),
    *("--custom-compile-command", "./run lock"),
]
# What is added to an environment that holds the packages for tests: it must not change any of them.
ADDED = ("containers", "docs", "errant", "meteor")
NAMES = ("runtime", "dev", *ADDED)


def main() -> int:
    for name in NAMES:
        extra = ["--extra", "site"] if name == "runtime" else ["--extra", "site", "--extra", name]
        if name in ADDED:
            extra += ["--constraint", "requirements/dev.lock"]
        command = [*COMPILE, *extra, "--output-file", f"requirements/{name}.lock", *sys.argv[1:]]
        status = subprocess.run(command, cwd=ROOT, check=False).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
