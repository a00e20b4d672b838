"""Build the image and start its containers, without an engine and a registry: `python -m tests.containers`.

As root, on Linux, from a checkout; takes what is committed. Needs buildah, debootstrap, Postgres, Redis and
wget (Debian packages), and Docker Compose and Caddy (requirements/containers.lock). Everything runs in a
network, mounts and process numbers of its own: it uses no port of this machine and leaves nothing running.

Ends with 0, with 1 if something fails, and with 75 where a program is missing or no such network is allowed.
"""

import argparse
import importlib.util
import json
import os
import secrets
import shutil
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.containers import site
from tests.containers.compose_file import Failed, read_config
from tests.containers.engine import Engine
from tests.containers.images import LARGEST, PUBLISHED_BASE, Builder, BuildError, Image, new_folder

PROJECT = Path(__file__).resolve().parent.parent.parent
CANNOT_BE_CHECKED = 75
NAMESPACES = ("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")
PROGRAMS = {
    "buildah": "buildah",
    "debootstrap": "debootstrap",
    "redis-server": "redis-server",
    "redis-cli": "redis-tools",
    "pg_isready": "postgresql-client-common",
    "wget": "wget",
    "git": "git",
}
CADDY = Path(sys.executable).with_name("caddy")
NAME, NAME_BEFORE = "appraise-gec", "appraise-gec-before"


def main() -> int:
    options = read_options()
    if options.inside:
        return check_inside(Path(options.inside))
    if reason := cannot():
        print(reason)
        return CANNOT_BE_CHECKED
    folder = Path(options.folder).resolve() if options.folder else new_folder()
    folder.mkdir(parents=True, exist_ok=True)
    builder = Builder(folder, PROJECT)
    try:
        return build_and_check(builder, options)
    except (BuildError, Failed) as error:
        print(f"FAILS {error}")
        return 1
    finally:
        builder.close()
        if not options.folder:
            shutil.rmtree(folder, ignore_errors=True)


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.containers", description=__doc__.split("\n", 1)[0])
    parser.add_argument("--commit", default="HEAD", help="of which the image is built; default: HEAD")
    parser.add_argument(
        "--from",
        dest="before",
        metavar="COMMIT",
        help="first start the image of this commit, and upgrade what it stored",
    )
    parser.add_argument("--base", metavar="DIR", type=Path, help="a bare Debian for the base image")
    parser.add_argument("--folder", metavar="DIR", help="keep images, logs and data there")
    parser.add_argument("--inside", help=argparse.SUPPRESS)
    return parser.parse_args()


def cannot() -> str:
    """Why nothing can be checked on this machine, or nothing."""
    if os.geteuid() != 0:
        return "NOT CHECKED: this needs root, to make mounts and a network of its own."
    missing = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
    if not list(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        missing.append("postgresql")
    if missing:
        return f"NOT CHECKED: missing Debian packages: {' '.join(sorted(set(missing)))}"
    if docker_compose() is None or not CADDY.is_file():
        return "NOT CHECKED: install requirements/containers.lock into this environment."
    if subprocess.run([*NAMESPACES, "true"], capture_output=True, check=False).returncode:
        return "NOT CHECKED: this machine does not let us make a network of its own."
    return ""


def docker_compose() -> Path | None:
    package = importlib.util.find_spec("compose")
    return Path(package.origin).parent / "docker-compose" if package and package.origin else None


def build_and_check(builder: Builder, options: argparse.Namespace) -> int:
    print("building", flush=True)
    base = builder.base(PROJECT / "Dockerfile", options.base)
    checkout = builder.build(options.commit, NAME)
    below, ours = builder.sizes(NAME, base)
    print(f"image: {ours:.0f} MB on a base image of {below:.0f} MB here, {PUBLISHED_BASE} MB as published")
    status = 0
    if ours + PUBLISHED_BASE > LARGEST:
        print(f"FAILS the image is larger than {LARGEST} MB")
        status = 1
    images = {"now": (builder.open(NAME), read_files(builder.folder, checkout))}
    if options.before:
        print(f"building the image before, of {options.before}", flush=True)
        before = builder.build(options.before, NAME_BEFORE)
        images["before"] = (builder.open(NAME_BEFORE), read_before(builder.folder, before))
    state = {
        "images": {when: {**asdict(image), "root": str(image.root)} for when, (image, _) in images.items()},
        "configs": {when: config for when, (_, config) in images.items()},
        "proxy_root": str(proxy_files(builder, base)),
    }
    (builder.folder / "state.json").write_text(json.dumps(state), encoding="utf-8")
    inside = [sys.executable, "-P", "-m", "tests.containers", "--inside", str(builder.folder)]
    return subprocess.run([*NAMESPACES, *inside], cwd=PROJECT, check=False).returncode or status


def read_files(folder: Path, checkout: Path) -> dict[str, Any]:
    """The file with every secret in a file of its own."""
    made = folder / "secrets"
    made.mkdir(mode=0o711, exist_ok=True)
    folder.chmod(0o711)
    for name in ("secret-key", "postgres-password"):
        file = made / name
        if not file.exists():
            file.write_text(secrets.token_hex(24) + "\n")
        file.chmod(0o400)
        os.chown(file, 10001, 10001)
    compose = docker_compose()
    assert compose is not None
    variables = {
        "ALLOWED_HOSTS": site.HOST,
        "SECRET_KEY_FILE": str(made / "secret-key"),
        "POSTGRES_PASSWORD_FILE": str(made / "postgres-password"),
        "APPRAISE_GEC_MAX_UPLOAD_MB": str(site.UPLOAD_MB),
        **dict.fromkeys(("WEB_CPUS", "POSTGRES_CPUS", "LONG_WORKER_CPUS"), str(min(2, os.cpu_count() or 1))),
    }
    return read_config(compose, checkout, variables, ["https"])


def read_before(folder: Path, checkout: Path) -> dict[str, Any]:
    """The file of the image before, which may know no secrets in files."""
    compose = docker_compose()
    assert compose is not None
    made = folder / "secrets"
    variables = {
        "ALLOWED_HOSTS": site.HOST,
        "SECRET_KEY": (made / "secret-key").read_text().strip(),
        "POSTGRES_PASSWORD": (made / "postgres-password").read_text().strip(),
    }
    return read_config(compose, checkout, variables, [])


def proxy_files(builder: Builder, base: str) -> Path:
    """The base image's files with Caddy in them, and the folders that an engine would make for volumes."""
    container = builder.buildah("from", "--pull-never", f"docker.io/library/{base}")
    root = Path(builder.buildah("mount", container))
    shutil.copy(CADDY, root / "usr" / "bin" / "caddy")
    for name in ("data", "config", "etc/caddy"):
        (root / name).mkdir(exist_ok=True)
    (root / "etc" / "caddy" / "Caddyfile").touch()
    return root


def check_inside(folder: Path) -> int:
    """Runs in the namespaces."""
    state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    check = site.Checks()
    configs = state["configs"]
    shutil.rmtree(folder / "logs", ignore_errors=True)
    for name in ("postgres", "volumes"):
        shutil.rmtree(folder / name, ignore_errors=True)

    def engine(when: str) -> Engine:
        image = state["images"][when]
        return Engine(
            folder, configs[when], Image(**{**image, "root": Path(image["root"])}), Path(state["proxy_root"])
        )

    with site.own_network([*configs["now"]["services"], site.HOST], folder):
        before = site.check_before(check, engine("before")) if "before" in configs else {}
        site.check_all(check, engine("now"), before)
    print(f"{check.done - check.failed} of {check.done} checks passed", flush=True)
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
