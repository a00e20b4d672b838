"""Call a command, keep of its answer what is held, and say where two answers differ."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from appraise_gec.cli import main
from tests.golden.cases import CASES, FIELDS, LONGEST, MOST_LINES, REPORT

EXPECTED = Path(__file__).parent / "expected"


def answer(name: str, files: Mapping[str, Path]) -> Any:
    """What is held of the answer to a golden call: fields, text, or the status where it is refused."""
    words = [word.format_map(files) for word in CASES[name].split()]
    command = words[0]
    done = CliRunner().invoke(main, words if command == "convert" else [*words, "--json"])
    if done.exit_code:
        if done.exit_code != 2:
            raise AssertionError(done.stderr) from done.exception
        return {"refused": done.exit_code}
    if command == "convert":
        return _thinned(done.stdout.split("\n"), MOST_LINES)
    document = json.loads(done.stdout)
    if set(document) != {"recipe", "result"}:
        raise AssertionError(f"the document holds {sorted(document)}")
    if command == "reproduce":
        return verdicts(document["result"])
    if command == "report":
        return {part: _kept(part, _at(document["result"], path)) for part, path in REPORT.items()}
    return _kept(command, document["result"])


def verdicts(result: Any) -> dict[str, dict[str, int]]:
    """How many printed numbers of every table and figure are equal, explained and so on."""
    return {
        exhibit["key"]: dict(sorted(Counter(number["verdict"] for number in exhibit["numbers"]).items()))
        for exhibit in result["exhibits"]
    }


def _at(result: Any, path: tuple[str, ...]) -> Any:
    for name in path:
        result = result.get(name) if result else None
    return result


def _kept(command: str, value: Any) -> Any:
    fields = FIELDS[command].split()
    if isinstance(value, dict):
        return {name: _kept(command, value[name]) for name in sorted(value) if name in fields}
    return _thinned([_kept(command, one) for one in value]) if isinstance(value, list) else value


def _thinned(entries: list[Any], most: int = LONGEST) -> Any:
    if len(entries) <= most:
        return entries
    return {"length": len(entries), "some": entries[:: len(entries) // most + 1]}


def expected(name: str) -> Any:
    """What is stored, or None."""
    path = EXPECTED / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def store(name: str, held: Any) -> None:
    """Store it as what is expected from now on."""
    text = json.dumps(held, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    (EXPECTED / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def differences(before: Any, now: Any, tolerance: float, place: str = "") -> Iterator[str]:
    """Where two values differ: numbers by more than the tolerance, everything else at all."""
    if isinstance(before, dict) and isinstance(now, dict):
        for name in sorted(before.keys() | now.keys()):
            if name in before and name in now:
                yield from differences(before[name], now[name], tolerance, f"{place}.{name}")
            else:
                yield f"{place}.{name}: {'new' if name in now else 'gone'}"
    elif isinstance(before, list) and isinstance(now, list):
        if len(before) != len(now):
            yield f"{place}: {len(before)} -> {len(now)} entries"
        for index, (old, new) in enumerate(zip(before, now, strict=False)):
            yield from differences(old, new, tolerance, f"{place}[{_label(old, index)}]")
    elif _is_number(before) and _is_number(now):
        if abs(before - now) > tolerance * max(1, abs(before), abs(now)):
            yield f"{place}: {before} -> {now} ({now - before:+.3g})"
    elif before != now or type(before) is not type(now):
        yield f"{place}: {before!r} -> {now!r}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _label(entry: Any, index: int) -> str:
    """What people know an entry by."""
    names = (
        "system",
        "judge",
        "metric",
        "method",
        "name",
        "system_a",
        "system_b",
        "judge_a",
        "judge_b",
        "type",
    )
    known = [str(entry[name]) for name in names if isinstance(entry, dict) and name in entry]
    return " ".join(known) or str(index)
