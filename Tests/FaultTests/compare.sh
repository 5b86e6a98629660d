#!/bin/sh
# Prints two fault bench reports side by side, for the cases in both.
# Usage: compare.sh OURS THEIRS
set -eu

awk -F '\t' '
  { key = $1 FS $2 }
  FNR == NR { ours[key] = $3; next }
  !(key in ours) { next }
  {
    if (!($1 in cases)) order[++groups] = $1
    cases[$1]++; all++
    if (ours[key] == "held") { a[$1]++; allA++ }
    if ($3 == "held") { b[$1]++; allB++ }
  }
  END {
    print "| group | cases | ghsearch passes | gh passes |"
    print "|---|---:|---:|---:|"
    for (n = 1; n <= groups; n++) {
      group = order[n]
      printf "| %s | %d | %d | %d |\n", group, cases[group], a[group], b[group]
    }
    printf "| **all** | **%d** | **%d** | **%d** |\n", all, allA, allB
  }
' "$1" "$2"
