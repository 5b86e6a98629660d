#!/bin/sh
# Runs a test command: shows the number of finished tests, then the failures, and finally the runner's own summary.
# .build/tests.log has the full output.
# Usage: sh Tests/run.sh COMMAND...
log=.build/tests.log
failed=.build/tests.failed
mkdir -p .build
rm -f "$failed"
# One line, updated in place on a terminal and printed occasionally elsewhere.
if [ -t 1 ]; then inPlace=1; else inPlace=0; fi
{ "$@" 2>&1 || echo $? > "$failed"; } | tee "$log" | awk -v "inPlace=$inPlace" '
  function show(text) {
    if (inPlace) printf "\r\033[K%s", text; else print text
    fflush()
  }
  /^\[[0-9]+\/[0-9]+\] / {
    if (inPlace) show(substr($0, 1, 79))
    next
  }
  / Test .* (passed|failed) after [0-9.]+ seconds/ && !/ Test (run with|case passing) / {
    ended++
    if (/ failed after /) failed++
    if (ended % (inPlace ? 10 : 250) == 0) show(ended " tests" (failed ? ", " failed " failed" : ""))
  }
  END { if (inPlace) printf "\r\033[K" }
'
if [ -e "$failed" ]; then
  printf 'What failed (%s has all that the tests printed):\n' "$log"
  grep -a -A2 -e '✘' -e ': error:' -e '^error:' -e 'Fatal error' -e 'unexpected signal' "$log" \
    | grep -av -e '^--' -e '◇' -e '✔' -e '✘ Suite' -e ' Test run with ' -e '↳ ///' | cut -c1-500 | tail -60
fi
grep -a ' Test run with [0-9]' "$log" | tail -1
[ ! -e "$failed" ] || exit "$(cat "$failed")"
