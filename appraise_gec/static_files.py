"""Static files under names that hold a hash of their content, so that browsers may keep them for ever."""

import stat
from pathlib import Path
from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # untyped base
    """Also rewrites the imports between JavaScript modules to the hashed names."""

    support_js_module_import_aggregation = True

    def create_compressor(self, **options: Any) -> "LikeItsOriginal":
        return LikeItsOriginal(**options)


class LikeItsOriginal(Compressor):  # type: ignore[misc]  # untyped base
    """Compressed files get the permissions of the original file, whatever the umask."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: Any) -> str:
        filename: str = super().write_data(path, data, suffix, stat_result)
        Path(filename).chmod(stat.S_IMODE(stat_result.st_mode))
        return filename
