#!/bin/sh
# Creates an object file of ICU's tables that the linker uses instead of the 34 MB in Foundation: icu-tables.sh
# OBJECT. Prints the linker flags. The Makefile calls it. See decision 0160.
set -eu
mkdir -p "$(dirname "$1")"
object=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Without these tables, a program uses Foundation's.
whole() {
  echo "icu-tables: $1; the program will be 30 MB larger" >&2
  exit 0
}

toolchain=$(dirname "$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")")
library=$toolchain/lib/swift_static/linux/lib_FoundationICU.a
[ -r "$library" ] || whole "no $library"
command -v perl > /dev/null || whole "no perl"

cd "$work"
ar x "$library" icu_packaged_data.cpp.o || whole "no tables in $library"
symbol=$(nm --defined-only icu_packaged_data.cpp.o | sed -n 's/.* R \(icudt[0-9]*_dat\)$/\1/p')
[ -n "$symbol" ] || whole "no tables in $library"
objcopy -O binary -j .rodata icu_packaged_data.cpp.o all
perl "$here/icu-tables.pl" < all > tables || whole "tables of another kind in $library"

ld -r -b binary -o tables.o tables
objcopy --redefine-sym "_binary_tables_start=__wrap_$symbol" \
  --strip-symbol _binary_tables_end --strip-symbol _binary_tables_size \
  --rename-section .data=.rodata,alloc,load,readonly,data,contents \
  --set-section-alignment .data=16 tables.o
mv tables.o "$object"
# The path as the Makefile names it, so that the flags stay valid if the clone is moved.
echo "-Xlinker $1 -Xlinker --wrap=$symbol"
