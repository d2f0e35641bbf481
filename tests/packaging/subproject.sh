#!/bin/sh
# A project that has the library as a subproject builds, links and plays, in C and in C++.
# Usage: subproject.sh SOURCE-ROOT MESON
set -eu
source=$1 meson=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

[ -n "${CXX:-}" ] || { echo 'no C++ compiler' && exit 77; }
cp -R "$source/tests/packaging/consumer" "$scratch"
mkdir "$scratch/consumer/subprojects"
ln -s "$source" "$scratch/consumer/subprojects/variantchess"
"$meson" setup "$scratch/build" "$scratch/consumer" --force-fallback-for=variantchess >"$scratch/log" || {
    cat "$scratch/log"
    exit 1
}
"$meson" test -C "$scratch/build" --print-errorlogs
