"""A Redis cache that may be unavailable: it then counts as empty, and no page fails.

So it may only hold what can be computed again, and no counts; the throttles count in the database.
"""

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

# After a failure Redis is left alone for a while: one that does not even refuse would hold up every page.
PAUSE_SECONDS = 10.0
_asked_again_at = 0.0
Found = TypeVar("Found")


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache; a failure to reach Redis counts as an empty cache."""

    def add(self, *arguments: Any, **options: Any) -> bool:
        return _try(lambda: super(ForgivingRedisCache, self).add(*arguments, **options), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _try(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def set(self, *arguments: Any, **options: Any) -> None:
        _try(lambda: super(ForgivingRedisCache, self).set(*arguments, **options), None)

    def touch(self, *arguments: Any, **options: Any) -> bool:
        return _try(lambda: super(ForgivingRedisCache, self).touch(*arguments, **options), False)

    def delete(self, *arguments: Any, **options: Any) -> bool:
        return _try(lambda: super(ForgivingRedisCache, self).delete(*arguments, **options), False)

    def get_many(self, *arguments: Any, **options: Any) -> dict[Any, Any]:
        return _try(lambda: super(ForgivingRedisCache, self).get_many(*arguments, **options), {})

    def set_many(self, *arguments: Any, **options: Any) -> list[Any]:
        return _try(lambda: super(ForgivingRedisCache, self).set_many(*arguments, **options), [])

    def delete_many(self, *arguments: Any, **options: Any) -> None:
        _try(lambda: super(ForgivingRedisCache, self).delete_many(*arguments, **options), None)

    def has_key(self, *arguments: Any, **options: Any) -> bool:
        return _try(lambda: super(ForgivingRedisCache, self).has_key(*arguments, **options), False)

    def clear(self) -> None:
        _try(super().clear, None)


def _try(work: Callable[[], Found], otherwise: Found) -> Found:
    global _asked_again_at  # noqa: PLW0603 - one Redis for all threads of the process
    if time.monotonic() < _asked_again_at:
        return otherwise
    try:
        return work()
    except (RedisError, OSError) as error:
        _asked_again_at = time.monotonic() + PAUSE_SECONDS
        logger.warning("the cache cannot be reached; pages are computed without it: %s", error)
        return otherwise
