"""How long a million rankings take to read and rank, and how much memory.

    python -m benchmarks.million_rankings [RANKINGS]

Makes files of a million made-up rankings of five outputs (twelve systems, a hundred judges, nine thousand
sentences) as JSON Lines, CSV and result XML, and calls `appraise-gec rank` on them as people do, with 1,000
replicates. Prints seconds of processor time and the peak memory of the process. The goals are a minute and
1 GB.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rankings.formats.judgments import judgment_pieces
from rankings.formats.records import JudgedOutput, Judgment

SYSTEMS = [f"SYS{number:02d}" for number in range(1, 13)]
JUDGES, SENTENCES, OUTPUTS = 100, 9_000, 5
RUNS = (
    ("jsonl", "expected-wins"),
    ("jsonl", "trueskill"),
    ("csv", "expected-wins"),
    ("xml", "expected-wins"),
)


def main() -> None:
    rankings = int(sys.argv[1].replace(",", "")) if len(sys.argv) > 1 else 1_000_000
    print(f"a loop of ten million additions: {calibration():.2f} s")
    with tempfile.TemporaryDirectory(prefix="appraise-gec-benchmark-") as folder:
        for format in dict.fromkeys(format for format, _ in RUNS):
            path = Path(folder, f"judgments.{format}")
            write_file(path, format, rankings)
            for method in (method for of_format, method in RUNS if of_format == format):
                measure(path, method, rankings)
            path.unlink()


def calibration() -> float:
    """Seconds that tell how fast this machine is at the moment."""
    begin = time.process_time()
    total = 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - begin


def measure(path: Path, method: str, rankings: int) -> None:
    command = [sys.executable, "-m", "appraise_gec.cli", "rank", str(path), "--method", method, "--json"]
    silent = os.open(os.devnull, os.O_WRONLY)
    process = os.posix_spawn(
        sys.executable, command, dict(os.environ), file_actions=[(os.POSIX_SPAWN_DUP2, silent, 1)]
    )
    _, status, used = os.wait4(process, 0)
    os.close(silent)
    if status:
        sys.exit(f"{' '.join(command)} failed")
    print(
        f"{rankings:,} rankings, {path.suffix[1:]} ({path.stat().st_size / 1e6:.0f} MB), {method}: "
        f"{used.ru_utime + used.ru_stime:.1f} s, {used.ru_maxrss / 1024:.0f} MB"
    )


def write_file(path: Path, format: str, rankings: int) -> None:
    with path.open("wb") as stream:
        stream.writelines(judgment_pieces(made_up(rankings), format))


def made_up(rankings: int) -> Iterator[Judgment]:
    """The better systems come first in the list, and judges see it through noise."""
    chance = random.Random(1)
    for number in range(rankings):
        chosen = chance.sample(range(len(SYSTEMS)), OUTPUTS)
        outputs = tuple(
            JudgedOutput((SYSTEMS[system],), min(5, max(1, round(chance.gauss(1 + system / 3, 1.2)))))
            for system in chosen
        )
        yield Judgment(
            f"judge{chance.randrange(JUDGES):03d}",
            str(chance.randrange(SENTENCES)),
            outputs,
            item=str(number),
            document=f"document{number % 90}",
            result_set="made-up",
            seconds=round(chance.uniform(5, 120), 3),
            source_language="err",
            target_language="cor",
        )


if __name__ == "__main__":
    main()
