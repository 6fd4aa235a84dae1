# What a fresh machine needs for any of these is installed on the way.

BIN := .venv/bin
# A few minutes' worth of learners that every Debian has; row 0 of CatBoost is half of it.
LEARNERS := ranger randomForest glmnet rpart e1071_svm nnet MASS_lda xgboost lightgbm catboost \
	sklearn_decision_tree sklearn_dummy sklearn_extra_trees sklearn_gaussian_nb \
	sklearn_hist_gradient_boosting sklearn_knn sklearn_lda sklearn_logistic_regression sklearn_mlp \
	sklearn_random_forest sklearn_svc python_kknn
DEMO := --suite demo --learners $(LEARNERS) --rows 0-1 --splits 0-19 --workers 2 --out runs/demo

.PHONY: setup demo test test-all faults check docs lock clean

setup:
	@r_bridge/install.sh
	@requirements/install.sh

demo: setup
	@$(BIN)/frostgrid run grid $(DEMO)

check: setup
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy --strict

test: check
	@$(BIN)/pytest -m "not slow"

test-all: check
	@$(BIN)/pytest

# Kills, full disks, damaged files, learners that misbehave; SHARE=0.1 makes a tenth of the tries.
SHARE := 1
faults: setup
	@$(BIN)/pytest tests/faults --share $(SHARE) --figures docs/reliability.md

# The pages of docs/learners; a test fails where they are stale.
docs: setup
	@$(BIN)/python -m frostgrid.reference

lock:
	@requirements/lock.sh

# Keeps runs/: results are not caches.
clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks build dist
