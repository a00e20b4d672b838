"""How long every command takes on the published data, and how much memory; compared with an earlier file.

    python -P -m benchmarks.timings [--output FILE] [--against FILE] [NAME...]

Each command is a process of its own. Best of three, or of fewer where that takes more than a quarter of a
minute. Seconds of the processor, of all that the command starts, hardly depend on what else the machine does;
those of the clock do. `loop` says how fast it is: ten million additions. A NAME is the beginning of one.
"""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path

SHARED = Path(os.environ.get("APPRAISE_GEC_SHARED") or Path(__file__).resolve().parents[2] / "shared")
DATA = SHARED / "data"
FILES = {
    "gjg15": DATA / "gjg15" / "judgments.xml",
    "outputs": DATA / "gjg15" / "outputs",
    "scores": DATA / "gjg15" / "metric-scores" / "scores.m2",
    "gold": DATA / "conll14" / "official-2014.combined.m2",
    "data": DATA,
}
# In braces: `FILES`, `made` for a new folder, and rankings of 2015 that are repeated until there are so many.
COMMANDS = {
    "help": "--help",
    "stats": "stats {gjg15}",
    "agreement": "agreement {gjg15} --bootstrap 1000",
    "rank": "rank {gjg15} --bootstrap 1000",
    "rank, 10,000 resamplings": "rank {gjg15} --bootstrap 10000",
    "rank, Bradley-Terry": "rank {gjg15} --bootstrap 1000 --method bradley-terry",
    "rank, TrueSkill": "rank {gjg15} --bootstrap 1000 --method trueskill --unit pairs",
    "head-to-head": "head-to-head {gjg15}",
    "validate": "validate {gjg15} --folds 20 --bootstrap 100",
    "judges": "judges {gjg15}",
    "plan": "plan {gjg15}",
    "sample": "sample --source {outputs}/INPUT {outputs} --items 1000",
    "convert to CSV": "convert {gjg15} --to csv",
    "convert to pairs": "convert {gjg15} --to wmt-pairs-csv",
    "score m2": "score m2 {outputs} --gold {gold}",
    "score i-measure": "score i-measure {outputs} --gold {gold}",
    "score gleu": "score gleu {outputs} --gold {gold}",
    "correlate": "correlate {gjg15} {scores} --beta-sweep --bootstrap 1000",
    "maege": "maege --gold {gold} --metric gleu --runs 1",
    "report": "report {gjg15} --outputs {outputs} --scores {scores} --bootstrap 10000 -o {made}",
    "reproduce": "reproduce {data} --quick",
    **{
        f"stats, 200,000 rankings, {format}": f"stats {{made}}/200000.{format}"
        for format in ("jsonl", "csv", "xml")
    },
    "rank, 1,000,000 rankings, jsonl": "rank {made}/1000000.jsonl --bootstrap 1000",
}
TIMES, ENOUGH_SECONDS = 3, 15.0
FIGURES = ("seconds", "processor", "megabytes")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, help="write the figures to this file")
    parser.add_argument("--against", type=Path, help="print them beside those of this file")
    parser.add_argument("names", metavar="NAME", nargs="*")
    arguments = parser.parse_args()
    before = json.loads(arguments.against.read_text(encoding="utf-8")) if arguments.against else {}
    machine = {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "loop": round(min(loop() for _ in range(TIMES)), 2),
    }
    print(json.dumps(machine), f"before: {json.dumps(before['machine'])}" if before else "")
    measured: dict[str, dict[str, float]] = {}
    for name, call in COMMANDS.items():
        if name.startswith(tuple(arguments.names) or ""):
            measured[name] = best_of(call)
            print(line(name, measured[name], before.get("commands", {}).get(name)), flush=True)
            if arguments.output:
                text = json.dumps({"machine": machine, "commands": measured}, indent=1)
                arguments.output.write_text(text + "\n", encoding="utf-8")


def line(name: str, now: dict[str, float], before: dict[str, float] | None) -> str:
    """One row: what it takes now, and how many times that of before."""
    cells = [
        f"{now[what]:8.2f} {unit}" + (f" x{now[what] / before[what]:5.2f}" if before else "")
        for what, unit in (("processor", "s of processor"), ("seconds", "s"), ("megabytes", "MB"))
    ]
    return f"{name:34}{'  '.join(cells)}"


def loop() -> float:
    began, total = time.process_time(), 0
    for number in range(10_000_000):
        total += number
    return time.process_time() - began


def best_of(call: str) -> dict[str, float]:
    """Each figure of the best run."""
    with tempfile.TemporaryDirectory() as folder:
        words = [word.format_map({**FILES, "made": folder}) for word in call.split()]
        for word in words:
            if word.startswith(folder) and word != folder:
                repeat_judgments(Path(word))
        runs: list[dict[str, float]] = []
        while len(runs) < TIMES and sum(run["seconds"] for run in runs) < ENOUGH_SECONDS:
            runs.append(measure([*words, "--force"] if "-o" in words else words))
    return {name: min(run[name] for run in runs) for name in runs[0]}


def measure(words: list[str], output: Path = Path(os.devnull)) -> dict[str, float]:
    command = [sys.executable, "-P", "-m", "appraise_gec.cli", *words]
    actions = [
        (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    began = time.perf_counter()
    process = os.posix_spawn(sys.executable, command, dict(os.environ), file_actions=actions)
    _, status, used = os.wait4(process, 0)
    seconds = time.perf_counter() - began
    if status:
        sys.exit(f"{' '.join(words)} failed")
    figures = (seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
    return {name: round(one, 2) for name, one in zip(FIGURES, figures, strict=True)}


def repeat_judgments(path: Path) -> None:
    """A file of so many rankings, in the format that its name says: those of 2015, by 96 judges."""
    lines = path if path.suffix == ".jsonl" else path.with_suffix(".lines")
    measure(["convert", str(FILES["gjg15"]), "--to", "jsonl"], lines)
    records = [json.loads(text) for text in lines.read_text(encoding="utf-8").splitlines()]
    with lines.open("w", encoding="utf-8") as stream:
        for number in range(int(path.stem)):
            copy, place = divmod(number, len(records))
            record = records[place]
            stream.write(json.dumps({**record, "judge": f"{record['judge']}-{copy % 12}"}) + "\n")
    if lines != path:
        measure(["convert", str(lines), "--to", path.suffix[1:]], path)


if __name__ == "__main__":
    main()
