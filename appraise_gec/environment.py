"""Typed reading of environment variables: a bad value stops the start with its name and what was expected."""

import os
import re
import secrets
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUTHS = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
# 32 random hexadecimal digits hold fewer different ones less than once in ten million times.
FEWEST_DIFFERENT_CHARACTERS = 8
HOW_TO_MAKE_ONE = 'python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
HOST = re.compile(r"\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]")
ORIGIN = re.compile(r"https?://[^/\s?#@]+")


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
        """A text that may be a password or hold one: the variable's own, or that of the file in NAME_FILE."""
        value, file = self.text(name), self.text(f"{name}_FILE")
        if not file:
            return value
        if value:
            self.refuse(f"{name}_FILE", f"nothing, because {name} is set as well")
        try:
            value = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            self.refuse(f"{name}_FILE", "a file of text that this process can read")
        return value or self.refuse(f"{name}_FILE", "a file that holds the secret; this one is empty")

    def secret(self, name: str, *, minimum_length: int) -> str:
        """A text that nobody can guess. One that somebody typed to fill the line is refused."""
        value = self.private(name)
        is_repeated = value in (value + value)[1:-1]
        poor = len(set(value)) < FEWEST_DIFFERENT_CHARACTERS or value.startswith("django-insecure-")
        if value and (len(value) < minimum_length or is_repeated or poor):
            expected = f"at least {minimum_length} random characters, as this prints: {HOW_TO_MAKE_ONE}"
            self.refuse(name, expected, hide_value=True)
        return value

    def folder(self, name: str, default: Path) -> Path:
        """A folder that can be written: for the site alone, unless it is a place for many, such as /tmp."""
        folder = Path(self.text(name, str(default))).expanduser().resolve()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            about = folder.stat()
            if about.st_uid == os.getuid() and not about.st_mode & stat.S_ISVTX:
                folder.chmod(0o700)
        except OSError as refusal:
            self.refuse(name, f"a folder that can be written ({refusal.strerror}: {folder})")
        return folder

    def boolean(self, name: str, default: bool) -> bool:
        value = self.text(name).lower()
        if value and value not in TRUTHS:
            self.refuse(name, f"one of {', '.join(TRUTHS)}")
        return TRUTHS.get(value, default)

    def integer(self, name: str, default: int, *, minimum: int, maximum: int) -> int:
        value = self.text(name, str(default))
        if not re.fullmatch(r"[0-9]{1,12}", value) or not minimum <= int(value) <= maximum:
            self.refuse(name, f"a whole number from {minimum} to {maximum}")
        return int(value)

    def choice(self, name: str, default: str, choices: Collection[str], expected: str = "") -> str:
        value = self.text(name, default)
        if value not in choices:
            self.refuse(name, expected or "one of " + ", ".join(sorted(choices)))
        return value

    def listed(self, name: str, form: re.Pattern[str], expected: str) -> list[str]:
        """Values of this form, separated by commas."""
        values = [part.strip() for part in self.text(name).split(",") if part.strip()]
        if not all(form.fullmatch(value) for value in values):
            self.refuse(name, f"{expected}, separated by commas")
        return values

    def url(self, name: str, *schemes: str, private: bool = False) -> str:
        """A URL with one of these schemes; never repeated in a message, because it may hold a password."""
        value = self.private(name) if private else self.text(name)
        if value and urlsplit(value).scheme not in schemes:
            expected = "a URL starting with " + " or ".join(f"{scheme}://" for scheme in schemes)
            self.refuse(name, expected, hide_value=True)
        return value

    def smtp(self, name: str) -> dict[str, str | int | bool]:
        """Django's mail settings from smtp://user:password@host:587/?tls=starttls (or tls=ssl, tls=none)."""
        value = self.url(name, "smtp", private=True)
        if not value:
            return {}
        parts = urlsplit(value)
        tls = parse_qs(parts.query).get("tls", ["starttls"])[-1]
        try:
            port = parts.port or (465 if tls == "ssl" else 587)
        except ValueError:
            port = 0
        if not port or not parts.hostname or tls not in {"starttls", "ssl", "none"}:
            expected = "smtp://user:password@host:port/?tls=starttls (tls: starttls, ssl or none)"
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

    def refuse(self, name: str, expected: str, *, hide_value: bool = False) -> NoReturn:
        shown = "(value not shown)" if hide_value else repr(self._values.get(name, ""))
        raise ImproperlyConfigured(f"Environment variable {name} is {shown}; expected {expected}.")


def kept_secret(file: Path) -> str:
    """The secret in this file, which is made where it is missing."""
    if not file.exists():
        # Under another name, and linked: of two processes that begin together one wins.
        draft = file.with_name(f".{file.name}-{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64), encoding="ascii")
        with suppress(FileExistsError):
            os.link(draft, file)
        draft.unlink()
    return file.read_text(encoding="ascii").strip()
