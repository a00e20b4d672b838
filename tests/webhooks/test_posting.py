"""Where a message may go, and what the other side may do without harm."""

import datetime
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from rankings.webhooks import posting
from rankings.webhooks.posting import BadAddressError, check_url, is_public, post
from tests.webhooks.conftest import Receiver


@pytest.fixture
def leads_to(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let every name have these addresses."""

    def lead(*places: str) -> None:
        def getaddrinfo(host: str, port: int, *_: Any, **__: Any) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (place, port)) for place in places]

        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)

    return lead


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.1"),
        *("192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::"),
        *("::7f00:1", "2001:0:7f00:1::"),
    ],
)
def test_addresses_of_the_operators_network_are_no_public_ones(
    address: str, leads_to: Callable[..., None]
) -> None:
    assert not is_public(ip_address(address))
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(BadAddressError):
        check_url(f"https://{literal}/", private=False)
    # Behind a name, too, and even if another address of the name is a public one.
    leads_to("93.184.215.14", address)
    assert post("https://hooks.example.org/", b"{}", {}).error == "The name leads to no public address."


@pytest.mark.parametrize("address", ["93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://hooks.example.org/", "https"),
        ("ftp://hooks.example.org/", "https"),
        ("file:///etc/passwd", "https"),
        ("hooks.example.org", "https"),
        ("https://", "names no machine"),
        ("https:///path", "names no machine"),
        ("https://hooks.example.org:0/", "names no machine"),
        ("https://hooks.example.org:99999/", "not an address"),
        ("https://[::1", "not an address"),
        ("https://me:secret@hooks.example.org/", "password"),
        ("https://hooks.example.org/a b", "spaces"),
        ("https://hooks.example.org/\r\nX: y", "spaces"),
        (f"https://hooks.example.org/{'x' * 500}", "500"),
        ("https://127.0.0.1/", "public"),
        ("https://[::ffff:10.0.0.1]/", "public"),
        ("https://localhost/", "public"),
        ("https://db.LOCAL./in", "public"),
    ],
)
def test_other_addresses_are_refused_with_the_reason(url: str, why: str) -> None:
    with pytest.raises(BadAddressError, match=why):
        check_url(url, private=False)


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "017700000001"])
def test_other_ways_to_write_this_machine_are_refused_when_looked_up(host: str) -> None:
    outcome = post(f"https://{host}/", b"{}", {})
    assert (outcome.status, outcome.error) == (None, "The name leads to no public address.")


def test_unknown_names_and_private_ones_are_told_in_the_same_words(
    leads_to: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leads_to("10.0.0.1")
    private = post("https://hooks.example.org/", b"{}", {})

    def unknown(*_: Any, **__: Any) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    assert post("https://hooks.example.org/", b"{}", {}) == private


def test_the_connection_goes_to_the_address_that_was_looked_up(
    receiver: Receiver, leads_to: Callable[..., None]
) -> None:
    """A name that means something else a moment later does not lead there."""
    port = receiver.url.rstrip("/").rpartition(":")[2]
    leads_to("127.0.0.1")
    outcome = post(f"http://hooks.example.org:{port}/in?a=1", b"{}", {"X-A": "b"}, private=True)
    assert outcome.arrived
    headers, body = receiver.got[0]
    assert (headers["Host"], headers["X-A"], body) == (f"hooks.example.org:{port}", "b", b"{}")


def test_http_stays_in_the_private_network(leads_to: Callable[..., None]) -> None:
    leads_to("93.184.215.14")
    assert "https" in post("http://hooks.example.org/", b"{}", {}, private=True).error


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(receiver: Receiver, status: int) -> None:
    receiver.answers = [status]
    outcome = post(receiver.url, b"{}", {}, private=True)
    assert (outcome.status, outcome.arrived, len(receiver.got)) == (status, False, 1)


def test_a_message_that_is_too_large_is_not_sent(receiver: Receiver) -> None:
    assert "too large" in post(receiver.url, b"x" * 70_000, {}, private=True).error
    assert not receiver.got


@pytest.fixture
def tedious() -> Iterator[int]:
    """Answers a byte now and then, for ever; gives its port."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def answer() -> None:
        taken, _ = listening.accept()
        with taken:
            while not over.wait(0.05):
                try:
                    taken.sendall(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    over.set()
    listening.close()
    thread.join(timeout=5)


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_who_answers_for_ever_is_left(tedious: int, scheme: str) -> None:
    outcome = post(f"{scheme}://127.0.0.1:{tedious}/", b"{}", {}, private=True, seconds=0.5)
    assert outcome.status is None
    assert outcome.error


def test_nobody_there_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    assert post(f"http://127.0.0.1:{port}/", b"{}", {}, private=True).error == "The connection was refused."


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Of hooks.example.org, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hooks.example.org")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hooks.example.org")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        # From Python 3.13 on, a certificate that lacks one of these is refused.
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.KeyUsage(
                digital_signature=True,
                key_cert_sign=True,
                crl_sign=True,
                content_commitment=False,
                key_encipherment=False,
                data_encipherment=False,
                key_agreement=False,
                encipher_only=False,
                decipher_only=False,
            ),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "certificate.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return path


@pytest.fixture
def secure_port(certificate: Path) -> Iterator[int]:
    """A server with TLS that says 200 to everybody."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        while True:
            try:
                plain, _ = listening.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(plain, server_side=True) as taken:
                    # The body may come after the head; what is not read would reset the connection.
                    asked = b""
                    while not asked.endswith(b"{}") and (more := taken.recv(65536)):
                        asked += more
                    taken.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            except OSError:
                plain.close()

    threading.Thread(target=answer, daemon=True).start()
    yield listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()


def test_certificates_are_of_the_name_and_not_of_the_address(
    secure_port: int, certificate: Path, leads_to: Callable[..., None]
) -> None:
    trusted = ssl.create_default_context(cafile=str(certificate))
    leads_to("127.0.0.1")

    def sent(host: str, context: ssl.SSLContext | None) -> posting.Outcome:
        return post(f"https://{host}:{secure_port}/", b"{}", {}, private=True, context=context)

    assert sent("hooks.example.org", trusted).status == 200
    assert "certificate is not valid" in sent("other.example.org", trusted).error
    assert "certificate is not valid" in sent("hooks.example.org", None).error
