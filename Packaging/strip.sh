#!/bin/sh
# Removes everything that only a debugger or linker reads from an installed program: strip.sh PROGRAM. `make install`
# calls it.
set -eu
if [ "$(uname -s)" = Darwin ]; then
  strip -S -x "$1"
else
  # The last two are hashes that depend on the build directory.
  strip --strip-unneeded --remove-section=.comment --remove-section=.note --remove-section=.swift_modhash \
    --remove-section=.note.gnu.build-id "$1"
fi
