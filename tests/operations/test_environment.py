"""Reading settings from the environment: bad values are refused with name, value and what was expected."""

import secrets

import pytest
from django.core.exceptions import ImproperlyConfigured

from appraise_gec.environment import Environment


def test_an_empty_value_counts_as_not_set():
    environment = Environment({"A": "", "B": "  "})
    assert environment.text("A", "default") == "default"
    assert environment.boolean("B", True) is True


@pytest.mark.parametrize("make", [lambda: secrets.token_hex(16), lambda: secrets.token_urlsafe(24)])
def test_random_secrets_are_taken(make):
    for _ in range(1000):
        value = make()
        assert Environment({"X": value}).secret("X", minimum_length=32) == value


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda e: e.boolean("X", False), "maybe"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "100"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "-1"),
        (lambda e: e.integer("X", 1, minimum=0, maximum=99), "1e1"),
        (lambda e: e.hosts("X", []), "*"),
        (lambda e: e.hosts("X", []), "https://gec.example.org"),
        (lambda e: e.hosts("X", []), "gec.example.org:8000"),
        (lambda e: e.origins("X"), "gec.example.org"),
        (lambda e: e.origins("X"), "https://gec.example.org/path"),
        (lambda e: e.time_zone("X", "UTC"), "Mars/Olympus"),
        (lambda e: e.time_zone("X", "UTC"), "../../etc/passwd"),
        (lambda e: e.choice("X", "a", {"a", "b"}), "c"),
    ],
)
def test_bad_values_are_refused_by_name(read, value):
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(Environment({"X": value}))
    assert str(refusal.value).startswith(f"Environment variable X is {value!r}; expected ")


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda e: e.secret("X", minimum_length=32), "hunter2"),
        (lambda e: e.secret("X", minimum_length=32), "hunter2" * 6),
        (lambda e: e.url("X", {"postgres"}), "mysql://me:hunter2@db/gec"),
        (lambda e: e.smtp("X"), "smtp://me:hunter2@mail.example:notaport/"),
        (lambda e: e.smtp("X"), "smtp://me:hunter2@mail.example/?tls=perhaps"),
    ],
)
def test_a_refusal_does_not_repeat_a_password(read, value):
    with pytest.raises(ImproperlyConfigured, match=r"X is \(value not shown\)") as refusal:
        read(Environment({"X": value}))
    assert "hunter2" not in str(refusal.value)


def test_a_secret_may_stand_in_a_file(tmp_path):
    file = tmp_path / "secret"
    value = secrets.token_hex(24)
    file.write_text(f"{value}\n")
    environment = Environment({"X_FILE": str(file), "X": ""})
    assert environment.secret("X", minimum_length=32) == value
    assert environment.names == {"X", "X_FILE"}
    file.write_text("redis://:pass%2Fword@queue:6379/0")
    assert Environment({"X_FILE": str(file)}).private_url("X", {"redis"}) == file.read_text()


def test_mail_settings_come_from_one_url():
    mail = Environment({"X": "smtp://me%40here:pass%2Fword@mail.example/?tls=ssl"}).smtp("X")
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_SSL"]) == ("mail.example", 465, True)
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("me@here", "pass/word")
