"""Typed reading of environment variables: a bad value stops the start with its name and what was expected."""

import re
from collections.abc import Collection, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qs, unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

TRUE = frozenset({"1", "true", "yes", "on"})
FALSE = frozenset({"0", "false", "no", "off"})

# 32 random hexadecimal digits hold fewer different ones less than once in ten million times.
FEWEST_DIFFERENT_CHARACTERS = 8
PLACEHOLDER = "django-insecure-"  # what Django writes into new projects
HOW_TO_MAKE_ONE = 'python3 -c "import secrets; print(secrets.token_urlsafe(64))"'


class Environment:
    """Reads variables, remembers which were asked for, and refuses what it cannot understand.

    An empty value counts as not set, because compose files and service managers pass empty strings.
    """

    def __init__(self, values: Mapping[str, str]) -> None:
        self._values = values
        self.names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.names.add(name)
        return self._values.get(name, "").strip() or default

    def private(self, name: str) -> str:
        """A text that may be a password or hold one: the variable's own, or that of the file in NAME_FILE.

        Container engines and service managers keep secrets in files.
        """
        value, file = self.text(name), self.text(f"{name}_FILE")
        if not file:
            return value
        if value:
            self.refuse(f"{name}_FILE", f"nothing, because {name} is set as well")
        try:
            value = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            self.refuse(f"{name}_FILE", f"a file that this process can read ({reason})")
        if not value:
            self.refuse(f"{name}_FILE", "a file that holds the secret; this one is empty")
        return value

    def secret(self, name: str, *, minimum_length: int) -> str:
        """A text that nobody can guess. One that somebody typed to fill the line is refused."""
        value = self.private(name)
        if value and (
            len(value) < minimum_length
            or len(set(value)) < FEWEST_DIFFERENT_CHARACTERS
            or is_one_text_repeated(value)
            or value.startswith(PLACEHOLDER)
        ):
            expected = f"at least {minimum_length} random characters, as this prints: {HOW_TO_MAKE_ONE}"
            self.refuse(name, expected, hide_value=True)
        return value

    def boolean(self, name: str, default: bool) -> bool:
        value = self.text(name).lower()
        if not value:
            return default
        if value not in TRUE | FALSE:
            self.refuse(name, "one of 1, true, yes, on, 0, false, no, off")
        return value in TRUE

    def integer(self, name: str, default: int, *, minimum: int, maximum: int) -> int:
        value = self.text(name)
        if not value:
            return default
        expected = f"a whole number from {minimum} to {maximum}"
        if not re.fullmatch(r"[0-9]{1,12}", value):
            self.refuse(name, expected)
        if not minimum <= int(value) <= maximum:
            self.refuse(name, expected)
        return int(value)

    def choice(self, name: str, default: str, choices: Collection[str]) -> str:
        value = self.text(name, default)
        if value not in choices:
            self.refuse(name, "one of " + ", ".join(sorted(choices)))
        return value

    def hosts(self, name: str, default: list[str]) -> list[str]:
        """Comma-separated host names. A lone * is refused: it would accept any forged Host header."""
        value = self.text(name)
        if not value:
            return default
        hosts = [host.strip() for host in value.split(",") if host.strip()]
        for host in hosts:
            if not re.fullmatch(r"\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]", host):
                self.refuse(name, "host names separated by commas, without scheme, port or *")
        return hosts

    def origins(self, name: str) -> list[str]:
        """Comma-separated origins such as https://gec.example.org."""
        origins = [part.strip() for part in self.text(name).split(",") if part.strip()]
        for origin in origins:
            if not re.fullmatch(r"https?://[^/\s?#@]+", origin):
                self.refuse(name, "origins such as https://gec.example.org, separated by commas")
        return origins

    def url(self, name: str, schemes: Collection[str]) -> str:
        """A URL with one of these schemes; never repeated in a message, because it may hold a password."""
        return self._of_schemes(name, self.text(name), schemes)

    def private_url(self, name: str, schemes: Collection[str]) -> str:
        """The same, which may also come from a file."""
        return self._of_schemes(name, self.private(name), schemes)

    def _of_schemes(self, name: str, value: str, schemes: Collection[str]) -> str:
        if value and urlsplit(value).scheme not in schemes:
            expected = "a URL starting with " + " or ".join(f"{scheme}://" for scheme in sorted(schemes))
            self.refuse(name, expected, hide_value=True)
        return value

    def time_zone(self, name: str, default: str) -> str:
        value = self.text(name, default)
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            self.refuse(name, "a time zone name such as UTC or Asia/Tokyo")
        return value

    def smtp(self, name: str) -> dict[str, str | int | bool]:
        """Django's mail settings from smtp://user:password@host:587/?tls=starttls (or tls=ssl, tls=none)."""
        value = self.private_url(name, {"smtp"})
        if not value:
            return {}
        expected = "smtp://user:password@host:port/?tls=starttls (tls: starttls, ssl or none)"
        parts = urlsplit(value)
        tls = parse_qs(parts.query).get("tls", ["starttls"])[-1]
        try:
            port = parts.port or (465 if tls == "ssl" else 587)
        except ValueError:
            self.refuse(name, expected, hide_value=True)
        if not parts.hostname or tls not in {"starttls", "ssl", "none"}:
            self.refuse(name, expected, hide_value=True)
        return {
            "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "EMAIL_HOST": parts.hostname,
            "EMAIL_PORT": port,
            "EMAIL_HOST_USER": unquote(parts.username or ""),
            "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
            "EMAIL_USE_TLS": tls == "starttls",
            "EMAIL_USE_SSL": tls == "ssl",
            "EMAIL_TIMEOUT": 20,
        }

    def need_package(self, name: str, module: str, package: str) -> None:
        """Refuse the variable when the package that it is for is not installed."""
        if find_spec(module) is None:
            expected = f"nothing, because the package {package} is not installed (pip install {package})"
            self.refuse(name, expected, hide_value=True)

    def refuse(self, name: str, expected: str, *, hide_value: bool = False) -> NoReturn:
        shown = "(value not shown)" if hide_value else repr(self._values.get(name, ""))
        raise ImproperlyConfigured(f"Environment variable {name} is {shown}; expected {expected}.")


def is_one_text_repeated(value: str) -> bool:
    """Whether the value is a shorter text written twice or more."""
    return value in (value + value)[1:-1]
