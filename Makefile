# `make` lists what there is. Needs Python 3.10 or newer and Java 17 or 21.
.DEFAULT_GOAL := help
.PHONY: help setup demo first-hour test-fast rendered test test-server test-server-stop test-field test-typed test-dialects test-privacy test-rules test-serve test-source test-commands test-all test-slow test-package test-fuzz test-properties test-cluster test-kafka test-crash test-interleavings test-matrix coverage lint docs bench bench-growth bench-peer clean
SHELL := /bin/bash

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

setup: $(READY) ## Install what is needed into .venv

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null \
	    || { echo "changefeed needs Python 3.10 or newer as '$(PYTHON)': install it, or give make PYTHON=<path>"; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@echo "installing, once: some 500 MB in three steps, a few minutes"
	@echo "1/3 Python packages ..."
	@$(BIN)/pip install --quiet --requirement requirements.lock
	@echo "2/3 changefeed itself ..."
	@$(BIN)/pip install --quiet --no-deps --editable .
	@echo "3/3 Spark's jars, and an archive of Java's classes (a minute or two) ..."
	@$(BIN)/changefeed setup
	@touch $@

demo: setup ## Show a shop's messages and the rows that they become (all dialects: .venv/bin/changefeed demo --all)
	@$(BIN)/changefeed demo

first-hour: ## Install a wheel into an empty folder and walk from a capture to typed tables, each command timed (minutes)
	@PYTHON=$(PYTHON) demo/first_hour.sh

test-fast: setup ## Run the tests that need no Spark: the loader, the house's rules, what every model and dialect renders (a minute)
	@$(BIN)/pytest -m fast

rendered: setup ## Write anew what models and dialects render, as it is kept in rendered/ (make test-fast compares)
	@CHANGEFEED_WRITE_RENDERED=yes $(BIN)/pytest -n 0 -m fast tests/house/test_rendered.py

test: setup ## Run the tests: Python's, and dbt's through them
	@$(BIN)/pytest

test-server: setup ## Keep one Spark for the tests, so that one alone answers in seconds; test-server-stop ends it
	@$(BIN)/python tests/support/one_spark.py

test-server-stop: setup ## End the Spark of `make test-server`
	@$(BIN)/python tests/support/one_spark.py --stop

test-all: ## Run all tests, one target after the other, the quickest first (many hours)
	@for kind in -fast "" -rules -commands -privacy -field -typed -serve -source -dialects -slow -package -kafka -fuzz -crash -interleavings -matrix -cluster -properties; do \
	    echo "make test$$kind"; $(MAKE) --no-print-directory test$$kind || exit 1; done

test-commands: setup ## Land from files, dumps and Kafka, claim the warehouse, judge what is wrong, by the command line (minutes)
	@$(BIN)/pytest -m commands

test-field: setup ## Land what producers in the field send, and compare the typed rows (minutes)
	@$(BIN)/pytest -m field

test-typed: setup ## Propose, build and keep typed tables, and read them with other engines (minutes)
	@$(BIN)/pytest -m typed

test-dialects: setup ## Read each dialect's particular messages, statements, types, look-alikes and mutants (minutes)
	@$(BIN)/pytest -m dialects

test-privacy: setup ## Mask personal data, and look for it in every file of the warehouse (minutes)
	@$(BIN)/pytest -m privacy

test-rules: setup ## Test rules of statements, ordering, actions, rows and typed tables by example, with dbt (minutes)
	@$(BIN)/pytest -n 0 -m rules

test-serve: setup ## Give commands to one Spark that stays, by its socket and by JDBC (minutes)
	@$(BIN)/pytest -m serve

test-source: setup ## Read types, loads and comparisons from a real MariaDB and PostgreSQL of Debian (minutes)
	@$(BIN)/pytest -m source

test-slow: setup ## Run the stories that take minutes: drawn histories, rebuilds, retention, late and split changes, a kill (half an hour)
	@$(BIN)/pytest -m slow

test-package: setup ## Install the wheel into an empty project, walk to its documentation; a dialect and models of a user's own (minutes)
	@$(BIN)/pytest -m slow tests/package

test-kafka: setup ## Run all tests with a broker, also the longer ones, and those with a real schema registry (minutes)
	@$(BIN)/pytest -m 'kafka or not kafka' tests/landing/test_kafka.py
	@$(BIN)/pytest -m kafka tests/landing/test_registry.py tests/landing/test_without_spark.py

test-fuzz: setup ## Decode 100,000 mutants of each dialect's messages and compare with a strict reading; 10,000 answers of a registry (half an hour)
	@CHANGEFEED_FUZZ_MUTANTS=$${CHANGEFEED_FUZZ_MUTANTS:-100000} $(BIN)/pytest -n 0 -m 'fast or dialects' tests/dialects/test_fuzz.py
	@CHANGEFEED_ANSWERS=10000 $(BIN)/pytest -n 0 -m fast tests/landing/test_registry_answers.py

test-properties: setup ## Compare rows and history with the reference fold on 2,100 drawn histories, and on 200 in every dialect (hours)
	@for seed in 1 2 3 4 5 6; do CHANGEFEED_TEST_CASES=350 CHANGEFEED_TEST_SEED=$$seed $(BIN)/pytest -m slow -n 0 tests/rows/test_properties.py || exit 1; done
	@for seed in 1 2 3 4 5 6 7 8 9 10; do CHANGEFEED_TEST_CASES=20 CHANGEFEED_TEST_SEED=$$seed $(BIN)/pytest -m slow -n 0 tests/rows/test_drawn_dialects.py || exit 1; done

test-cluster: setup ## Run one feed on a standalone cluster, in an object store, on external metastores, by Spark Connect and Thrift (minutes)
	@$(BIN)/pip install --quiet --editable '.[connect]'
	@$(BIN)/pytest -n 2 --dist load -m cluster --durations=8 tests/runs/test_where_it_runs.py

test-crash: setup ## Kill loads, runs, maintain and retries 20 times, start two runs at once 10 times; full and read-only disks (an hour)
	@CHANGEFEED_TEST_KILLS=20 CHANGEFEED_TEST_STARTS=10 CHANGEFEED_TEST_DISASTERS=yes CHANGEFEED_TEST_FAULTS=24 \
	    $(BIN)/pytest -m 'slow or not slow' tests/runs/test_runs.py tests/runs/test_disasters.py

test-interleavings: setup ## Stop load, run, redecode and maintain before each statement that commits, and run each other command there (hours)
	@CHANGEFEED_INTERLEAVINGS=100000 $(BIN)/pytest -n 0 -s -m slow tests/runs/test_interleavings.py

MATRIX := .venv-matrix
MATRIX_SPARK := 4.1.4
MATRIX_TESTS := tests/landing/test_load.py tests/rows/test_pipeline.py tests/cli/test_project.py

MATRIX_PACKAGES = $$($(MATRIX)/bin/python -c 'from changefeed.spark import packages; print(packages.of_spark())')

test-matrix: setup $(MATRIX)/.ready ## Run the core of the tests with tables in Iceberg, and with Spark 4.1 and its Delta, in a venv of its own (half an hour)
	@export CHANGEFEED_FILE_FORMAT=iceberg && $(BIN)/pytest -m 'slow or not slow' -k 'not thousand and not of_the_demo' tests/rows/test_pipeline.py tests/typed/test_typed_incremental.py tests/typed/test_shards.py tests/typed/test_schema_changes.py tests/typed/test_typed_configs.py tests/typed/test_typed_history.py tests/typed/test_drawn_shards.py tests/typed/test_runs_of_versions.py
	@export CHANGEFEED_FILE_FORMAT=iceberg && $(BIN)/pytest -m privacy tests/runs/test_erase.py
	@export CHANGEFEED_FILE_FORMAT=iceberg CHANGEFEED_ICEBERG_CATALOG=rest && $(BIN)/pytest -m typed tests/typed/test_typed_incremental.py -k other_engines
	@export CHANGEFEED_PACKAGES=$(MATRIX_PACKAGES) && $(MATRIX)/bin/pytest $(MATRIX_TESTS)

$(MATRIX)/.ready: requirements.lock pyproject.toml
	@test -x $(MATRIX)/bin/python || $(PYTHON) -m venv $(MATRIX)
	@grep -vE '^(pyspark|py4j)==' requirements.lock \
	    | $(MATRIX)/bin/pip install --quiet --requirement /dev/stdin pyspark==$(MATRIX_SPARK)
	@$(MATRIX)/bin/pip install --quiet --no-deps --editable .
	@export CHANGEFEED_PACKAGES=$(MATRIX_PACKAGES) && $(MATRIX)/bin/changefeed setup
	@touch $@

coverage: setup ## Run make test, and say how much of the package's Python it reaches (a quarter of an hour)
	@$(BIN)/pytest --cov --cov-report=term

lint: setup ## Check the style of Python and SQL, and the types of the package
	@$(BIN)/ruff check changefeed bench tests demo deploy docs
	@$(BIN)/ruff format --check changefeed bench tests demo deploy docs
	@$(BIN)/mypy
	@PYTHONWARNINGS=ignore:resource_tracker:UserWarning $(BIN)/sqlfluff lint --processes 2 models tests/singular

docs: setup ## Write the documentation to site/index.html
	@$(BIN)/changefeed docs

bench: setup ## Measure landing, decoding and folding against the same written by hand (long)
	@$(BIN)/python bench/measure.py

bench-growth: setup ## Measure how cost depends on what is there already (longer)
	@$(BIN)/python bench/measure.py size runs

PEER := .venv-peer
PEER_FLINK := 1.20.3

bench-peer: setup $(MATRIX)/.ready $(PEER)/.ready ## Measure the project beside Flink with Paimon, and by Spark 4.1, in turn (an hour)
	@$(BIN)/python bench/peer.py

# The jars of apache-flink are in a package of their own; nothing here needs its Python.
$(PEER)/.ready:
	@test -x $(PEER)/bin/python || $(PYTHON) -m venv $(PEER)
	@$(PEER)/bin/pip install --quiet --no-deps apache-flink-libraries==$(PEER_FLINK)
	@touch $@

clean: ## Remove what was built; the warehouse and .venv stay
	@rm -rf target logs site dbt_packages .mypy_cache .ruff_cache .pytest_cache *.egg-info
