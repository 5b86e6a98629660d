#!/bin/sh
# Runs a test command, and repeats at the end what failed: a log of thousands of lines is often cut to its last ones.
# Usage: sh Tests/run.sh COMMAND...
log=.build/tests.log
failed=.build/tests.failed
mkdir -p .build
rm -f "$failed"
{ "$@" 2>&1 || echo $? > "$failed"; } | tee "$log"
[ -e "$failed" ] || exit 0
printf '\nWhat failed:\n'
grep -a -A2 -e '✘' -e ': error:' -e 'Fatal error' -e 'unexpected signal' "$log" | grep -av -e '^--' -e '◇' -e '✔' | tail -60
exit "$(cat "$failed")"
