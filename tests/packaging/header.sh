#!/bin/sh
# The public header compiles without a warning, and its frozen structs are laid out as documented.
# Usage: header.sh COMPILER [FLAG...]
set -eu
cd "$(dirname "$0")/../abi"

echo '#include <stdint.h>' | "$@" -fsyntax-only - 2>/dev/null || {
    echo "no C library headers for: $*"
    exit 77
}
"$@" -Wall -Wextra -Wpedantic -Werror -fsyntax-only layout.c
