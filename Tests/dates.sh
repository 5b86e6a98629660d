#!/bin/sh
# Runs a test command on tricky days and in tricky time zones.
# Usage: sh Tests/dates.sh COMMAND...
set -eu
# Tests wait by the monotonic clock, which is unaffected.
export FAKETIME_DONT_FAKE_MONOTONIC=1
at() {
  day=$1 zone=$2
  shift 2
  printf '\nOn %s in %s:\n' "$day" "$zone"
  TZ=$zone faketime "$day" "$@"
}
at '2026-12-31 23:59:00' Pacific/Kiritimati "$@"
at '2027-02-28 12:00:00' America/Los_Angeles "$@"
at '2028-02-29 12:00:00' America/Los_Angeles "$@"
