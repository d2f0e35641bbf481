# Compiles the consumer's programs with what pkg-config says, and runs them. Read by the scripts beside it, which set $here,
# $scratch and, if need be, $static to -static; compilers are in CC and, if there is one, CXX.
play() { # COMPILER STANDARD SOURCE
    # shellcheck disable=SC2046,SC2086 # words are meant to be split
    $1 "-std=$2" -Wall -Wextra -Wpedantic -Werror ${static:-} "$here/consumer/$3" -o "$scratch/player" \
        $(pkg-config ${static:+--static} --cflags --libs variantchess)
    "$scratch/player"
}
play "$CC" c11 player.c
[ -z "${CXX:-}" ] || play "$CXX" c++11 player.cpp
