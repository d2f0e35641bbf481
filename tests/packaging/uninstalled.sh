#!/bin/sh
# In `meson devenv` programs build with and run with the library that was not installed.
# Usage: uninstalled.sh BUILD-ROOT MESON
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v pkg-config >/dev/null || { echo 'no pkg-config' && exit 77; }
[ "${3:-}" = inside ] || exec "$2" devenv -C "$1" "$here/uninstalled.sh" "$1" "$2" inside

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. "$here/play.sh"
[ -f "$VARIANTCHESS_LIBRARY" ]
