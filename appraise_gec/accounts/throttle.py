"""Counting what should not happen often, per network address or account, in the cache."""

import hashlib
from dataclasses import dataclass

from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Throttle:
    """`allowed` events within `seconds` (counted from the first), then no more until that time is over."""

    name: str
    allowed: int
    seconds: int

    def is_over(self, who: str) -> bool:
        """Whether there have been too many."""
        return bool(cache.get(self._key(who), 0) >= self.allowed)

    def count(self, who: str) -> None:
        """Count one."""
        key = self._key(who)
        cache.add(key, 0, self.seconds)
        try:
            cache.incr(key)
        except ValueError:  # it expired between the two lines
            cache.set(key, 1, self.seconds)

    @property
    def minutes(self) -> int:
        return -(-self.seconds // 60)

    def _key(self, who: str) -> str:
        return f"throttle-{self.name}-{hashlib.sha256(who.encode()).hexdigest()[:32]}"


# Many accounts tried from one address. One account tried too often is the business of django-axes.
WRONG_PASSWORDS = Throttle("wrong-passwords", allowed=100, seconds=900)
FORGOTTEN_PASSWORDS = Throttle("forgotten-passwords", allowed=10, seconds=3600)
WRONG_LINKS = Throttle("wrong-links", allowed=30, seconds=600)
NEW_PARTICIPANTS = Throttle("new-participants", allowed=60, seconds=600)
