"""Compare the golden answers with what is stored, to the last digit, and print what has moved.

    python -P -m tests.golden [--write] [CASE...]

With `--write`, what has moved is stored. A CASE is the name of one or the beginning of several.
"""

import argparse
import tempfile
from pathlib import Path

from tests.golden.answers import EXPECTED, answer, differences, expected, store
from tests.golden.cases import CASES, EXACT
from tests.golden.files import make_files, published

SHOWN, WIDTH = 40, 160


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="store what has moved")
    parser.add_argument("cases", metavar="CASE", nargs="*")
    arguments = parser.parse_args()
    chosen = [name for name in CASES if name.startswith(tuple(arguments.cases) or "")]
    moved = 0
    with tempfile.TemporaryDirectory() as folder:
        files = make_files(Path(folder), published())
        for name in chosen:
            before, now = expected(name), answer(name, files)
            found = ["new"] if before is None else list(differences(before, now, EXACT))
            moved += bool(found)
            if found:
                print(
                    f"{name}: {len(found)} differences",
                    *(line[:WIDTH] for line in found[:SHOWN]),
                    sep="\n  ",
                    flush=True,
                )
            if arguments.write and found:
                store(name, now)
    gone = [path for path in EXPECTED.glob("*.json") if path.stem not in CASES]
    for path in gone if arguments.write and not arguments.cases else ():
        path.unlink()
        print(f"{path.stem}: gone")
    print(f"{moved} of {len(chosen)} have moved.")


if __name__ == "__main__":
    main()
