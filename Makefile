PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist=worksteal
# --all-levels compiles for all processors of this kind, as for a wheel.
FOUNDRY_ARGS ?=

BIN := .venv/bin
LOCKED := .venv/.locked
READY := .venv/.ready

# Names the target `stale` unless .venv was made for this directory and its Python still runs.
STALE := $(shell { test "$$(cat $(LOCKED))" = "$(CURDIR)" && $(BIN)/python -c ''; } 2>/dev/null || echo stale)

NEED_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "cutcard needs Python 3.11 or newer: name one with 'make PYTHON=...'." >&2; exit 1; }

SECONDS ?= 60
AGREE_ROUNDS ?= 1000000
MOMENTS ?= 20

.PHONY: help setup run web test check wheel bench agree bounds adversaries mutate fuzz interrupt renew docs lock clean stale

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s  %s\n", $$1, $$2 }' Makefile

# Compiled code that is missing, damaged or older than what it was made of is built anew.
setup: $(READY) ## Create .venv with the locked tools and this package in it, its kernels compiled.
	@$(BIN)/python -m foundry $(FOUNDRY_ARGS)

run: setup ## Take the guided tour.
	@$(BIN)/cutcard tour

web: setup ## Open the table in the browser, on port 8021.
	@$(BIN)/cutcard web --open

test: setup ## Run the tests and the doctests; options go in PYTEST_ARGS.
	@# Hundreds of processes are started: none should have to read all sources anew.
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest $(PYTEST_ARGS)

check: $(READY) ## Lint, check the formatting, the types and the layering.
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

wheel: $(READY) ## Build the wheel, compare it with numba's code, and try it without numba.
	@rm -rf dist
	@$(BIN)/pip wheel -qq --no-deps --no-build-isolation -w dist .
	@$(BIN)/python tests/try_wheel.py dist/*.whl
	@$(BIN)/pytest -q -p no:cacheprovider tests/machine/same_bytes.py

bench: setup ## Run the benchmarks.
	@$(BIN)/python -m benchmarks

agree: setup ## Play a million rounds of each game on engine and kernel; AGREE_ROUNDS says how many.
	@$(BIN)/python tests/blackjack/kernel/agree.py $(AGREE_ROUNDS)

# Of tests that call compiled code, those that look at what it leaves.
CALLING := tests/machine/checked_indices.py tests/blackjack/kernel tests/blackjack/exact \
	tests/blockhead tests/learn tests/envs tests/editions/easy tests/lab/test_simulate.py \
	tests/lab/test_pairs.py tests/study/test_index_numbers.py tests/benchmarks

# The library checks nothing, so numba compiles all of it with checks, and keeps that apart.
bounds: $(READY) ## Run all compiled code with every index checked.
	@NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/build/bounds CUTCARD_COMPILE=yes \
		$(BIN)/pytest $(PYTEST_ARGS) $(CALLING)

adversaries: setup ## Let dealers cheat an honest player, and print how each trick is caught.
	@$(BIN)/python tests/net/adversaries.py

mutate: setup ## Test the tests: break the engine in small ways and count what they notice.
	@$(BIN)/pip install -qq --require-hashes -r mutation/requirements.lock
	@$(BIN)/python -W ignore -m mutation

fuzz: setup ## Throw bytes at everything that reads, a minute each; SECONDS says how long.
	@$(BIN)/python -m fuzz $(SECONDS)

interrupt: setup ## Press Ctrl-C at twenty moments of every verb; MOMENTS says how many.
	@$(BIN)/python tests/cli/ctrl_c_moments.py $(MOMENTS)

renew: setup ## Run cases of the original programs anew and keep what comes; CASES says which.
	@PYTHONPATH=tests $(BIN)/python tests/editions/renew.py $(CASES)

docs: $(READY) ## Build a site of all pages and docstrings in build/site.
	@$(BIN)/pip install -qq --require-hashes -r docs/requirements.lock
	@rm -rf build/site
	@$(BIN)/sphinx-build -qEW --keep-going -c docs -d build/doctrees . build/site
	@$(BIN)/python tests/docs/outside.py build/site
	@echo "The site is built: build/site/index.html"

lock: ## Resolve the lock files anew, to the newest versions.
	@$(NEED_PYTHON)
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(PYTHON) -m venv "$$dir" && "$$dir/bin/pip" install -qq uv && \
	compile() { "$$dir/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 \
	  --generate-hashes --custom-compile-command "make lock" "$$@"; } && \
	echo uv | compile - -o installer.lock && \
	compile pyproject.toml --extra dev --extra compile --extra cluster --extra plot --extra rl \
	  --extra web --extra fuzz -o requirements.lock && \
	compile pyproject.toml --extra mutate -c requirements.lock -o mutation/requirements.lock && \
	compile pyproject.toml --extra docs -c requirements.lock -o docs/requirements.lock

clean: ## Remove .venv, caches and build products.
	@rm -rf .venv build dist .hypothesis .*_cache .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): $(LOCKED) pyproject.toml
	@$(BIN)/pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

# uv installs on all cores, in less than half of pip's time. Where there is no wheel of it, or it
# does not find the packages by itself, pip does it, and says what is wrong if something is.
$(LOCKED): requirements.lock installer.lock $(STALE)
	@$(NEED_PYTHON)
	@echo "Setting up .venv ..."
	@rm -rf .venv && $(PYTHON) -m venv .venv
	@{ $(BIN)/pip install -qq --only-binary :all: --require-hashes -r installer.lock && \
	  $(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode --require-hashes \
	    -r requirements.lock; } 2>/dev/null || \
	$(BIN)/pip install -qq --require-hashes -r requirements.lock
	@echo "$(CURDIR)" > $@
