"""`dataclass`, frozen where it is looked after: by the type checker, and in the tests.

Values are never changed once they are made. mypy sees to that (for mypy this is `dataclasses.dataclass`), and so do
the tests, which set PNP_FROZEN. In use the guard is left out: it would cost every one of a million values a call for
each of its fields, and every class two methods at each start: a twentieth of the time of `pnp check`.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (handed on)
else:
    _GUARDED = bool(os.environ.get("PNP_FROZEN"))

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: Any) -> Any:  # noqa: ANN401
        """As `dataclasses.dataclass`; what is frozen can be hashed, guarded or not."""
        if frozen and not _GUARDED:
            frozen, options = False, {**options, "unsafe_hash": eq}
        make: Callable[[type], type] = dataclasses.dataclass(frozen=frozen, eq=eq, **options)
        return make if cls is None else make(cls)
