#!/bin/sh
# The Python package with what it works with, from PyPI: PettingZoo, Gymnasium, OpenSpiel; and mypy and ruff look at it.
# Skipped where pip cannot install them. Usage: ecosystems.sh SOURCE-ROOT PYTHON
# The environment tells where the package and the library are.
set -eu

source=$1 python=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

skip() {
    echo "skipped: $*"
    exit 77
}

"$python" -m venv "$scratch/venv" >/dev/null 2>&1 || skip 'no venv'
PATH=$scratch/venv/bin:$PATH
export PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
pip install -q --no-cache-dir --retries 0 --timeout 15 --only-binary :all: -r "$source/tests/python/requirements.txt" \
    >"$scratch/log" 2>&1 || skip "pip did not install everything: $(tail -n 1 "$scratch/log")"

cd "$source/tests/python"
python -m unittest test_batch test_doctests test_gymnasium test_openspiel test_pettingzoo test_style
python ../readme/documents.py "$source/docs/python.md"
