"""Finding codes C...: comparing two versions of a game."""

from __future__ import annotations

from generator.diagnostics.codes.table import Code, error, warning

# fmt: off
CODES: dict[str, Code] = {
    # C001-C009: where a version is
    "C001": error("git is not installed",
        "A revision (`HEAD~3`, `v1`) is read with the program git, which is not on the path. Install it, or compare "
        "with a folder that holds a copy of the old version.",
        "pnp diff v1 my-game            (no git)", "pnp diff ../my-game-old my-game"),
    "C002": error("not a game, a folder or a revision",
        "A version is the id of a game of this project, a folder (a project's, or a game's own with its game.yaml), "
        "or a git revision of the project that you stand in: a commit, a tag, a branch, `HEAD~3`. Write "
        "`REVISION:GAME` to say which game of a revision is meant. Never one of the bundled games, except in a clone "
        "of the tool.",
        "pnp diff v1.0 my-game          (there is no tag v1.0)",
        "pnp diff v1 my-game            (git tag lists them)"),
    "C003": error("a version without the game",
        "The folder or the revision has no folder of that name in its components/. If the game had another name then, "
        "write that: `REVISION:GAME`.",
        "pnp diff v1:my-gaem my-game", "pnp diff v1:my-game my-game"),
    "C004": error("which game is meant",
        "The version holds several games, and neither `--game` nor the other version says which of them to compare; "
        "or the repository holds several projects, and you stand in none of them.",
        "pnp diff v1 HEAD", "pnp diff v1 HEAD --game my-game"),
    "C005": error("a revision that cannot be read",
        "Git knows the revision, but could not give its files; its own words are in the message. In a shallow clone "
        "old revisions have no files: fetch them first.",
        "git clone --depth 1 ... && pnp diff v1 my-game", "git fetch --unshallow --tags && pnp diff v1 my-game"),
    # C010-C019: what is wrong in a version
    "C010": warning("a fault in a version that is compared",
        "A version that is compared has an error. Both are compared as far as they can be read; what the error "
        "touches may be told as removed or added although it is there. What follows the version's name is that error.",
        "the tag v1 has a card whose field is misspelt", "compare with the commit that mended it"),
    "C011": error("a version that cannot be read at all",
        "The game.yaml of one of the versions cannot be read, so there is nothing to compare.",
        "pnp diff v1 my-game            (game.yaml of v1 is no YAML)", "pnp diff v2 my-game"),
    "C012": warning("a face of the old version cannot be drawn",
        "The template or the words of a component in the old version have a fault, so that nobody can tell whether "
        "the face you printed then is the one of today. It counts as changed: it is printed again, and the old one "
        "goes.",
        "the template of v1 names a font that is gone",
        "keep the old fonts in layouts/fonts, or throw the old copies away as told"),
    "C013": warning("a language that the old version did not speak",
        "The new version is built in a language that the old one did not have. Nothing that was printed then can "
        "stay, so everything is printed.",
        "pnp build my-game --changed-since v1 --lang en      (v1 was in Japanese only)",
        "pnp build my-game --changed-since v1 --lang ja"),
}
