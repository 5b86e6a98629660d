#!/bin/sh
# Prints the names of the functions that a search runs, for the linker to put them side by side:
# hot-functions.sh PROGRAM SANDBOX, which is what `make hot-functions` does. Needs valgrind. See decision 0054.
set -eu
program=$1 sandbox=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Valgrind does not read all of what debuggers are told about Swift.
strip --strip-debug -o "$work/ghsearch" "$program"
export HOME="$work"

# Twice, for the second finds what the first has kept.
for run in 1 2; do
  "$sandbox" run --repositories 400 -- \
    valgrind --quiet --tool=callgrind --demangle=no --callgrind-out-file="$work/search-$run.calls" \
    "$work/ghsearch" 'stars:>=0' --limit 200 > "$work/rows"
  [ "$(wc -l < "$work/rows")" = 200 ] || { echo "hot-functions: the search failed" >&2; exit 1; }
done

# A name stands beside its number where that is first used, in lines such as `fn=(12) swift_retain`; an
# object, too, and a function is of the object that was named last.
perl -ne '
  if (/^ob=\((\d+)\)(?: (.*))?/) { $objects{$1} = $2 if defined $2; $ours = $objects{$1} =~ m{/ghsearch$} }
  elsif (/^cob=\((\d+)\) (.*)/) { $objects{$1} = $2 }
  elsif (/^(c?)fn=\((\d+)\)(?: (.*))?/) {
    $names{$2} = $3 if defined $3;
    print "$names{$2}\n" if !$1 && $ours;
  }
  %names = %objects = () if eof;
' "$work"/*.calls | sed "s/'[0-9]*\$//" | grep -v '^0x' | LC_ALL=C sort -u
