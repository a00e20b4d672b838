"""docker-compose.yml and Dockerfile hold to the settings and to the command lines that ./run uses."""

import json
import re
import subprocess

import pytest
import yaml
from django.conf import settings

from appraise_gec import health, processes
from tests.conftest import CHECKOUT

COMPOSE = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
OURS = ["migrate", "web", "worker"]
DOCKERFILE = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
WEB = processes.web("0.0.0.0:8000", workers=3)


def test_the_processes_are_those_of_the_launcher():
    assert SERVICES["web"]["command"] == WEB
    assert SERVICES["worker"]["command"] == processes.worker()
    assert SERVICES["migrate"]["command"] == processes.migrate()


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting(name):
    assert set(SERVICES[name]["environment"]) <= settings.ENVIRONMENT.names


def test_every_setting_that_matters_in_production_can_be_set():
    fixed = {"APPRAISE_GEC_VAR", "APPRAISE_GEC_DEMO", "APPRAISE_GEC_WORKER_ALIVE_FILE"}
    # Programs that the image does not hold; one that is built on top of it names its own places.
    fixed |= {"APPRAISE_GEC_METEOR_JAR", "APPRAISE_GEC_HARPER"}
    tuning = {name for name in settings.ENVIRONMENT.names if name.startswith("APPRAISE_GEC_JOB_")}
    assert set(SERVICES["web"]["environment"]) == settings.ENVIRONMENT.names - fixed - tuning


@pytest.mark.parametrize("name", OURS)
def test_ours_run_as_an_ordinary_user_without_rights(name):
    service = SERVICES[name]
    assert service["user"] == "10001:10001"
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "volumes" not in service  # all that must be kept is in the database


def test_migrations_come_first_and_once():
    assert SERVICES["migrate"]["restart"] == "no"
    assert SERVICES["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    for name in ("web", "worker"):
        assert SERVICES[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_languagetool_comes_only_when_asked_for_and_where_the_example_says():
    service = SERVICES["languagetool"]
    assert service["profiles"] == ["languagetool"]
    assert "ports" not in service
    example = (CHECKOUT / ".env.example").read_text(encoding="utf-8")
    assert "# APPRAISE_GEC_LANGUAGETOOL=http://languagetool:8010" in example
    assert not any("languagetool" in SERVICES[name]["depends_on"] for name in OURS)


@pytest.mark.parametrize("name", ["postgres", "redis", "web", "worker", "languagetool"])
def test_every_lasting_service_has_a_health_check(name):
    assert SERVICES[name]["healthcheck"]["test"][0] == "CMD"


def test_only_the_web_server_is_published_and_only_on_this_machine():
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"web"}
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["web"]["ports"])


def test_no_secret_stands_in_the_files():
    text = (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD", "ALLOWED_HOSTS"):
        assert f"${{{name}:?" in text
    example = (CHECKOUT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"^[A-Z_]+=(.*)$", example, flags=re.MULTILINE) == ["", "", ""]


def test_the_image_installs_the_hashed_lock_and_starts_the_web_server_as_the_same_user():
    assert "--require-hashes" in DOCKERFILE
    assert "requirements/runtime.lock" in DOCKERFILE
    assert f"USER {SERVICES['web']['user']}" in DOCKERFILE
    command = re.search(r"^CMD (\[.*\])$", DOCKERFILE, flags=re.MULTILINE)
    assert command and json.loads(command.group(1)) == WEB
    assert " ".join(processes.collect_static()) in DOCKERFILE


def test_a_container_starts_with_the_loops_that_the_image_compiled(tmp_path):
    assert "RUN NUMBA_CACHE_DIR=/opt/numba python -m metrics.warm_up" in DOCKERFILE
    assert "NUMBA_CACHE_DIR=/tmp/numba" in DOCKERFILE
    written = re.search(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, flags=re.MULTILINE)
    assert written
    (tmp_path / "opt" / "numba").mkdir(parents=True)
    (tmp_path / "opt" / "numba" / "loop.nbi").touch()
    (tmp_path / "tmp").mkdir()
    shell, option, script = json.loads(written.group(1))
    here = re.sub(r" /(opt/numba|tmp)\b", rf" {tmp_path}/\1", script)
    for _ in range(2):  # a container that is started again has its copy already
        done = subprocess.run(
            [shell, option, here, "echo", "two words"], capture_output=True, text=True, check=True
        )
        assert done.stdout == "two words\n"
        assert [path.name for path in (tmp_path / "tmp" / "numba").iterdir()] == ["loop.nbi"]


def test_everything_that_is_copied_into_the_image_exists_and_is_not_ignored():
    let_in = set(
        re.findall(r"^!(\S+)$", (CHECKOUT / ".dockerignore").read_text(encoding="utf-8"), flags=re.MULTILINE)
    )
    copied = {
        source
        for line in re.findall(r"^COPY (?!--from)(.*)$", DOCKERFILE, flags=re.MULTILINE)
        for source in line.split()[:-1]
    }
    assert copied == let_in
    assert all((CHECKOUT / source).exists() for source in copied)


def test_the_worker_is_healthy_as_long_as_it_looks_around(tmp_path, monkeypatch):
    monkeypatch.setenv("APPRAISE_GEC_WORKER_ALIVE_FILE", str(tmp_path / "alive"))
    monkeypatch.setattr(health, "WAIT_FOR_FIRST_SIGN", 0)
    assert health.main(["worker"]) == 1
    (tmp_path / "alive").touch()
    assert health.main(["worker"]) == 0
    monkeypatch.setattr(health, "OLDEST_SIGN_OF_LIFE", -1)
    assert health.main(["worker"]) == 1


def test_a_worker_that_is_starting_is_waited_for(tmp_path, monkeypatch):
    alive = tmp_path / "alive"
    monkeypatch.setenv("APPRAISE_GEC_WORKER_ALIVE_FILE", str(alive))
    monkeypatch.setattr("appraise_gec.health.time.sleep", lambda seconds: alive.touch())
    assert health.main(["worker"]) == 0
    worker = SERVICES["worker"]["healthcheck"]
    assert float(worker["timeout"].removesuffix("s")) > health.WAIT_FOR_FIRST_SIGN


def test_the_web_server_is_healthy_when_it_answers(live_server, monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "testserver,other.example")
    assert health.web_answers(live_server.thread.port)
    assert not health.web_answers(1)
