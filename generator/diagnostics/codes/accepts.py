"""Finding codes A...: accepting a finding in the file, with a reason."""

from __future__ import annotations

from generator.diagnostics.codes.table import ERROR, WARNING, Code

CODES: dict[str, Code] = {
    "A001": Code(
        ERROR,
        "accepted without a reason",
        "A comment `pnp: accept CODE` takes one finding as it is. In a year nobody will know why, so the reason stands "
        "behind the code, in a few words.",
        bad="# pnp: accept R030\nwool: {name: wool}",
        good="# pnp: accept R030 the expansion has sheep\nwool: {name: wool}",
    ),
    "A002": Code(
        ERROR,
        "accepts a code that does not exist",
        "A comment `pnp: accept` begins with the code of the finding, as it stands in the report: a letter and three "
        "digits. `pnp explain` lists all of them.",
        bad="wool: {name: wool}    # pnp: accept R300 the expansion has sheep",
        good="wool: {name: wool}    # pnp: accept R030 the expansion has sheep",
    ),
    "A003": Code(
        ERROR,
        "accepts what cannot be accepted",
        "Warnings and notes can be accepted, and a few errors that a designer may want just so. Other errors mean that "
        "something cannot be read, counted, found or printed; no reason changes that. Mend it instead.",
        bad="expect: 30    # pnp: accept D020 the last card is not drawn yet",
        good="expect: 29",
    ),
    "A004": Code(
        WARNING,
        "nothing to accept",
        "A comment `pnp: accept` stands where its finding no longer is: it was mended, has moved to another line, or "
        "never was there. Delete the comment, or move it to the line before, or the end of, the line of the finding. "
        "In a folder that several games share, it is told only when all games are checked.",
        bad="# pnp: accept R030 the expansion has sheep\nwool: {name: wool}    # and a card now gains {wool}",
        good="wool: {name: wool}",
    ),
}
