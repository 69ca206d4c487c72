"""The shape of one row of the table of finding codes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial


class Severity(Enum):
    """How bad a finding is. Errors end a build; warnings and notes do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its severity, a title of a few words, and the text of `pnp explain`
    (what it means, how to mend it), with the smallest bad and good example. `accept`: true for an error that a
    designer may accept with a reason (`# pnp: accept CODE reason`)."""

    severity: Severity
    title: str
    explain: str
    bad: str = ""
    good: str = ""
    accept: bool = False

    @property
    def acceptable(self) -> bool:
        """True for what may be left as it is: all warnings and notes, few errors."""
        return self.accept or self.severity is not Severity.ERROR


error, warning, note = (partial(Code, severity) for severity in Severity)
"""A row: its title, its words, a bad and a good example."""
