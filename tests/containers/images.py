"""Builds the image with buildah, which needs no engine; on a base image made of a bare Debian.

No registry of images is needed for that. The stand-in for the base image holds what debootstrap installs, its
Python is that of Debian, and it is larger than the published one.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEGABYTE = 1_000_000
# What `docker images` says of python:3.12-slim, in MB, rounded up.
PUBLISHED_BASE = 130
LARGEST = 600
SUITE = "trixie"
PACKAGES = "python3,python3-venv,ca-certificates"
# Neither is in a published image.
LEFT_OUT = ("srv", "tmp", "var/cache", "var/lib/apt/lists", "root/.cache", "usr/share/doc", "usr/share/man")
LEFT_OUT_WHOLE = ("proc", "dev", "sys")
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


class BuildError(Exception):
    """The image was not built."""


@dataclass(frozen=True, slots=True)
class Image:
    """A built image and one writable copy of its files.

    Attributes:
        name: of the image.
        root: folder with its files.
        entrypoint, environment, folder, user: what containers of it begin with.
    """

    name: str
    root: Path
    entrypoint: list[str]
    environment: dict[str, str]
    folder: str
    user: str


@dataclass(frozen=True, slots=True)
class Builder:
    """Images of their own in a folder: none from an earlier day takes the place of what is built now."""

    folder: Path
    project: Path

    def buildah(self, *arguments: str | Path, cwd: Path | None = None) -> str:
        configuration = self.folder / "storage.conf"
        if not configuration.exists():
            (self.folder / "images").mkdir(parents=True, exist_ok=True)
            configuration.write_text(
                f'[storage]\ndriver = "{os.environ.get("STORAGE_DRIVER", "overlay")}"\n'
                f'runroot = "{self.folder}/images/run"\ngraphroot = "{self.folder}/images/graph"\n'
            )
        environment = {
            **os.environ,
            "CONTAINERS_STORAGE_CONF": str(configuration),
            "BUILDAH_ISOLATION": "chroot",
        }
        done = subprocess.run(
            ["buildah", *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            last = "\n".join((done.stdout + done.stderr).splitlines()[-30:])
            raise BuildError(f"buildah {arguments[0]} failed:\n{last}")
        return done.stdout.strip()

    def base(self, dockerfile: Path, system: Path | None) -> str:
        """The name of the Dockerfile's base image, made of this bare Debian, or of a new one."""
        named = re.findall(r"^FROM (\S+:\S+)", dockerfile.read_text(encoding="utf-8"), re.MULTILINE)
        (name,) = set(map(str, named))
        copy = self.folder / "base"
        if not copy.exists():
            made = self.folder / "base.unfinished"
            shutil.rmtree(made, ignore_errors=True)
            if system is None:
                bare_debian(made)
            else:
                copy_system(system, made)
            prepare(made)
            made.rename(copy)
            container = self.buildah("from", "scratch")
            self.buildah("copy", "-q", container, copy, "/")
            trusted = f"/{CERTIFICATES.relative_to('/')}"
            for variable in ("PIP_CERT", "SSL_CERT_FILE"):
                self.buildah("config", "--env", f"{variable}={trusted}", container)
            self.buildah("commit", "-q", container, f"docker.io/library/{name}")
            self.buildah("rm", container)
        return name

    def build(self, commit: str, name: str) -> Path:
        """Build the image of a commit. Returns the folder with its checkout."""
        checkout = self.folder / f"checkout-{name}"
        shutil.rmtree(checkout, ignore_errors=True)
        subprocess.run(["git", "clone", "-q", self.project, checkout], check=True)
        subprocess.run(["git", "checkout", "-q", "--detach", commit], cwd=checkout, check=True)
        self.buildah("bud", "--pull=never", "--network", "host", "-t", name, ".", cwd=checkout)
        return checkout

    def sizes(self, name: str, base: str) -> tuple[float, float]:
        """Megabytes of the base image and of what the Dockerfile adds to it."""
        whole, below = (self._size(image) for image in (f"localhost/{name}", f"docker.io/library/{base}"))
        return below, whole - below

    def _size(self, image: str) -> float:
        text = self.buildah("images", "--format", "{{.Size}}", image).splitlines()[0]
        number, unit = text.split()
        return float(number) * {"KB": 1e-3, "MB": 1, "GB": 1e3}[unit]

    def open(self, name: str) -> Image:
        """A container of the image whose files can be seen."""
        read: dict[str, Any] = json.loads(self.buildah("inspect", "--type", "image", name))
        config = read["OCIv1"]["config"]
        root = Path(self.buildah("mount", self.buildah("from", "--pull-never", f"localhost/{name}")))
        return Image(
            name,
            root,
            config.get("Entrypoint") or [],
            dict(pair.split("=", 1) for pair in config.get("Env") or []),
            config.get("WorkingDir") or "/",
            config.get("User") or "0",
        )

    def close(self) -> None:
        """Unmount and forget all containers."""
        if (self.folder / "storage.conf").exists():
            self.buildah("umount", "--all")
            self.buildah("rm", "--all")


def bare_debian(folder: Path) -> None:
    log = folder.with_suffix(".log")
    command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(folder)]
    with log.open("w") as output:
        if subprocess.run(command, stdout=output, stderr=output, check=False).returncode:
            raise BuildError(f"debootstrap failed:\n{log.read_text()[-2000:]}")


def copy_system(system: Path, folder: Path) -> None:
    """Copy a bare Debian without what is mounted in it."""
    folder.mkdir()
    left_out = [f"--exclude=./{name}" for name in (*LEFT_OUT, *LEFT_OUT_WHOLE)]
    with subprocess.Popen(
        ["tar", "--one-file-system", *left_out, "-cf", "-", "."], cwd=system, stdout=subprocess.PIPE
    ) as packing:
        subprocess.run(["tar", "-xf", "-"], cwd=folder, stdin=packing.stdout, check=True)
    if packing.returncode:
        raise BuildError(f"could not copy {system}")


def prepare(root: Path) -> None:
    """Empty what a published image does not hold, and let it reach the packages that this machine reaches."""
    for name in LEFT_OUT:
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir(parents=True)
    for name in LEFT_OUT_WHOLE:
        (root / name).mkdir(exist_ok=True)
    (root / "tmp").chmod(0o1777)
    for name in ("var/cache/apt/archives/partial", "var/lib/apt/lists/partial"):
        (root / name).mkdir(parents=True)
    python = root / "usr" / "local" / "bin" / "python"
    python.unlink(missing_ok=True)
    python.symlink_to("/usr/bin/python3")
    (root / "etc" / "hosts").touch()
    for file in (Path("/etc/resolv.conf"), Path("/etc/pip.conf"), CERTIFICATES):
        if file.exists():
            target = root / file.relative_to("/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)


def new_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="appraise-gec-containers-"))
