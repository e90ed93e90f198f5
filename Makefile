PYTHON ?= python3
PYTEST_ARGS ?= -n auto --dist=worksteal
# --all-levels compiles for all processors of this kind, as for a wheel.
COMPILE_ARGS ?=

# Three folders: .venv runs cutcard and gets more packages with the targets that use them; .compiler
# has numba, and where there is no linker one of those, only to compile; the user's cache keeps what
# was compiled, for all checkouts.
BIN := .venv/bin
MADE := .venv/.made
RUN := .venv/.run

# Names the target `stale` unless .venv was made for this directory and its Python still runs.
STALE := $(shell { test "$$(cat $(MADE))" = "$(CURDIR)" && $(BIN)/python -c ''; } 2>/dev/null || echo stale)

NEED_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo "cutcard needs Python 3.11 or newer: name one with 'make PYTHON=...'." >&2; exit 1; }

PIP = $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --no-deps

# numba is needed only where code is missing; a second checkout finds all of it in the cache.
CAN_COMPILE = $(BIN)/python -m cutcard.machine --check $(COMPILE_ARGS) >/dev/null || \
	$(MAKE) --no-print-directory .compiler/.ready

SECONDS ?= 60
AGREE_ROUNDS ?= 1000000
MOMENTS ?= 20
TIER ?= quick

.PHONY: help setup compile run web test test-all near endurance check install compare bench agree bounds adversaries mutate fuzz interrupt renew docs lock clean stale

help: ## List the targets.
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s  %s\n", $$1, $$2 }' Makefile

setup: $(RUN) ## Create .venv with numpy and this package in it.

compile: $(RUN) ## Compile what is missing of the compiled code; otherwise commands do when they need it.
	@$(CAN_COMPILE)
	@$(BIN)/python -m cutcard.machine $(COMPILE_ARGS)

run: $(RUN) ## Take the guided tour.
	@$(CAN_COMPILE)
	@$(BIN)/cutcard tour

web: .venv/.web ## Open the table in the browser, on port 8021.
	@$(CAN_COMPILE)
	@$(BIN)/cutcard web --open

# Hundreds of processes are started: none should have to read all sources again.
TESTS = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest $(PYTEST_ARGS)

test: .venv/.test compile ## Run the quick tests and the doctests; options go in PYTEST_ARGS.
	@$(TESTS) --tier quick

test-all: .venv/.all .compiler/.ready compile ## Run the tests that 'make test' leaves out.
	@PYTHONPATH=$(CURDIR)/.compiler $(TESTS) --tier rest

near: .venv/.test compile ## Run the quick tests that the changes since the last commit may reach.
	@near=$$($(BIN)/python tests/near.py) && if [ "$$near" ]; then $(TESTS) --tier $(TIER) $$near; fi

endurance: .venv/.all .compiler/.ready compile ## Run what starts processes ten times, all thrice, for hours.
	@PYTHONPATH=$(CURDIR)/.compiler $(BIN)/python tests/endurance.py

check: .venv/.all ## Lint, check the formatting, the types and the layering.
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

install: $(RUN) ## Install the package in every way into empty environments, and try each.
	@$(BIN)/python tests/installing.py

compare: .venv/.all .compiler/.ready compile ## Compare compiled code with numba's, bit by bit.
	@PYTHONPATH=$(CURDIR)/.compiler $(BIN)/python -m pytest -q -p no:cacheprovider tests/machine/same_bytes.py

bench: .venv/.all compile ## Run the benchmarks.
	@$(BIN)/python -m benchmarks

agree: .venv/.all compile ## Play a million rounds of each game on engine and kernel; AGREE_ROUNDS says how many.
	@$(BIN)/python tests/blackjack/kernel/agree.py $(AGREE_ROUNDS)

# Of tests that call compiled code, those that look at what it leaves.
CALLING := tests/machine/checked_indices.py tests/blackjack/kernel tests/blackjack/exact \
	tests/blockhead tests/learn tests/envs tests/editions/easy tests/lab/test_simulate.py \
	tests/lab/test_pairs.py tests/study/test_index_numbers.py tests/benchmarks

# The library checks nothing, so numba compiles all of it with checks, and keeps that apart.
bounds: .venv/.all .compiler/.ready ## Run all compiled code with every index checked.
	@NUMBA_BOUNDSCHECK=1 XDG_CACHE_HOME=$(CURDIR)/build/bounds CUTCARD_COMPILE=1 PYTHONPATH=$(CURDIR)/.compiler \
		$(BIN)/pytest $(PYTEST_ARGS) $(CALLING)

adversaries: .venv/.all compile ## Let dealers cheat an honest player, and print how each trick is caught.
	@$(BIN)/python tests/net/adversaries.py

mutate: .venv/.all compile ## Test the tests: break the engine in small ways and count what they notice.
	@$(PIP) -r locks/mutate.txt
	@$(BIN)/python -W ignore -m mutation

fuzz: .venv/.all compile ## Throw bytes at everything that reads, a minute each; SECONDS says how long.
	@$(BIN)/python -m fuzz $(SECONDS)

interrupt: .venv/.all compile ## Press Ctrl-C at twenty moments of every verb; MOMENTS says how many.
	@$(BIN)/python tests/cli/ctrl_c_moments.py $(MOMENTS)

renew: .venv/.all compile ## Run cases of the original programs anew and keep what comes; CASES says which.
	@PYTHONPATH=tests $(BIN)/python tests/editions/renew.py $(CASES)

docs: .venv/.all ## Build a site of all pages and docstrings in build/site.
	@$(PIP) -r locks/docs.txt
	@rm -rf build/site
	@$(BIN)/sphinx-build -qEW --keep-going -c docs -d build/doctrees . build/site
	@$(BIN)/python tests/docs/outside.py build/site
	@echo "The site is built: build/site/index.html"

lock: ## Resolve the lock files again, to the newest versions.
	@$(NEED_PYTHON)
	@dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	$(PYTHON) -m venv "$$dir" && "$$dir/bin/pip" install -qq uv && \
	compile() { "$$dir/bin/uv" pip compile --quiet --universal --python-version 3.11 \
	  --generate-hashes --no-annotate --custom-compile-command "make lock" "$$@"; } && \
	compile --upgrade pyproject.toml --extra dev --extra compile --extra cluster --extra plot \
	  --extra rl --extra web --extra fuzz --extra linker -o "$$dir/whole.txt" && \
	part() { file=$$1; shift; compile -c "$$dir/whole.txt" "$$@" -o "$$file"; } && \
	echo hatchling | part locks/run.txt - pyproject.toml && \
	echo uv | part locks/installer.txt - && \
	echo numba | part locks/compile.txt - --no-emit-package numpy && \
	echo ziglang | part locks/linker.txt - && \
	part locks/web.txt pyproject.toml --extra web && \
	part locks/test.txt pyproject.toml --extra test --extra web && \
	part locks/all.txt pyproject.toml --extra dev --extra test --extra cluster --extra plot \
	  --extra rl --extra web --extra fuzz && \
	part locks/mutate.txt pyproject.toml --extra mutate && \
	part locks/docs.txt pyproject.toml --extra docs

clean: ## Remove .venv, .compiler, caches and build products.
	@rm -rf .venv .compiler build dist .hypothesis .*_cache .coverage htmlcov
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE): $(STALE)
	@$(NEED_PYTHON)
	@echo "Setting up .venv ..."
	@rm -rf .venv && $(PYTHON) -m venv .venv
	@echo "$(CURDIR)" > $@

# hatchling is among them, so that nothing has to be fetched to install this package.
$(RUN): locks/run.txt pyproject.toml hatch_build.py $(MADE)
	@$(PIP) -r $<
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

.venv/.web .venv/.test: .venv/.%: locks/%.txt $(RUN)
	@$(PIP) -r $<
	@touch $@

# uv installs on all cores, in less than half of pip's time. Where there is no wheel of it, or it
# does not find the packages by itself, pip does it, and says what is wrong if something is.
.venv/.all: locks/all.txt locks/installer.txt $(RUN)
	@echo "Installing the tools for all tests ..."
	@{ $(PIP) --only-binary :all: -r locks/installer.txt && \
	  $(BIN)/uv pip install -q --python $(BIN)/python --compile-bytecode --require-hashes \
	    -r $<; } 2>/dev/null || $(PIP) -r $<
	@touch $@

LINKERS := $(shell command -v ld || command -v ld.lld || command -v cc || command -v gcc || command -v clang)

.compiler/.ready: locks/compile.txt locks/linker.txt $(MADE)
	@echo "Installing the compiler in .compiler ..."
	@rm -rf .compiler
	@$(PIP) --target .compiler -r $< $(if $(LINKERS),,-r locks/linker.txt)
	@touch $@
