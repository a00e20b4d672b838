"""Starts services of docker-compose.yml as an engine would, without one: only Linux's own means.

Docker Compose reads the file. Each container of ours has the files of its image, read-only where it says
so, a /tmp of its own, the file's user, no rights, and the file's limits. All share one network, in which
each service answers under its name. Postgres, Redis and Caddy are the machine's programs, with the file's
commands where it has some.
"""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.containers.compose_file import Failed, limits_of, seconds, tmpfs
from tests.containers.images import Image
from tests.containers.limits import Limits

# Files of the image, and what an engine puts into them; then the command as the service's user.
ENTER = """
set -e
mount --bind "$ROOT" "$PLACE"
[ -z "$READ_ONLY" ] || mount -o remount,bind,ro "$PLACE"
mount -t proc proc "$PLACE/proc"
mount -t tmpfs -o mode=755 dev "$PLACE/dev"
for name in null zero full random urandom; do
    touch "$PLACE/dev/$name"; mount --bind "/dev/$name" "$PLACE/dev/$name"
done
ln -s /proc/self/fd "$PLACE/dev/fd"
mkdir "$PLACE/dev/shm"; mount -t tmpfs -o mode=1777,size=64m shm "$PLACE/dev/shm"
mount --bind "$HOSTS" "$PLACE/etc/hosts"
eval "$MOUNTS"
for file in $LIMITS; do echo $$ > "$file"; done
exec chroot "$PLACE" "$@"
"""


@dataclass(slots=True)
class Container:
    """A started service.

    Attributes:
        place: folder at which its own mounts see its files; "" for programs of the machine.
    """

    name: str
    service: str
    process: subprocess.Popen[bytes]
    place: str
    log: Path
    limits: Limits
    enter: list[str] = field(default_factory=list)

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def alive(self) -> bool:
        return self.process.poll() is None


@dataclass(slots=True)
class Engine:
    """The services of one compose file.

    Attributes:
        folder: for logs, data and mounts.
        config: what Docker Compose made of the file.
        image: of our services.
        proxy_root: files in which Caddy runs.
    """

    folder: Path
    config: dict[str, Any]
    image: Image
    proxy_root: Path
    variables: dict[str, str] = field(default_factory=dict)
    started: dict[str, Container] = field(default_factory=dict)
    peaks: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def services(self) -> dict[str, Any]:
        services: dict[str, Any] = self.config["services"]
        return services

    # --- Starting and stopping ---------------------------------------------------------------------------

    def up(self, *names: str) -> None:
        """Start these services and what they depend on, in the order that the file gives."""
        for name in names:
            if name in self.started:
                continue
            for other, needs in self.services[name].get("depends_on", {}).items():
                self.up(other)
                self._wait(other, needs["condition"])
            self.start(name)

    def start(self, service: str, name: str = "") -> Container:
        """Start one container of a service; `name` for a second one of the same."""
        name = name or service
        special = {"postgres": self._postgres, "redis": self._redis, "proxy": self._proxy}
        container = special[service]() if service in special else self._ours(service, name)
        self.started[name] = container
        return container

    def stop(self, name: str) -> float:
        """Stop a container as an engine does. Returns the seconds that it took."""
        container, began = self.started.pop(name), time.monotonic()
        number = signal.SIGINT if container.service == "postgres" else signal.SIGTERM
        if container.alive():
            container.process.send_signal(number)
        grace = seconds(self.services[container.service].get("stop_grace_period") or "10s")
        try:
            container.process.wait(timeout=grace)
        except subprocess.TimeoutExpired:
            self._end_group(container)
            raise Failed(f"{name} did not stop within its {grace:.0f} s:\n{tail(container)}") from None
        finally:
            self._end_group(container)
        return time.monotonic() - began

    def kill(self, name: str) -> None:
        """As when memory runs out."""
        container = self.started.pop(name)
        self._end_group(container)

    def down(self) -> None:
        """Stop everything, the last one first."""
        for name in reversed(list(self.started)):
            self.stop(name)

    def _end_group(self, container: Container) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(container.process.pid, signal.SIGKILL)
        container.process.wait()
        peak, limit = container.limits.peak(), container.limits.memory
        if peak and peak > self.peaks.get(container.service, (0, 0))[0]:
            self.peaks[container.service] = (peak, limit)
        container.limits.remove()

    # --- Asking ------------------------------------------------------------------------------------------

    def healthy(self, name: str) -> bool:
        """Whether the file's health check of a running container says so."""
        container = self.started[name]
        _, *command = self.services[container.service]["healthcheck"]["test"]
        return self.within(name, command).returncode == 0

    def within(self, name: str, command: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        """Run a command in a running container."""
        container = self.started[name]
        whole = [*container.enter, *command] if container.place else list(command)
        environment = {**os.environ, "PGHOST": "127.0.0.1"}
        return subprocess.run(
            whole, env=environment, capture_output=True, text=True, check=False, timeout=120
        )

    def run(self, service: str, command: Sequence[str], **variables: str) -> str:
        """Run a command in a new container of a service to its end. Returns what it printed."""
        name = f"{service}-run-{time.monotonic_ns()}"
        container = self._ours(service, name, command, variables)
        status = container.process.wait()
        self._end_group(container)
        if status:
            raise Failed(f"{shlex.join(command)[:200]} ended with {status}:\n{tail(container)}")
        return container.said

    def _wait(self, name: str, condition: str) -> None:
        container, service = self.started[name], self.services[name]
        if condition == "service_completed_successfully":
            if status := container.process.wait():
                raise Failed(f"{name} ended with {status}:\n{tail(container)}")
        elif condition == "service_healthy":
            self.wait_until_healthy(name)
        elif condition != "service_started":
            raise Failed(f"{name}: unknown condition {condition} in {service}")

    def wait_until_healthy(self, name: str) -> None:
        container = self.started[name]
        check = self.services[container.service]["healthcheck"]
        patience = seconds(check.get("start_period") or "0s") + seconds(check["interval"]) * check["retries"]
        deadline = time.monotonic() + patience
        while not self.healthy(name):
            if not container.alive() or time.monotonic() > deadline:
                raise Failed(f"{name} is not healthy after {patience:.0f} s:\n{tail(container)}")
            time.sleep(0.5)

    # --- Ours --------------------------------------------------------------------------------------------

    def _ours(
        self,
        service: str,
        name: str,
        command: Sequence[str] = (),
        variables: Mapping[str, str] | None = None,
    ) -> Container:
        said = self.services[service]
        environment = {
            **self.image.environment,
            **{key: value or "" for key, value in said["environment"].items()},
            **self.variables,
            **(variables or {}),
        }
        user, _, group = said["user"].partition(":")
        rights = ["--inh-caps=-all", "--bounding-set=-all"] if said["cap_drop"] == ["ALL"] else []
        if "no-new-privileges:true" in said["security_opt"]:
            rights.append("--no-new-privs")
        become = [
            *("setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", *rights),
            *("env", "-i", "-C", self.image.folder),
            *(f"{key}={value}" for key, value in environment.items()),
        ]
        mounts = [*tmpfs(said), *self._secrets(said)]
        start = [*become, *self.image.entrypoint, *(command or said["command"])]
        return self._enter(service, name, self.image.root, mounts, start, become)

    def _secrets(self, said: dict[str, Any]) -> Iterator[str]:
        secrets = said.get("secrets") or []
        if secrets:
            yield 'mount -t tmpfs -o mode=755 run "$PLACE/run"; mkdir "$PLACE/run/secrets"'
        for secret in secrets:
            file, target = self.config["secrets"][secret["source"]]["file"], secret["target"].lstrip("/")
            yield f'touch "$PLACE/{target}"; mount --bind {shlex.quote(file)} "$PLACE/{target}"'
        if secrets:
            yield 'mount -o remount,ro "$PLACE/run"'

    def _enter(
        self, service: str, name: str, root: Path, mounts: list[str], start: list[str], become: list[str]
    ) -> Container:
        said = self.services[service]
        place = self.folder / "places" / name
        place.mkdir(parents=True, exist_ok=True)
        limits = Limits.of(f"appraise-gec-{os.getpid()}-{name}", limits_of(said))
        settings = {
            "ROOT": str(root),
            "PLACE": str(place),
            "HOSTS": str(self.folder / "hosts"),
            "READ_ONLY": "1" if said.get("read_only") else "",
            "MOUNTS": "\n".join(mounts),
            "LIMITS": " ".join(map(str, limits.files)),
            "PATH": os.environ["PATH"],
        }
        process, log = self._begin(
            name,
            ["unshare", "--mount", "--propagation", "private", "sh", "-c", ENTER, "sh", *start],
            settings,
        )
        enter = ["nsenter", "--mount", f"--target={process.pid}", "--", "chroot", str(place), *become]
        return Container(name, service, process, str(place), log, limits, enter)

    def _begin(
        self, name: str, command: list[str], environment: Mapping[str, str]
    ) -> tuple[subprocess.Popen[bytes], Path]:
        log = self.folder / "logs" / f"{name}.log"
        log.parent.mkdir(exist_ok=True)
        with log.open("ab") as output:
            process = subprocess.Popen(
                command,
                env=dict(environment),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        return process, log

    # --- Programs of others ------------------------------------------------------------------------------

    def _postgres(self) -> Container:
        said = self.services["postgres"]["environment"]
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        data, word = self.folder / "postgres", self.folder / "postgres-password"
        become = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        if not data.exists():
            if said.get("POSTGRES_PASSWORD_FILE"):
                shutil.copy(self.config["secrets"]["postgres_password"]["file"], word)
            else:
                word.write_text(said["POSTGRES_PASSWORD"])
            word.chmod(0o644)
            data.mkdir()
            shutil.chown(data, "nobody", "nogroup")
            user, database = said["POSTGRES_USER"], said["POSTGRES_DB"]
            make = [
                f"{programs}/initdb",
                "-D",
                str(data),
                "-U",
                user,
                "-A",
                "scram-sha-256",
                f"--pwfile={word}",
            ]
            subprocess.run([*become, *make, "-E", "UTF8"], check=True, capture_output=True)
            single = [*become, f"{programs}/postgres", "--single", "-D", str(data), "postgres"]
            subprocess.run(
                single, input=f"CREATE DATABASE {database};\n", text=True, check=True, capture_output=True
            )
        command = [*become, programs / "postgres", "-D", data, "-c", f"unix_socket_directories={data}"]
        return self._program("postgres", [str(part) for part in command])

    def _redis(self) -> Container:
        said = self.services["redis"]
        user, _, group = (said.get("user") or "999:1000").partition(":")
        become = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups", "--bounding-set=-all"]
        return self._program("redis", [*become, *said["command"]])

    def _proxy(self) -> Container:
        """Caddy in the files of the base image, with the file's command, volumes, rights and limits."""
        said = self.services["proxy"]
        mounts = tmpfs(said)
        for volume in said["volumes"]:
            bound = volume["type"] == "bind"
            source = Path(volume["source"]) if bound else self.folder / "volumes" / volume["source"]
            target = f'"$PLACE{volume["target"]}"'
            if not bound:
                source.mkdir(parents=True, exist_ok=True)
            mounts.append(f"mount --bind {shlex.quote(str(source))} {target}")
        environment = {
            **said["environment"],
            "PATH": "/usr/bin:/bin",
            "XDG_DATA_HOME": "/data",
            "XDG_CONFIG_HOME": "/config",
        }
        kept = "".join(f",+{right.lower()}" for right in said["cap_add"])
        become = [
            *("setpriv", f"--bounding-set=-all{kept}", "--inh-caps=-all", "--no-new-privs", "env", "-i"),
            *(f"{key}={value}" for key, value in environment.items()),
        ]
        container = self._enter(
            "proxy", "proxy", self.proxy_root, mounts, [*become, *said["command"]], become
        )
        container.place = ""  # its health check needs a program that the base image lacks
        return container

    def _program(self, service: str, command: list[str]) -> Container:
        limits = Limits.of(
            f"appraise-gec-{os.getpid()}-{service}",
            limits_of(self.services[service]),
        )
        script = 'for file in $LIMITS; do echo $$ > "$file"; done; exec "$@"'
        settings = {
            "PATH": os.environ["PATH"],
            "LC_ALL": "C.UTF-8",
            "LIMITS": " ".join(map(str, limits.files)),
        }
        process, log = self._begin(service, ["sh", "-c", script, "sh", *command], settings)
        return Container(service, service, process, "", log, limits)


def tail(container: Container, lines: int = 20) -> str:
    return "\n".join(container.said.splitlines()[-lines:])
