#!/bin/sh
# A C and a C++ program build with nothing but what pkg-config says of the installed library, and play. What is
# installed remembers nothing of where it was built. So does the Python package, installed beside the library (abi-05).
# Usage: installed.sh shared|static BUILD-ROOT PREFIX LIBDIR ABI-NUMBER; compilers in CC and, if there is one, CXX
set -eu
kind=$1 build=$2 prefix=$3 libdir=$4 abi=$5
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
die() {
    echo "$*" >&2
    exit 1
}

command -v pkg-config >/dev/null || { echo 'no pkg-config' && exit 77; }
meson install -C "$build" --no-rebuild --quiet --destdir "$scratch"
root=$scratch$prefix
lib=$root/$libdir

for file in "$lib/libvariantchess.so.$abi" "$lib/libvariantchess.a" "$lib/pkgconfig/variantchess.pc"; do
    cp "$file" "$scratch/copy"
    strip --strip-debug "$scratch/copy" 2>/dev/null || true # debug information may say where its source is
    ! grep -qF "$build" "$scratch/copy" || die "$file contains the path of the build tree"
done
readelf --dynamic "$lib/libvariantchess.so" >"$scratch/dynamic"
grep -q "SONAME.*\[libvariantchess\.so\.$abi\]" "$scratch/dynamic" || die 'wrong SONAME'
! grep -E 'RPATH|RUNPATH' "$scratch/dynamic" || die 'a search path for libraries is built in'

# Each program has its manual, if it could be built, and what completes its arguments.
for program in "$root"/bin/vc-*; do
    name=${program##*/}
    [ -f "$root/share/bash-completion/completions/$name" ] || die "$name has no completion"
    [ -f "$root/share/man/man1/$name.1" ] || ! [ -f "$build/docs/man/$name.1" ] || die "$name has no man page"
done

# The prefix stands in the .pc file once, so that an installation that was moved needs one change.
pc=$lib/pkgconfig/variantchess.pc
[ "$(grep -cF "$prefix" "$pc")" = 1 ] || die "$pc names the prefix more than once"
sed -i "s|^prefix=.*|prefix=$root|" "$pc"
export PKG_CONFIG_PATH="$lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}" LD_LIBRARY_PATH="$lib"
static=
if [ "$kind" = static ]; then
    static=-static
    echo 'int main(void) { return 0; }' >"$scratch/empty.c"
    $CC -static "$scratch/empty.c" -o "$scratch/empty" || { echo 'no static C library' && exit 77; }
fi
. "$here/play.sh"

# The Python package finds the library that is installed with it; it is installed by itself, which builds nothing.
[ "$kind" = shared ] || exit 0
command -v python3 >/dev/null || exit 0
source=$(cd "$here/../.." && pwd)
meson setup "$scratch/python" "$source" -Dpython=only --prefix "$prefix" --libdir "$libdir" >"$scratch/log" 2>&1 &&
    meson install -C "$scratch/python" --quiet --destdir "$scratch/destination" || { cat "$scratch/log" && exit 1; }
package=$(find "$scratch/destination$prefix" -type d -name variantchess)
! grep -rlF -e "$build" -e "$source" "$package" || die 'the Python package contains the path of the source'
unset VARIANTCHESS_LIBRARY
cd "$scratch"
plays='import variantchess; game = variantchess.Game("quantum", seed=1); game.play("?g1"); print(variantchess.__file__)'
[ "$(PYTHONPATH=$(dirname "$package") PYTHONDONTWRITEBYTECODE=1 python3 -c "$plays")" = "$package/__init__.py" ] ||
    die 'not the Python package that was installed'
