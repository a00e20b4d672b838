"""Static files under names that hold a hash of their content, so that browsers may keep them for ever."""

import os
import stat
from pathlib import Path
from typing import Any

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped base
    """Also rewrites the imports between JavaScript modules to the hashed names."""

    support_js_module_import_aggregation = True

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, looked up once: pages name several, and only a restart changes them."""
        if force or settings.DEBUG:
            return str(super().url(name, force))
        address = self._addresses.get(name)
        if address is None:
            address = self._addresses[name] = str(super().url(name))
        return address

    def create_compressor(self, **options: Any) -> "LikeItsOriginal":
        return LikeItsOriginal(**options)


class LikeItsOriginal(Compressor):  # type: ignore[misc]  # untyped base
    """Compressed files get the permissions of the original file, whatever the umask."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: os.stat_result) -> str:
        filename: str = super().write_data(path, data, suffix, stat_result)
        Path(filename).chmod(stat.S_IMODE(stat_result.st_mode))
        return filename
