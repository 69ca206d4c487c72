"""The house rules that a machine can hold: direction of imports, sizes, codes and their explanations."""

from __future__ import annotations

import ast
import collections
import functools
import re
import statistics
import sys
import tomllib
from graphlib import TopologicalSorter
from importlib.metadata import packages_distributions

import pytest

from generator.diagnostics.codes import CODES
from generator.export import Exporter, formats
from tests.conftest import ROOT

PACKAGE = ROOT / "generator"
FILES = sorted(PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EVERYWHERE = {"cache", "diagnostics", "git", "project", "values", "words"}
STREET = ("expressions", "data", "face", "typeset", "layout", "sheet", "export", "summary", "compare")
MAY_IMPORT = {
    "diagnostics": {"values"},
    "project": {"values"},
    "git": {"diagnostics", "project"},
    "cache": set(),
    "values": set(),
    "words": {"values", "diagnostics", "project", "data"},
    **{room: EVERYWHERE | set(STREET[:n]) for n, room in enumerate(STREET)},
    "engine": EVERYWHERE | {"expressions", "data", "face", "typeset", "layout", "sheet"},
}


@functools.cache
def nodes_of(path):
    """All nodes of a file's syntax tree."""
    return (*ast.walk(ast.parse(path.read_text())),)


@functools.cache
def imports(path):
    found = []
    for node in nodes_of(path):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.append(node.module)
        elif isinstance(node, ast.Import):
            found += [a.name for a in node.names]
    return found


def room_of(module):
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and parts[0] == "generator" else None


def test_no_room_imports_a_later_room():
    """The street itself and the command line see everything."""
    faults = {}
    for path in FILES:
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        used = {room_of(m) for m in imports(path)} - {None, own}
        if late := used - MAY_IMPORT.get(own, used):
            faults[str(path.relative_to(PACKAGE))] = late
    assert faults == {}, "imports a later room (`MAY_IMPORT`): what both need belongs into the earlier one"


def test_things_are_known_by_their_values():
    """The `id` of what is gone is soon another's: one class keeps what it knows so, for all."""
    calls = ((p.name, n) for p in FILES for n in nodes_of(p) if isinstance(n, ast.Call))
    assert {name for name, n in calls if isinstance(n.func, ast.Name) and n.func.id == "id"} == {"visibility.py"}


def test_every_library_is_declared():
    """What only comes along with another library may be gone with its next version."""
    optional = PROJECT["optional-dependencies"]["cluster"]
    declared = {re.match(r"[\w-]+", line)[0] for line in (*PROJECT["dependencies"], *optional)}
    names = {m.partition(".")[0] for path in FILES for m in imports(path)}
    foreign = names - sys.stdlib_module_names - {"generator"}
    homes = packages_distributions()
    strange = {name for name in foreign if not {home.lower() for home in homes[name]} & declared}
    assert strange == set(), "declare it in pyproject.toml (`dependencies`), then `make lock`"


CONTRACTS = {"main", *(name for name in Exporter.__match_args__ if name.endswith(("_file", "_files")))}
"""Functions that a program must have, or that a file for each format may."""


@pytest.mark.parametrize(("kind", "free"), [(ast.ClassDef, set()), (ast.FunctionDef, CONTRACTS)])
def test_a_public_name_means_one_thing(kind, free):
    """A command is called as the user types it."""
    homes = collections.defaultdict(list)
    for path in FILES:
        for node in (n for n in nodes_of(path)[0].body if isinstance(n, kind) and n.name[0] != "_"):
            if not any(ast.unparse(wrapper).startswith("command(") for wrapper in node.decorator_list):
                homes[node.name].append(path.name)
    twice = {name: where for name, where in homes.items() if len(where) > 1 and name not in free}
    assert twice == {}, "two files have this name: give one another, or begin it with `_`"


def test_values_are_made_the_quick_way():
    """Of `Struct`: a dataclass takes twenty times as long, for each class of each run."""
    slow = {str(p.relative_to(PACKAGE)) for p in FILES if "dataclasses" in imports(p)}
    assert slow == set(), "make a class of `Struct` of generator.values"


def test_no_files_import_each_other():
    """Not even lazily, or for types only."""
    names = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in FILES}
    used = {}
    for name, path in names.items():
        froms = [n for n in nodes_of(path) if isinstance(n, ast.ImportFrom) and n.module]
        pairs = [(n.module, f"{n.module}.{a.name}") for n in froms for a in n.names]
        used[name] = ({inner if inner in names else outer for outer, inner in pairs} & names.keys()) - {name}
    TopologicalSorter(used).prepare()


def functions():
    for path in FILES:
        for node in nodes_of(path):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.end_lineno - node.lineno + 1, f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}"


def test_functions_are_short():
    sizes = sorted(functions(), reverse=True)
    assert [f for f in sizes if f[0] > 60] == [], "longer than 60 lines: give its parts names of their own"
    assert statistics.median(n for n, _ in sizes) <= 10


def test_files_hold_one_subject():
    long = {str(p.relative_to(PACKAGE)): n for p in FILES if (n := len(p.read_text().splitlines())) > 400}
    assert long == {}, "longer than 400 lines: take one subject into another file, named in generator/README.md"


def test_the_map_names_every_file_where_it_is():
    """`**room/** --`, in it `- folder/:`, each with the lines below."""
    named, folder = set(), ["", ""]
    rooms = (PACKAGE / "README.md").read_text().partition("\n## Rooms and files")[2].partition("\n## ")[0]
    for line in rooms.splitlines():
        room, inner = re.match(r"\*\*(\w+)/\*\*|", line)[1], re.match(r"- (\w+)/:|", line)[1]
        folder = [room, ""] if room else [folder[0], inner or folder[1] * line.startswith(" ")]
        named |= {tuple(filter(None, (*folder, name))) for name in re.findall(r"\w+\.py\b", line)}
    there = {p.relative_to(PACKAGE.parent if p.parent == PACKAGE else PACKAGE).parts for p in FILES}
    strange = {"/".join(file) for file in named ^ there if not file[-1].startswith("__")}
    assert strange == set(), "generator/README.md: name a new file in its folder, take out one that is gone"


def test_the_readme_lists_the_formats():
    listed = re.search(r"`--format ([a-z,]+)`", (ROOT / "README.md").read_text())
    assert listed is not None
    assert set(listed[1].split(",")) == set(formats()), "name the format in README.md, Commands, `--format`"


def test_no_python_names_a_game():
    names = [p.parent.name for p in (ROOT / "components").glob("*/game.yaml")]
    assert names
    words = re.compile("|".join(re.escape(n).replace(r"\-", "[-_ ]?") for n in names), re.IGNORECASE)
    guilty = [str(p.relative_to(ROOT)) for p in FILES if words.search(p.read_text())]
    assert guilty == [], "say it in the game's data or templates, not in Python"


def test_every_code_that_is_used_exists_and_every_code_is_used():
    used = set()
    for path in FILES:
        used |= set(re.findall(r'"([A-Z]\d{3})"', path.read_text()))
    assert used - CODES.keys() == set(), "write its entry into diagnostics/codes.md"
    assert CODES.keys() - used == set(), 'no Python tells it: move the code to "No longer told" in diagnostics/codes.md'


SHOWS = {"diagnostics/findings.py", "commands/console.py"}
"""Files that order and show messages."""


def readings_of_messages(nodes):
    """The lines that do more with the words of a message than to hand them on or to write others around them."""
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr == "message" and isinstance(node.ctx, ast.Load):
            holder = parents[node]
            written = isinstance(holder, ast.FormattedValue | ast.keyword)
            chosen = isinstance(holder, ast.IfExp) and node is not holder.test
            handed = isinstance(holder, ast.Call) and node in holder.args and ast.unparse(holder.func)[0] in "FPU_"
            if not (written or chosen or handed):
                yield node.lineno


def test_nothing_is_decided_by_the_words_of_a_message():
    """What findings are about is said by their values; another wording changes what is read, and nothing else."""
    found = {str(p.relative_to(PACKAGE)): [*readings_of_messages(nodes_of(p))] for p in FILES}
    assert {name for name, lines in found.items() if lines} <= SHOWS


@pytest.mark.parametrize(
    "code", ["'x' in f.message", "f.message.split()", "re.search('x', f.message)", "{f.message: 1}"]
)
def test_a_decision_by_the_words_of_a_message_is_seen(code):
    assert [*readings_of_messages((*ast.walk(ast.parse(code)),))]
