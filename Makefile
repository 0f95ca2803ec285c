# Common tasks. Each target sets up what it needs in .venv on first use.

VENV := .venv
BIN := $(VENV)/bin
# Debian's Python, where there is one: it is built with optimizations that Pythons built from source often lack, and
# takes a tenth less processor time for the tests.
PYTHON ?= $(wildcard /usr/bin/python3.11)
READY := $(VENV)/.ready
READY_TO_WORK := $(VENV)/.ready-to-work
TYPED := $(VENV)/.typed
# Three workers, even on two cores: tests that wait for a browser or another process leave their core idle.
TEST_OPTIONS ?= -n 3 --dist worksteal

# Keep compiled bytecode, whatever the shell's setting: without it, collecting the tests takes a third longer.
export PYTHONDONTWRITEBYTECODE :=
# Store the tests' databases on a memory disk where there is one: then no commit waits for a disk.
export PYTEST_DEBUG_TEMPROOT ?= $(wildcard /dev/shm)

.PHONY: run test quick lint style bench load simulate value sbom lock clean help

help: ## List these targets
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1	/' | expand -t 10

run: $(READY) ## Play: on Discord if there is a DISCORD_TOKEN, else at a local table in the browser
	@if [ -n "$$DISCORD_TOKEN$$DISCORD_TOKEN_FILE" ] || grep -qsE '^DISCORD_TOKEN(_FILE)?=.' .env; \
	then exec $(BIN)/voidream run; else exec $(BIN)/voidream table; fi

# Types are checked in parallel with the tests, for about a minute. Type errors are printed at the end.
test: style ## Run all checks and tests
	@$(MAKE) --no-print-directory $(TYPED) >$(VENV)/types.log 2>&1 & types=$$!; \
	trap 'kill $$types 2>/dev/null' INT TERM; \
	$(BIN)/python -m pytest $(TEST_OPTIONS); tests=$$?; \
	wait $$types; typed=$$?; cat $(VENV)/types.log; exit $$((tests ? tests : typed))

quick: style ## Run the tests that your changes since main are most likely to break, within a minute
	@set -e; tests=$$($(BIN)/python -m tests.affected); modules=$$($(BIN)/python -m tests.affected --modules); \
	types=; if [ -n "$$modules" ]; then $(BIN)/pyright $$modules & types=$$!; fi; \
	passed=0; if [ -n "$$tests" ]; then $(BIN)/python -m pytest -q $(TEST_OPTIONS) -m 'not slow and not browser' $$tests || passed=$$?; \
	else echo 'No tests cover your changes since main.'; fi; \
	[ -z "$$types" ] || wait $$types || passed=1; exit $$((passed == 5 ? 0 : passed))

lint: style $(TYPED) ## Check style, types, import contracts, translations and the size of each game
	$(BIN)/python -m tests.cards.i18n.catalogue
	$(BIN)/python -m tests.sizes

style: $(READY_TO_WORK)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

# Folders are prerequisites too: a deleted module changes no file, but its folder.
$(TYPED): $(READY_TO_WORK) pyproject.toml $(wildcard bench/*.py) $(shell find bot cards engine render -name __pycache__ -prune -o \( -type d -o -name '*.py' \) -print)
	$(BIN)/pyright
	@touch $@

bench: $(READY_TO_WORK) ## Measure performance as ratios, next to their targets
	$(BIN)/python -m bench

load: $(READY_TO_WORK) ## Play 500 matches at once, and measure response times
	$(BIN)/python -m bench.load

simulate: $(READY_TO_WORK) ## Simulate processes that share a database and are killed (SEEDS=number FIRST=seed)
	TMPDIR=$(or $(PYTEST_DEBUG_TEMPROOT),/tmp) $(BIN)/python -m tests.simulation $(or $(SEEDS),1000) --first $(or $(FIRST),0)

value: $(READY) ## Fit the formulas that computer players use to value positions (GAME=name for one game)
	@set -e; for game in $(or $(GAME),voidream dreamweavers dreams-of-dystopia); do $(BIN)/voidream value --game $$game; done

sbom: $(READY) ## Write the image's bill of materials to sbom.json (CycloneDX)
	$(BIN)/python .ci/sbom.py sbom.json

lock: $(READY_TO_WORK) ## Update the lock files from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --group build $(LOCKING) --output-file requirements.lock
	$(BIN)/uv pip compile pyproject.toml --group dev $(LOCKING) --output-file requirements-dev.lock

LOCKING := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet

clean: ## Remove .venv
	rm -rf $(VENV)

$(BIN)/python:
	@set -e; \
	for python in $(PYTHON) python3.11 python3.12 python3.13 python3 python; do \
	  if $$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Setting up $(VENV) with $$($$python --version)"; \
	    exec $$python -m venv $(VENV); \
	  fi; \
	done; \
	echo 'Python 3.11 or newer is needed. If yours has another name: make PYTHON=its-name' >&2; exit 1

$(READY): $(BIN)/python requirements.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q bot cards engine render
	$(BIN)/python -m cards.voidream.library
	$(BIN)/python -m cards.dreamweavers.library
	$(BIN)/python -m cards.dreams_of_dystopia.library
	$(BIN)/python -m cards.i18n
	@touch $@

$(READY_TO_WORK): $(READY) requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@
