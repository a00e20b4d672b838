"""docker-compose.yml and Dockerfile hold to the settings and to the command lines that ./run uses."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml
from django.conf import settings

from appraise_gec import __version__, health, processes
from tests.conftest import CHECKOUT
from tests.missing import missing_or_skip

COMPOSE = yaml.safe_load((CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES = COMPOSE["services"]
OURS = ["migrate", "web", "worker", "worker-long"]
DOCKERFILE = (CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
WEB = processes.web("0.0.0.0:8000", workers=3)


def test_the_processes_are_those_of_the_launcher():
    assert SERVICES["web"]["command"] == WEB
    assert SERVICES["worker"]["command"] == processes.worker(processes.SHORT_JOBS)
    assert SERVICES["worker-long"]["command"] == processes.worker(processes.LONG_JOBS)
    assert SERVICES["migrate"]["command"] == processes.migrate()


def test_the_version_to_cite_is_this_one():
    assert yaml.safe_load((CHECKOUT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == __version__


def test_every_setting_that_matters_in_production_can_be_set():
    fixed = {"APPRAISE_GEC_VAR", "APPRAISE_GEC_DEMO", "APPRAISE_GEC_WORKER_ALIVE_FILE"}
    # Neither holds a secret here.
    fixed |= {"DATABASE_URL_FILE", "REDIS_URL_FILE"}
    # A program that the image does not hold; one that is built on top of it names its own place.
    fixed.add("APPRAISE_GEC_METEOR_JAR")
    tuning = {name for name in settings.ENVIRONMENT.names if name.startswith("APPRAISE_GEC_JOB_")}
    assert set(SERVICES["web"]["environment"]) == settings.ENVIRONMENT.names - fixed - tuning
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= settings.ENVIRONMENT.names


def test_only_the_proxy_is_published_and_the_web_server_on_this_machine():
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"web", "proxy"}
    assert all(port.startswith("127.0.0.1:") for port in SERVICES["web"]["ports"])
    assert SERVICES["proxy"]["ports"] == ["80:80", "443:443", "443:443/udp"]


def test_no_secret_stands_in_the_files():
    text = (CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    for name in ("SECRET_KEY", "POSTGRES_PASSWORD"):
        assert set(re.findall(rf"\$\{{{name}\b(.*?)\}}", text)) == {":-"}
    assert "${ALLOWED_HOSTS:?" in text
    example = (CHECKOUT / ".env.example").read_text(encoding="utf-8")
    assert re.findall(r"^([A-Z_]+)=$", example, flags=re.MULTILINE) == [
        "SECRET_KEY",
        "POSTGRES_PASSWORD",
        "ALLOWED_HOSTS",
    ]


def docker_compose(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Docker Compose itself, with these variables and no others. It needs no engine to read its file."""
    package = importlib.util.find_spec("compose")
    if package is None or package.origin is None:
        missing_or_skip("docker compose", "it is not in this environment")
    command = [str(Path(package.origin).parent / "docker-compose"), "--env-file", os.devnull, *arguments]
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", **variables}
    return subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def test_docker_compose_reads_its_file():
    done = docker_compose("config", "--format", "json", ALLOWED_HOSTS="gec.example.org", SECRET_KEY="k")
    assert (done.returncode, done.stderr) == (0, "")
    read = json.loads(done.stdout)["services"]
    assert set(read) == set(SERVICES) - {"languagetool", "proxy"}  # those have profiles
    assert read["web"]["environment"]["SECRET_KEY_FILE"] == ""
    assert read["web"]["deploy"]["resources"]["limits"]["memory"] == str(2 * 1024**3)
    files = docker_compose(
        *("--profile", "https", "config", "--format", "json"),
        ALLOWED_HOSTS="gec.example.org",
        SECRET_KEY_FILE="./secrets/key",
        WEB_CPUS="1",
    )
    config = json.loads(files.stdout)
    assert config["secrets"]["secret_key"]["file"] == str(CHECKOUT / "secrets" / "key")
    assert config["services"]["web"]["environment"]["SECRET_KEY_FILE"] == "/run/secrets/secret_key"
    assert config["services"]["web"]["deploy"]["resources"]["limits"]["cpus"] == 1
    assert config["services"]["proxy"]["environment"]["SITE_ADDRESS"] == "gec.example.org"
    unset = docker_compose("config", "--quiet")
    assert unset.returncode != 0
    assert "set ALLOWED_HOSTS to the host name of the site" in unset.stderr


def test_caddy_reads_its_file():
    caddy = Path(sys.executable).with_name("caddy")
    if not caddy.is_file():
        missing_or_skip("caddy", "it is not in this environment")
    done = subprocess.run(
        [caddy, "adapt", "--config", CHECKOUT / "deploy" / "Caddyfile", "--adapter", "caddyfile"],
        env={"SITE_ADDRESS": "gec.example.org, gec.internal", "MAX_UPLOAD_MB": "64", "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert '"host":["gec.example.org","gec.internal"]' in done.stdout
    # Ten times what the site takes (appraise_gec/security.py reads on to four times).
    assert f'"max_size":{10 * settings.MAX_UPLOAD_BYTES}' in done.stdout
    assert '"dial":"web:8000"' in done.stdout


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


def test_containers_are_healthy_as_long_as_they_work(tmp_path, live_server, monkeypatch):
    monkeypatch.setenv("APPRAISE_GEC_WORKER_ALIVE_FILE", str(tmp_path / "alive"))
    assert not health.worker_looks_around()
    (tmp_path / "alive").touch()
    assert health.worker_looks_around()
    monkeypatch.setattr(health, "OLDEST_SIGN_OF_LIFE", -1)
    assert not health.worker_looks_around()
    monkeypatch.setenv("ALLOWED_HOSTS", "testserver,other.example")
    assert health.web_answers(live_server.thread.port)
    assert not health.web_answers(1)
