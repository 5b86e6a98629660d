#!/bin/sh
# Prints the report of a fault bench run as a Markdown table, with a row per group.
# Usage: table.sh REPORT. Exits with 1 if a case failed or none ran.
set -eu

awk -F '\t' '
  !($1 in total) { order[++groups] = $1 }
  {
    total[$1]++
    if ($3 == "held") held[$1]++; else failures[++failed] = $1 ": " $2 ": " $6
    if ($4 > slowest[$1]) slowest[$1] = $4
    if ($5 > largest[$1]) largest[$1] = $5
  }
  END {
    print "| group | passed | of | slowest | peak memory |"
    print "|---|---:|---:|---:|---:|"
    for (n = 1; n <= groups; n++) {
      group = order[n]
      printf "| %s | %d | %d | %.1f s | %.0f MiB |\n", group, held[group], total[group],
        slowest[group], largest[group] / 1024
      allHeld += held[group]; all += total[group]
    }
    printf "| **all** | **%d** | **%d** | | |\n", allHeld, all
    for (n = 1; n <= failed; n++) print "\nFailed: " failures[n]
    exit failed > 0 || all == 0
  }
' "$1"
