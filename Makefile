# Two commands do everything on a fresh machine that has Python ≥ 3.11, make and a JDK: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(BIN)/uv
# One BLAS thread a process: two threads on two busy cores are several times slower than one.
export OPENBLAS_NUM_THREADS ?= 1
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM ?= false
RUNTIME ?= embedded
FOLDER ?= data
PORT ?= 8077
# Of the tests: most of those on real servers wait, so two at once take little more than half of the time.
PROCESSES ?= 2

.PHONY: help demo up test test-faults check format bench clean
help:  ## show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(UV):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=…"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv

$(VENV)/.base: $(UV) pyproject.toml constraints.txt sdk/pyproject.toml
	@$(UV) pip install --quiet --python $(BIN)/python -c constraints.txt -e . -e sdk
	@touch $@

$(VENV)/.test: $(VENV)/.base
	@$(UV) pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev,models]' -e sdk
	@touch $@

demo: $(VENV)/.base  ## set up and show the main job: remember, recall, crash, rebuild
	@$(BIN)/mnemolog demo --runtime $(RUNTIME)

up: $(VENV)/.base  ## serve the API on 127.0.0.1:PORT (8077) from the folder FOLDER (data)
	@$(BIN)/mnemolog up --folder $(FOLDER) --port $(PORT)

check: $(VENV)/.test  ## format, lint, types and import contracts
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo

test: check  ## set up and run all checks, the real servers included
	@$(BIN)/pytest -n $(PROCESSES) --dist loadgroup --no-loadscope-reorder

test-faults: $(VENV)/.test  ## every fault that must be survived, the long ones too
	@$(BIN)/pytest -m scenario

format: $(VENV)/.test  ## rewrite the code in the project's format
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format --quiet .

bench: $(VENV)/.test  ## measure quality and speed (needs the data folder; see bench/README.md)
	@for set in locomo longmemeval madial memdaily speed; do $(BIN)/python -m bench $$set || exit $$?; done

lock: $(UV)  ## resolve the pins again
	@$(UV) pip compile pyproject.toml sdk/pyproject.toml --all-extras --generate-hashes --no-header --no-emit-index-url --no-annotate --universal --quiet -o constraints.txt

clean:  ## remove what was built, not the data
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist *.egg-info
