"""Rate limits per network address or account.

The counts are in the database: all web processes share them, and they work without Redis.
"""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil

from django.db import IntegrityError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from appraise_gec.accounts.models import ThrottleCount


@dataclass(frozen=True, slots=True)
class Throttle:
    """`allowed` events within `seconds` (counted from the first), then no more until that time is over."""

    name: str
    allowed: int
    seconds: int

    def is_over(self, who: str) -> bool:
        """Whether there have been too many."""
        return self._current(who).filter(count__gte=self.allowed).exists()

    def count(self, who: str) -> None:
        """Count one event.

        Each step is one statement that names what it starts from, so of two processes none loses a count.
        """
        if not self._add_one(who) and not self._begin(who):
            self._add_one(who)

    def take(self, who: str) -> bool:
        """Count one event unless there have been too many; whether it was counted. Usually one statement.

        Of many that begin the counting together no more are counted than are allowed.
        """
        return self._add_one(who, self.allowed) or (
            not self._current(who).exists() and (self._begin(who) or self._add_one(who, self.allowed))
        )

    def give_back(self, who: str) -> None:
        """Take one event back that `take` has counted, because it was none of those that are limited."""
        self._current(who).filter(count__gt=0).update(count=F("count") - 1)

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

    def _current(self, who: str) -> "QuerySet[ThrottleCount]":
        return ThrottleCount.objects.filter(key=self._key(who), ends_at__gt=timezone.now())

    def _add_one(self, who: str, most: int | None = None) -> bool:
        """Whether something is being counted, and there was room below `most` for one more."""
        current = self._current(who)
        if most is not None:
            current = current.filter(count__lt=most)
        return bool(current.update(count=F("count") + 1))

    def _begin(self, who: str) -> bool:
        """Count the first; False when another process began a moment ago."""
        now = timezone.now()
        begun = {"count": 1, "ends_at": now + timedelta(seconds=self.seconds)}
        if ThrottleCount.objects.filter(key=self._key(who), ends_at__lte=now).update(**begun):
            return True
        try:
            with transaction.atomic():
                ThrottleCount.objects.create(key=self._key(who), **begun)
        except IntegrityError:
            return False
        return True

    def _key(self, who: str) -> str:
        """A keyed hash, so that the table does not reveal addresses or accounts without the site's key."""
        return salted_hmac(f"throttle {self.name}", who, algorithm="sha256").hexdigest()


def forget_counts() -> int:
    """Delete counts whose time is over. Returns how many went."""
    return ThrottleCount.objects.filter(ends_at__lte=timezone.now()).delete()[0]


# Many accounts tried from one address. One account from one address is handled by django-axes.
WRONG_PASSWORDS = Throttle("wrong-passwords", allowed=100, seconds=900)
# One account tried from many addresses. So many that its owner cannot be kept out by a handful of them.
WRONG_PASSWORDS_OF_ACCOUNT = Throttle("wrong-passwords-of-account", allowed=100, seconds=3600)
FORGOTTEN_PASSWORDS = Throttle("forgotten-passwords", allowed=10, seconds=3600)
# Per account. Of a million codes three are right at a time: 30 tries a day find one in 30 years.
WRONG_CODES = Throttle("wrong-codes", allowed=5, seconds=900)
WRONG_CODES_A_DAY = Throttle("wrong-codes-a-day", allowed=30, seconds=86_400)
WRONG_RECOVERY_CODES = Throttle("wrong-recovery-codes", allowed=10, seconds=900)
WRONG_PASSKEYS = Throttle("wrong-passkeys", allowed=30, seconds=600)
PASSWORD_AGAIN = Throttle("password-again", allowed=10, seconds=900)
WRONG_TOKENS = Throttle("wrong-tokens", allowed=30, seconds=600)
WRONG_LINKS = Throttle("wrong-links", allowed=30, seconds=600)
NEW_PARTICIPANTS = Throttle("new-participants", allowed=60, seconds=600)
API_REQUESTS = Throttle("api", allowed=300, seconds=60)
API_REPORTS = Throttle("api-reports", allowed=30, seconds=60)
API_METRICS = Throttle("api-metrics", allowed=60, seconds=60)
