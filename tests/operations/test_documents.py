"""The operator's pages say what the code does."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from tests.conftest import CHECKOUT

PAGES = [
    *sorted((CHECKOUT / "docs").glob("*.md")),
    *(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "locale/README.md")),
]
OURS = ("appraise_gec", "benchmarks", "metrics", "rankings", "tests")
FOLDERS = (*OURS, "deploy", "docs", "requirements", "static", "templates")
OPERATIONS = (CHECKOUT / "docs" / "operations.md").read_text(encoding="utf-8")


def test_every_setting_is_documented_and_nothing_else():
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS, flags=re.MULTILINE))
    assert documented == settings.ENVIRONMENT.names


def test_every_path_in_the_data_folder_is_one_that_the_site_makes():
    """Those of ./run; written in the code as the parts that follow the folder's variable."""
    made = {"db.sqlite3", "secret-key", "log/web.log", "log/worker.log"}
    named = set(re.findall(r"\bvar/([a-z0-9./-]*[a-z0-9])", OPERATIONS))
    assert named <= made


def test_every_volume_service_profile_and_command_of_docker_compose_exists():
    compose = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
    volumes = set(re.findall(r"volume `([a-z]+)`", OPERATIONS))
    assert volumes == set(compose["volumes"])
    services = set(re.findall(r"docker compose exec (?:-T )?([a-z-]+)", OPERATIONS))
    services |= set(re.findall(r"--scale ([a-z-]+)=", OPERATIONS))
    services |= set(re.findall(r"(?:container|service) `([a-z-]+)`", OPERATIONS))
    assert services <= set(compose["services"])
    profiles = {name for service in compose["services"].values() for name in service.get("profiles", [])}
    named = set(re.findall(r"--profile ([a-z]+)", OPERATIONS))
    for several in re.findall(r"COMPOSE_PROFILES=([a-z,]+)", OPERATIONS):
        named |= set(several.split(","))
    assert named == profiles
    assert compose["services"]["postgres"]["environment"]["POSTGRES_USER"] == "appraise"
    assert compose["services"]["postgres"]["environment"]["POSTGRES_DB"] == "appraise"


def test_every_command_of_the_site_exists():
    named = set(re.findall(r"(?:\./run manage|manage\.py) ([a-z][a-z_]*)", OPERATIONS))
    assert {"migrate", "password_link"} <= named <= set(get_commands())


def code_paths(text: str) -> set[str]:
    """Files and folders of the code between backquotes: from the top, or any Python file with a folder."""
    quoted = re.findall(r"`([\w./-]+)`", text)
    return {
        path for path in quoted if "/" in path and (path.split("/")[0] in FOLDERS or path.endswith(".py"))
    }


def dotted_names(text: str) -> set[str]:
    """Modules, functions and classes between backquotes, and modules that a command runs with -m."""
    ours = "|".join(OURS)
    return {
        # A file may be called as a package of ours: rankings.csv.
        *re.findall(rf"`((?:{ours})(?:\.(?!csv`)\w+)+)(?:\(\))?`", text),
        *re.findall(rf"-m ((?:{ours})(?:\.[a-z]\w*)+)", text),
    }


def exists(dotted: str) -> bool:
    """Whether the longest importable beginning of the name has the rest of it."""
    names = dotted.split(".")
    for length in range(len(names), 0, -1):
        try:
            value: object = import_module(".".join(names[:length]))
        except ModuleNotFoundError:
            continue
        for name in names[length:]:
            value = getattr(value, name, None)
        return value is not None
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_path_and_module_that_a_page_names_exists(page: Path):
    text = page.read_text(encoding="utf-8")
    assert [path for path in sorted(code_paths(text)) if not (CHECKOUT / path).exists()] == []
    assert [name for name in sorted(dotted_names(text)) if not exists(name)] == []


def test_the_lock_files_hold_every_dependency_with_hashes_and_no_address():
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    of_the_site = [*project["dependencies"], *extras["site"]]
    for name, requirements in (
        ("runtime", of_the_site),
        *((extra, [*of_the_site, *more]) for extra, more in extras.items() if extra != "site"),
    ):
        lock = (CHECKOUT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
        locked = set(re.findall(r"^([a-z0-9-]+)==", lock, flags=re.MULTILINE))
        assert {re.split(r"[\[<>=]", requirement)[0] for requirement in requirements} <= locked
        assert "://" not in lock
        for block in re.split(r"\n(?=[a-z])", lock)[1:]:
            assert "--hash=sha256:" in block, block
