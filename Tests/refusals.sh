#!/bin/sh
# Compiles what the page "What Swift 6 refuses" says the compiler refuses, and looks for the message
# that the page shows below it. Of several functions, each has to be refused, so each is compiled
# without the others. Usage: refusals.sh DIRECTORY-OF-MODULES
set -eu

page="$(dirname "$0")/../Sources/Reactive/Reactive.docc/SwiftSix.md"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

# Piece after piece: N.swift and N.message.
awk -v work="$work" '
  function begin() { file = work "/" ++piece ".swift"; printf "%s", common > file }
  /^```/ { if (refused && file == "") begin(); inside = !inside; refused = 0; next }
  inside && $0 == "// Refused" { refused = waits = 1; first = piece + 1; file = ""; common = "import Reactive\n"; next }
  refused && /^(@MainActor )?func / { begin() }
  refused && file == "" { common = common $0 "\n"; next }
  refused { print > file; next }
  inside && waits && /^(error|warning): / { for (n = first; n <= piece; n++) print > (work "/" n ".message"); waits = 0 }
' "$page"

failed=0
for source in "$work"/*.swift; do
  message="$(cat "${source%.swift}.message")"
  said="$("${SWIFTC:-swiftc}" -swift-version 6 -emit-sil -o /dev/null -I "$1" "$source" 2>&1)" || true
  case "$said" in
  *"$message"*) ;;
  *)
    printf 'The page says:\n  %s\nThe compiler says:\n%s\n' "$message" "$said" >&2
    failed=1
    ;;
  esac
done
[ -e "$work/1.swift" ] && exit "$failed"
