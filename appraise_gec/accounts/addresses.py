"""Where a request comes from."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

NETWORK_BITS = 64


def client_address(request: HttpRequest) -> str | None:
    """The browser's network address, reported by the proxy where one is trusted; None if unknown.

    Always a well-formed address: a proxy may pass on anything, and the database accepts nothing else.
    """
    if settings.TRUST_PROXY:
        # Each proxy appends the address it saw; only the last entry was written by our own.
        forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", 1)[-1]
        if address := _well_formed(forwarded):
            return address
    return _well_formed(request.META.get("REMOTE_ADDR", ""))


def neighbourhood(request: HttpRequest) -> str:
    """The address by which wrong attempts are counted; for IPv6 the /64 network.

    One household or one rented machine has all 2^64 addresses of such a network. An IPv4 address that is
    written as IPv6 counts as itself.
    """
    address = client_address(request)
    if address is None or isinstance(ip_address(address), IPv4Address):
        return address or "unknown"
    return str(IPv6Network((address, NETWORK_BITS), strict=False))


def _well_formed(text: str) -> str | None:
    text = text.strip()
    if text.startswith("["):  # "[2001:db8::1]:4711"
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:  # "192.0.2.1:4711"
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Address(int(address)))  # without a zone
    return str(address)
