#!/bin/sh
# The shared library keeps to the ABI of the baseline: no function gone or changed, no public struct laid out anew. What
# is new is told, and is no fault. With `write` it makes the baseline.
# Usage: abi.sh check|write BASELINE SOURCE-ROOT VERSION-SCRIPT SONAME ARCHIVE... -- LINK-ARGUMENT...; compiler in CC
set -eu
action=$1 baseline=$2 source=$3 map=$4 soname=$5
shift 5
command -v abidw >/dev/null && command -v abidiff >/dev/null || { echo 'no abidiff (abigail-tools)' && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
archives=
while [ "$1" != -- ]; do
    archives="$archives $1"
    shift
done
shift

# abidw reads types from debug information: the door is compiled with it, everything behind comes from the archives. It
# must see where a type is declared, by which abidiff tells public structs from private ones; no path of this machine.
# shellcheck disable=SC2086 # words are meant to be split
$CC -std=c11 "-ffile-prefix-map=$source=." -g -O0 -w -fPIC -shared -I"$source/include" \
    "$source"/libvariantchess/api_*.c $archives "$@" -Wl,--version-script="$map" -Wl,-soname,"$soname" \
    -o "$scratch/$soname"
headers=$source/include/variantchess
if [ "$action" = write ]; then
    abidw --exported-interfaces-only --drop-private-types --no-elf-needed --no-corpus-path --no-comp-dir-path \
        --type-id-style hash --headers-dir "$headers" "$scratch/$soname" >"$baseline"
    exit
fi
# --no-added-syms would hide what is new from the reader, too.
compare() {
    abidiff --exported-interfaces-only --headers-dir1 "$headers" --headers-dir2 "$headers" "$@" "$baseline" "$scratch/$soname"
}
compare || true
compare --no-added-syms >"$scratch/log" || { echo "The ABI is not that of $baseline: see docs/abi.md." && exit 1; }
