"""Where a request comes from."""

from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil

from django.conf import settings
from django.db import connection
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from appraise_gec.accounts.models import ThrottleCount

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


# Counts one more, or begins anew where the time of the earlier ones is over. No row comes back where there
# were too many.
COUNT_ONE = """
    INSERT INTO accounts_throttlecount (key, count, ends_at) VALUES (%(key)s, 1, %(end)s)
    ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN accounts_throttlecount.ends_at <= %(now)s THEN 1
                     ELSE accounts_throttlecount.count + 1 END,
        ends_at = CASE WHEN accounts_throttlecount.ends_at <= %(now)s THEN excluded.ends_at
                       ELSE accounts_throttlecount.ends_at END
    WHERE accounts_throttlecount.ends_at <= %(now)s OR accounts_throttlecount.count < %(allowed)s
    RETURNING 1
"""


@dataclass(frozen=True, slots=True)
class Throttle:
    """`allowed` events within `seconds` (counted from the first), then no more until that time is over."""

    name: str
    allowed: int
    seconds: int

    def take(self, who: str) -> bool:
        """Count one event unless there have been too many; whether it was counted."""
        now = timezone.now()
        times = {"now": now, "end": now + timedelta(seconds=self.seconds)}
        adapted = {name: connection.ops.adapt_datetimefield_value(time) for name, time in times.items()}
        with connection.cursor() as cursor:
            cursor.execute(COUNT_ONE, {"key": self._key(who), "allowed": self.allowed, **adapted})
            return cursor.fetchone() is not None

    def give_back(self, who: str) -> None:
        """Take one event back that was none of those that are limited."""
        current = ThrottleCount.objects.filter(key=self._key(who), ends_at__gt=timezone.now(), count__gt=0)
        current.update(count=F("count") - 1)

    def is_over(self, who: str) -> bool:
        """Whether there have been too many."""
        full = ThrottleCount.objects.filter(key=self._key(who), count__gte=self.allowed)
        return full.filter(ends_at__gt=timezone.now()).exists()

    def forget(self, who: str) -> None:
        """Begin the counting anew."""
        ThrottleCount.objects.filter(key=self._key(who)).delete()

    def seconds_left(self, who: str) -> int:
        """How long until the counting begins anew; 0 when nothing is counted."""
        ends_at = ThrottleCount.objects.filter(key=self._key(who)).values_list("ends_at", flat=True).first()
        return max(0, ceil((ends_at - timezone.now()).total_seconds())) if ends_at else 0

    @property
    def minutes(self) -> int:
        return -(-self.seconds // 60)

    def _key(self, who: str) -> str:
        """A keyed hash, so that the table does not reveal addresses or accounts without the site's key."""
        return salted_hmac(f"throttle {self.name}", who, algorithm="sha256").hexdigest()


def forget_counts() -> int:
    """Delete counts whose time is over. Returns how many went."""
    return ThrottleCount.objects.filter(ends_at__lte=timezone.now()).delete()[0]


# One account tried from one address; many accounts tried from one; one account tried from many, so many that
# its owner cannot be kept out by a handful of them.
WRONG_PASSWORDS_HERE = Throttle("wrong-passwords-here", allowed=8, seconds=900)
WRONG_PASSWORDS = Throttle("wrong-passwords", allowed=100, seconds=900)
WRONG_PASSWORDS_OF_ACCOUNT = Throttle("wrong-passwords-of-account", allowed=100, seconds=3600)
FORGOTTEN_PASSWORDS = Throttle("forgotten-passwords", allowed=10, seconds=3600)
# Per account. Of a million codes three are right at a time: 30 tries a day find one in 30 years.
WRONG_CODES = Throttle("wrong-codes", allowed=5, seconds=900)
WRONG_CODES_A_DAY = Throttle("wrong-codes-a-day", allowed=30, seconds=86_400)
USED_CODES = Throttle("used-codes", allowed=1, seconds=90)
WRONG_RECOVERY_CODES = Throttle("wrong-recovery-codes", allowed=10, seconds=900)
WRONG_PASSKEYS = Throttle("wrong-passkeys", allowed=30, seconds=600)
PASSWORD_AGAIN = Throttle("password-again", allowed=10, seconds=900)
WRONG_TOKENS = Throttle("wrong-tokens", allowed=30, seconds=600)
WRONG_LINKS = Throttle("wrong-links", allowed=30, seconds=600)
NEW_PARTICIPANTS = Throttle("new-participants", allowed=60, seconds=600)
API_REQUESTS = Throttle("api", allowed=300, seconds=60)
API_REPORTS = Throttle("api-reports", allowed=30, seconds=60)
API_METRICS = Throttle("api-metrics", allowed=60, seconds=60)
