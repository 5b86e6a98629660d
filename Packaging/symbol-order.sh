#!/bin/sh
# Prints the functions called by a search, a view and a star, which the linker then places together in the program:
# symbol-order.sh PROGRAM SANDBOX. `make symbol-order` calls it. Requires valgrind and the program's symbols.
set -eu
program=$1 sandbox=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Older versions of valgrind cannot read the Swift compiler's debug information.
strip --strip-debug -o "$work/program" "$program"
trace() {
  HOME=$work "$sandbox" run -- valgrind -q --tool=callgrind --demangle=no --callgrind-out-file="$work/out.%p" \
    "$work/program" "$@" > "$work/printed" || { cat "$work/printed" >&2; exit 1; }
}
trace swift --limit 100
trace view vapor/vapor
trace star vapor/vapor
# Lines such as `fn=(12) $s8Commands...`: only functions that a line defines, in the order of the runs.
sed -n 's/^c\{0,1\}fn=([0-9]*) \([^ ]*\)$/\1/p' "$work"/out.* | sed "s/'[0-9]*$//" | awk '!seen[$0]++' > "$work/called"
# The program's own functions, without those of loaded libraries.
nm --defined-only "$program" | sed -n 's/^[0-9a-f]* [TtWwVu] //p' | sort -u > "$work/defined"
awk 'NR == FNR { defined[$0]; next } $0 in defined' "$work/defined" "$work/called"
