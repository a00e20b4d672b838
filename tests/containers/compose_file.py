"""docker-compose.yml as Docker Compose reads it, and what its words mean to Linux."""

import json
import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0}


class Failed(Exception):  # noqa: N818 - named for what happened
    """A container, or the file, is not as it must be."""


def tmpfs(said: Mapping[str, Any]) -> list[str]:
    mounts = []
    for line in said.get("tmpfs") or []:
        target, _, options = line.partition(":")
        options = ",".join(part for part in ("nosuid", "nodev", "noexec", options) if part)
        mounts.append(f'mount -t tmpfs -o {shlex.quote(options)} tmpfs "$PLACE{target}"')
    return mounts


def limits_of(said: Mapping[str, Any]) -> dict[str, Any]:
    limits: dict[str, Any] = (said.get("deploy") or {}).get("resources", {}).get("limits", {})
    return limits


def seconds(text: str) -> float:
    """Of what Docker Compose writes: 1m0s, 15s, 500ms."""
    total, number = 0.0, ""
    for position, character in enumerate(text):
        if character.isdigit() or character == ".":
            number += character
        elif number:
            unit = "ms" if text[position:].startswith("ms") else character
            total, number = total + float(number) * SECONDS[unit], ""
    return total


def read_config(
    program: Path, checkout: Path, variables: Mapping[str, str], profiles: Sequence[str]
) -> dict[str, Any]:
    """What Docker Compose makes of the file in a checkout. Raises Failed with its words when it refuses."""
    command = [str(program), "--env-file", os.devnull, *(f"--profile={name}" for name in profiles)]
    done = subprocess.run(
        [*command, "config", "--format", "json"],
        cwd=checkout,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Failed(f"docker compose refuses the file:\n{done.stderr}")
    config: dict[str, Any] = json.loads(done.stdout)
    return config
