"""One POST to an address that somebody typed, which may lead anywhere.

The name is looked up once, and the connection goes to an address that was found then: a name that later
means something else leads nowhere new. Addresses inside the operator's network are refused, and so are
redirects. Nothing of the answer is kept but its status.
"""

import http.client
import ipaddress
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from appraise_gec.known_words import KnownWords
from appraise_gec.words import words

LONGEST_URL = 500
CONNECT_SECONDS = 5.0
TOTAL_SECONDS = 10.0
MOST_BYTES = 64 * 1024
USER_AGENT = "Appraise-GEC-Webhook"

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
# Kept for one machine and for networks without a registrar: RFC 6761 and 6762, and `internal` by ICANN.
PRIVATE_NAMES = (".localhost", ".local", ".internal")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")

TOO_LONG = words("The address has more than %(most)s characters.", most=LONGEST_URL)
UNPRINTABLE = words("The address has spaces or characters in it that cannot be printed.")
NO_ADDRESS = words("This is not an address of the web.")
NOT_SECURE = words("The address has to begin with https://.")
NO_MACHINE = words("The address names no machine.")
WITH_PASSWORD = words("The address holds a user name or a password. Messages are signed instead.")
NOT_PUBLIC = words("The address is not a public one.")
TOO_LARGE = words("The message is too large.")
NOWHERE_PUBLIC = words("The name leads to no public address.")
NOT_SECURE_BEYOND = words("Beyond the private network, the address has to begin with https://.")
NO_ANSWER = words("No answer within %(seconds)s seconds.")
BAD_CERTIFICATE = words("The certificate is not valid: %(reason)s.")
NO_TLS = words("No secure connection could be made.")
CONNECTION_REFUSED = words("The connection was refused.")
CONNECTION_FAILED = words("The connection failed, or the answer was not one of the web.")

# What is stored with a message that did not arrive is in English; pages say it in their language.
REASONS = KnownWords(
    (
        *(TOO_LONG, UNPRINTABLE, NO_ADDRESS, NOT_SECURE, NO_MACHINE, WITH_PASSWORD, NOT_PUBLIC, TOO_LARGE),
        *(NOWHERE_PUBLIC, NOT_SECURE_BEYOND, NO_ANSWER, BAD_CERTIFICATE),
        *(NO_TLS, CONNECTION_REFUSED, CONNECTION_FAILED),
    ),
    shapes={"reason": ".+"},
    values={"reason": str},
)


class BadAddressError(ValueError):
    """No message is sent to this address; the text says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: the status of the answer, or None and why there was none."""

    status: int | None
    error: str = ""

    @property
    def arrived(self) -> bool:
        """Whether the other side took the message."""
        return self.status is not None and 200 <= self.status < 300


def check_url(url: str, *, private: bool) -> SplitResult:
    """The parts of an address that messages may be sent to, as far as one can say without looking it up.

    Args:
        url: what somebody typed.
        private: whether addresses in private networks are allowed, and http with them.

    Raises:
        BadAddressError: it is none.
    """
    if len(url) > LONGEST_URL:
        raise BadAddressError(TOO_LONG)
    if any(not character.isprintable() or character.isspace() for character in url):
        raise BadAddressError(UNPRINTABLE)
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except (ValueError, UnicodeError):
        raise BadAddressError(NO_ADDRESS) from None
    if parts.scheme not in ({"https", "http"} if private else {"https"}):
        raise BadAddressError(NOT_SECURE)
    if not host or port == 0:
        raise BadAddressError(NO_MACHINE)
    if parts.username is not None or parts.password is not None:
        raise BadAddressError(WITH_PASSWORD)
    literal = _literal(host)
    named_private = f".{host.rstrip('.')}".endswith(PRIVATE_NAMES)
    if not private and (named_private or (literal is not None and not is_public(literal))):
        raise BadAddressError(NOT_PUBLIC)
    return parts


def post(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    private: bool = False,
    context: ssl.SSLContext | None = None,
    seconds: float = TOTAL_SECONDS,
) -> Outcome:
    """Send the body, and say what came of it. Never raises for what the other side does.

    Args:
        url: where to; checked again.
        body: at most `MOST_BYTES`.
        headers: besides those of every message.
        private: as in `check_url`.
        context: of TLS; the machine's usual certificates unless told.
        seconds: that all of it may take, from the connection on.
    """
    if len(body) > MOST_BYTES:
        return Outcome(None, str(TOO_LARGE))
    try:
        parts = check_url(url, private=private)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        place = _look_up(parts.scheme, host, port, private=private)
    except BadAddressError as error:
        return Outcome(None, str(error))
    if parts.scheme == "https":
        secure = context or ssl.create_default_context()
        connection: http.client.HTTPConnection = _HttpsTo(place, host, port, secure)
    else:
        connection = _HttpTo(place, host, port)
    return _send(connection, parts, body, headers, seconds)


def is_public(address: Address) -> bool:
    """Whether an address is one of the public internet, also behind the ways to write an old one as a new."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _NAT64:
            return is_public(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if inner is not None and not is_public(inner):
            return False
        if address.is_site_local:
            return False
    return (
        address.is_global
        and not address.is_multicast
        and not address.is_reserved
        and not address.is_unspecified
    )


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return None


def _look_up(scheme: str, host: str, port: int, *, private: bool) -> str:
    """The address to connect to.

    All that the name has must be allowed. A name without any, and one with a private address, are told in
    the same words: nobody learns which names the operator's network knows.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        found = []
    places = [str(row[4][0]) for row in found]
    if not places or (not private and not all(_is_public_text(place) for place in places)):
        raise BadAddressError(NOWHERE_PUBLIC)
    if scheme == "http" and any(_is_public_text(place) for place in places):
        raise BadAddressError(NOT_SECURE_BEYOND)
    return places[0]


def _is_public_text(place: str) -> bool:
    address = _literal(place)
    return address is not None and is_public(address)


def _send(
    connection: http.client.HTTPConnection,
    parts: SplitResult,
    body: bytes,
    headers: Mapping[str, str],
    seconds: float,
) -> Outcome:
    late = threading.Event()

    def end() -> None:
        # A limit for each read would not do: who sends a byte now and then could hold the worker.
        late.set()
        if connection.sock is not None:
            with suppress(OSError):  # closed already
                connection.sock.shutdown(socket.SHUT_RDWR)

    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    watch = threading.Timer(seconds, end)
    watch.daemon = True
    watch.start()
    try:
        connection.connect()
        connection.request("POST", path, body, {"User-Agent": USER_AGENT, "Connection": "close", **headers})
        return Outcome(connection.getresponse().status)
    except (OSError, http.client.HTTPException, ValueError) as error:
        if late.is_set() or isinstance(error, TimeoutError):
            return Outcome(None, str(NO_ANSWER) % {"seconds": f"{seconds:g}"})
        return Outcome(None, _in_words(error))
    finally:
        watch.cancel()
        connection.close()


def _in_words(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return (str(BAD_CERTIFICATE) % {"reason": error.verify_message})[:200]
    if isinstance(error, ssl.SSLError):
        return str(NO_TLS)
    if isinstance(error, ConnectionRefusedError):
        return str(CONNECTION_REFUSED)
    return str(CONNECTION_FAILED)


class _HttpTo(http.client.HTTPConnection):
    """Goes to the address that was looked up, not to what the name means by now."""

    def __init__(self, place: str, host: str, port: int) -> None:
        super().__init__(host, port, timeout=CONNECT_SECONDS)
        self._place = place

    def connect(self) -> None:
        self.sock = socket.create_connection((self._place, self.port), CONNECT_SECONDS)
        self.sock.settimeout(TOTAL_SECONDS)


class _HttpsTo(_HttpTo):
    """The same with TLS, for which the name counts."""

    def __init__(self, place: str, host: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(place, host, port)
        self._name = host
        self._context = context
        self.default_port = 443

    def connect(self) -> None:
        super().connect()
        # Greeted only when the socket is in its place, where the watch can end that, too.
        secured = self._context.wrap_socket(
            self.sock, server_hostname=self._name, do_handshake_on_connect=False
        )
        self.sock = secured
        secured.do_handshake()
