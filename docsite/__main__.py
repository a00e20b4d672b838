"""./run docs: build the documentation site.

    python -m docsite [--output DIR] [--standalone]

A link that leads nowhere, or a page that is not in the table of contents, ends the build with status 1, and
what stood in the folder before stays.
"""

import argparse
import shutil
import sys
import tempfile
import time
from pathlib import Path

from docsite.building import BuildFailedError, build
from docsite.sources import ROOT

BUILT = ROOT / "build" / "docs"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="./run docs", description="Build the documentation site.")
    parser.add_argument("--output", type=Path, default=BUILT, metavar="DIR", help="default: build/docs")
    parser.add_argument(
        "--standalone", action="store_true", help="without the link back to the site that serves it"
    )
    options = parser.parse_args(arguments)
    began = time.monotonic()
    output = options.output.resolve()
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="docs-", dir=output.parent) as folder:
        made = Path(folder) / "made"
        try:
            build(made, standalone=options.standalone)
        except BuildFailedError as failure:
            print(f"{failure}\nNothing was built.", file=sys.stderr)
            return 1
        replace(output, made)
    pages = sum(1 for _ in output.glob("*.html"))
    size = sum(file.stat().st_size for file in output.rglob("*") if file.is_file())
    print(f"{pages} pages, {size / 1e6:.1f} MB, in {time.monotonic() - began:.0f} s: {output / 'index.html'}")
    return 0


def replace(output: Path, made: Path) -> None:
    """Put what was made in the place of what was there, so that nobody reads half a site for long."""
    made.chmod(0o755)
    former = made.parent / "former"
    if output.exists():
        output.rename(former)
    made.rename(output)
    shutil.rmtree(former, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
