# `make` builds the sheets of every bundled game into output/; `make test` runs the tests
# (`make test-slow` what repeats them at length).
# Needs python3 with venv, and nothing else: all other parts are installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE := # else the tests are compiled anew in each process

.PHONY: all build check test test-slow test-all mutants bench lint pictures lock clean

all: build

build: $(VENV)/installed
	$(BIN)/pnp build --lang all --paper a4,letter

check: $(VENV)/installed
	$(BIN)/pnp check

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup -m "not slow" $(PYTEST_ARGS)

# What repeats at length what `make test` tries once.
test-slow: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup -m slow $(PYTEST_ARGS)

# Both, whose games are built once.
test-all: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadgroup $(PYTEST_ARGS)

# Which small slips in these rooms, so many of each, no test would see: `ROOMS="layout data" COUNT=9` others.
ROOMS ?= sheet typeset export engine
COUNT ?= 50
mutants: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.mutate $(ROOMS) --count $(COUNT) --seed 9

# The tool beside others on one deck; `BENCH="--instructions 100"`: see tests/benchmarks.
bench: $(VENV)/installed-dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable ".[bench]"
	$(BIN)/python -m tests.benchmarks $(BENCH)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check generator tests
	$(BIN)/ruff format --check generator tests
	$(BIN)/mypy

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable .
	$(BIN)/python -m compileall -q generator
	touch $@

$(VENV)/installed-dev: pyproject.toml requirements.lock | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable ".[dev]"
	$(BIN)/python -m compileall -q generator
	touch $@ $(VENV)/installed

# Makes the README's pictures anew (needs libcairo).
pictures: $(VENV)/installed-dev
	$(BIN)/python -m tests.tools.pictures

# Rewrites the lock file from what a fresh environment resolves to.
lock:
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --editable ".[dev]"
	{ echo "# Versions that the project is built and tested with; written by 'make lock'."; \
	  .venv-lock/bin/python -m pip freeze --exclude-editable; } > requirements.lock
	rm -rf .venv-lock

clean:
	rm -rf $(VENV)
	find output -mindepth 1 -maxdepth 1 -type d ! -name gallery -exec rm -rf {} +
