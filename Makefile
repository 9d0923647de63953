# From a fresh clone: `make play` plays, `make test` proves. Everything lives in .venv, web/node_modules
# and build. What playing needs is fetched first; what checking needs is added when something is checked.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet

# WHISTLESTOP_PURE=1 leaves mypyc and the C compiler out; the tests then expect that.
PURE := $(filter-out 0,$(WHISTLESTOP_PURE))
FLAVOUR := $(if $(PURE),pure,compiled)

# What a change must recompile: the one list in pyproject.toml, and what those files import.
SOURCES := $(shell $(PYTHON) tools/compiled_sources.py 2> /dev/null)

# The browser client is built into the package by Node.
CLIENT := src/whistlestop/server/client/index.html
WEB := $(sort $(shell find web/src web/public web/catalogues -type f)) web/index.html web/vite.config.ts web/svelte.config.js docs/protocol/protocol.ts src/whistlestop/render/art.json
WEB_CHECKS := cd web && npm run --silent format:check && npm run --silent lint && npm run --silent check -- --output human && npm test --silent

# Wheels are made of a copy, so that nothing of another flavour can slip in; what `make setup` has
# compiled is packed as it is. auditwheel names the Linux systems on which that runs.
FROM_HERE := --no-build-isolation --no-deps .
RETAG := $(if $(filter Linux,$(shell uname -s)),PATH="$(CURDIR)/$(BIN):$$PATH" auditwheel repair --wheel-dir dist,cp)
TO := $(if $(filter Linux,$(shell uname -s)),,dist)

# Python's own cache of what it has compiled halves the time that test runs take to begin.
unexport PYTHONDONTWRITEBYTECODE

# Where Debian keeps programs that some tests start; not everybody's path has it.
export PATH := $(PATH):/usr/sbin

PYTEST := $(BIN)/python -m pytest
# Each worker begins with a part of the list, and who is done takes over from another. Tests of servers and browsers
# wait much of their time: more workers than processors. They go file by file, in order, to whoever is free, so that
# what a file's tests share (a server, a game that was reviewed) is made once; a worker has one browser for all its files.
WORKERS := -n 2 --dist worksteal
WAITING := -n 4 --dist loadfile --no-loadscope-reorder
heading = @printf '\n== %s\n' "$(1)"

.DEFAULT_GOAL := help
# Nothing is made side by side unless a recipe here says so.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif
.DELETE_ON_ERROR:
.PHONY: help ready equipped setup play test check bench load soak docs wheel coverage mutate clean lint test-web test-all test-quick test-pure pure programs image read FORCE

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The compiled engine, the page and the tools are made at the same time: none needs another.
together = @$(MAKE) --no-print-directory --jobs=3 SIDE_BY_SIDE=1 $(1)

setup: ## all that checking needs: pinned tools, compiled engine, built client
ifndef SIDE_BY_SIDE
	$(call together,equipped)
endif

ready: $(VENV)/.compiled $(CLIENT)

equipped: ready $(VENV)/.tools web/node_modules/.tools

play: ## play in the browser; fetches only what playing needs
	$(call together,ready)
	@$(BIN)/whistlestop play

# What keeps one processor busy goes two at a time, each with its output in one piece.
test: ## everything: lint, types, layers, all tests, rules again uncompiled, docs, wheels
	$(call together,equipped $(VENV)/.release)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target SIDE_BY_SIDE=1 wheel lint test-web docs read
	@$(MAKE) --no-print-directory test-all test-pure

check: lint build/.web-checked test-quick ## the inner loop: as test, without the slow tests and the uncompiled run

bench: setup pure ## speed and memory, as figures and ratios
	$(call heading,benchmarks)
	@$(BIN)/python -m benchmarks

load: setup ## 5,000 players at 1,000 tables for five minutes, saturation, cold start, reconnecting
	$(call heading,load)
	@missed=0; for scenario in steady saturate cold reconnect; do \
		$(BIN)/python -m benchmarks.load $$scenario || missed=1; done; exit $$missed

soak: setup ## the tests of faults and hostile input with ten times their counts
	$(call heading,soak)
	@WHISTLESTOP_SOAK=10 WHISTLESTOP_EXPECT=$(FLAVOUR) HYPOTHESIS_PROFILE=ci $(PYTEST) $(WAITING) tests/server

docs: setup ## the documentation as a site, in build/site; fails on a broken link
	$(call heading,docs)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

wheel: setup $(VENV)/.release ## wheels, pure and compiled for this machine, and an sdist, in dist, tried in empty environments
	$(call heading,wheels and sdist)
	@rm -rf dist build/wheel build/raw
	@mkdir -p dist build/wheel
	@tar cf - --exclude=__pycache__ src setup.py pyproject.toml README.md LICENSE | tar xf - -C build/wheel
	@$(if $(PURE),,cd build/wheel && WHISTLESTOP_BUILT=1 ../../$(PIP) wheel --wheel-dir ../raw $(FROM_HERE))
	@$(if $(PURE),,$(RETAG) build/raw/*.whl $(TO) 2> build/auditwheel.log || { cat build/auditwheel.log; exit 1; })
	@find build/wheel \( -name '*.so' -o -name '*.pyd' -o -name '*.egg-info' -o -name build \) -prune -exec rm -rf {} +
	@cd build/wheel && WHISTLESTOP_PURE=1 ../../$(PIP) wheel --wheel-dir ../../dist $(FROM_HERE)
	@cd build/wheel && WHISTLESTOP_PURE=1 ../../$(BIN)/python setup.py --quiet sdist --dist-dir ../../dist
	@$(BIN)/twine --no-color check --strict dist/* > build/twine.log || { cat build/twine.log; exit 1; }
	$(call heading,wheels and sdist in empty environments)
	@$(BIN)/python -m tools.try_wheel dist/*

# ENGINE_FLAGS go to docker, podman or buildah as they are: a proxy, a mirror, another system to build for.
image: setup programs ## the container image, built with docker, podman or buildah, run and played against
	$(call heading,image)
	@mkdir -p build
	@$(BIN)/python -m tools.image build -- $(ENGINE_FLAGS)
	@WHISTLESTOP_IMAGE=whistlestop $(PYTEST) -n 0 tests/image

coverage: setup pure ## which lines of the engine its tests reach
	$(call heading,coverage, measured uncompiled)
	@WHISTLESTOP_EXPECT=pure PYTHONPATH=build/pure \
		$(PYTEST) -n 2 --cov=whistlestop.engine --cov-report=term tests/engine tests/rules

# SEED names the sample; another one tries other mutants.
SAMPLE ?= 500
SEED ?= 1

mutate: setup pure ## whether the tests notice small faults in the rules (SAMPLE=500 SEED=1)
	$(call heading,mutants of the rules)
	@WHISTLESTOP_EXPECT=pure PYTHONHASHSEED=0 PYTHONPATH=build/pure \
		$(BIN)/python -m tools.mutate --src build/pure --sample $(SAMPLE) --seed $(SEED)

clean: ## remove what was built; the virtual environment stays
	@rm -rf build dist src/whistlestop/server/client htmlcov .coverage .mypy_cache .ruff_cache .pytest_cache \
		.import_linter_cache .hypothesis $(VENV)/.compiled
	@find src tests benchmarks tools \
		\( -name '*.so' -o -name '*.pyd' -o -name '__pycache__' \) -prune -exec rm -rf {} +

lint: setup
	$(call heading,ruff)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	$(call heading,mypy --strict)
	@$(BIN)/mypy
	$(call heading,layers)
	@$(BIN)/lint-imports --no-logo
	$(call heading,containers and workflows)
	@$(BIN)/hadolint --failure-threshold info Dockerfile
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose*.yaml
	@$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/zizmor --quiet --offline --no-progress .github/workflows

test-web: setup
	$(call heading,browser client)
	@$(WEB_CHECKS)

# The same for the inner loop: only when something of the client has changed since.
build/.web-checked: web/node_modules/.tools $(CLIENT) $(WEB) $(wildcard web/*.json web/*.js web/*.ts) web/.prettierrc.json web/.prettierignore
	$(call heading,browser client)
	@$(WEB_CHECKS)
	@mkdir -p build && touch $@

# What pytest and Python make of the tests' files is kept, so that no worker has to.
read: setup
	@$(PYTEST) --collect-only --quiet --quiet > /dev/null 2>&1 || true

# Looks whether they are there, and installs those that are not where that needs no question.
programs: setup
	@$(BIN)/python -m tools.programs

# One or two of eleven thousand that fail beside others are looked at once more, alone and named: a fault of the
# product or of a test fails again, a processor that was busy elsewhere does not. More than two are never excused.
FAILED := .pytest_cache/v/cache/lastfailed

test-all: export WHISTLESTOP_EXPECT := $(FLAVOUR)
test-all: export HYPOTHESIS_PROFILE := ci
test-all: setup programs
	$(call heading,all tests ($(FLAVOUR)))
	@$(PYTEST) $(WAITING) --cache-clear --durations=30 --durations-min=10 || { \
		test $$? -eq 1 && test "$$(grep -c :: $(FAILED))" -le 2 && \
		printf '\n== failed beside others; once more, alone\n' && grep :: $(FAILED) && \
		$(PYTEST) -n 0 --last-failed --last-failed-no-failures none; }

test-quick: setup
	$(call heading,quick tests ($(FLAVOUR)))
	@WHISTLESTOP_EXPECT=$(FLAVOUR) $(PYTEST) $(WORKERS) -m "not slow"

test-pure: setup pure
	$(call heading,engine and rule tests (pure))
	@WHISTLESTOP_EXPECT=pure HYPOTHESIS_PROFILE=ci PYTHONPATH=build/pure \
		$(PYTEST) $(WORKERS) tests/engine tests/rules

# The same sources where no compiled module can shadow them.
pure:
	@rm -rf build/pure
	@mkdir -p build
	@cp -R src build/pure
	@find build/pure \( -name '*.so' -o -name '*.pyd' -o -name '*.egg-info' \) -prune -exec rm -rf {} +

# Stamps: each step is redone when what it was made from has changed.

$(VENV)/.packages: requirements.txt requirements-build.txt
	$(call heading,1 of 3: a virtual environment with what playing and compiling need (about 100 MB))
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Whistlestop needs Python 3.11 or newer: make PYTHON=python3.11")'
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -r requirements.txt -r requirements-build.txt
	@touch $@

# Not beside another of pip's.
$(VENV)/.tools: $(VENV)/.packages requirements-dev.txt requirements-postgres.txt | $(VENV)/.installed
	$(call heading,tools for checking and testing (about 1 GB))
	@$(PIP) install -r requirements-dev.txt
	@touch $@

$(VENV)/.release: $(VENV)/.tools requirements-release.txt
	$(call heading,tools for releases)
	@$(PIP) install -r requirements-release.txt
	@touch $@

# Only links src and makes the console script; compiling is the next step, so that it can be redone alone.
$(VENV)/.installed: $(VENV)/.packages pyproject.toml setup.py src/whistlestop/_version.py
	@rm -rf build/lib.* build/temp.*
	@WHISTLESTOP_PURE=1 $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.compiled: $(VENV)/.installed $(VENV)/.sources $(SOURCES)
	$(call heading,3 of 3: the engine ($(FLAVOUR)$(if $(PURE),,; about a minute with two processors)))
	@$(BIN)/python setup.py --quiet build_ext --inplace
	@touch $@

# Not `npm ci`, which refuses a lock file that lacks what only other systems need. Building takes only
# the packages under "dependencies"; those that are there for the checks stay.
NPM_INSTALL := npm install --silent --no-save --no-audit --no-fund

web/node_modules/.installed: web/package.json web/package-lock.json
	$(call heading,2 of 3: what builds the page (about 50 MB))
	@command -v npm > /dev/null || { echo "Whistlestop's browser client is built with Node 20 or newer: install it first." >&2; exit 1; }
	@cd web && $(NPM_INSTALL) $(if $(wildcard web/node_modules/.tools),,--omit=dev)
	@touch $@

# Not while the page is built with what is there.
web/node_modules/.tools: web/node_modules/.installed | $(CLIENT)
	$(call heading,tools for checking the page)
	@cd web && $(NPM_INSTALL)
	@touch $@

$(CLIENT): web/node_modules/.installed $(WEB)
	$(call heading,2 of 3: the page)
	@cd web && npm run --silent build -- --logLevel error
	@touch $@

# Changes when a source is added or removed or the flavour is switched, which no time stamp shows;
# what was compiled from a source that is gone must not come back from the build folder.
$(VENV)/.sources: $(VENV)/.packages FORCE
	@printf '%s\n' $(FLAVOUR) $(SOURCES) | cmp -s - $@ || \
		{ rm -rf build/lib.* && printf '%s\n' $(FLAVOUR) $(SOURCES) > $@; }
