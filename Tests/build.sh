#!/bin/sh
# Runs a build: with its own output on a terminal, otherwise printing only warnings and the last line, or the errors,
# instead of a line per file. .build/build.log has everything. Usage: sh Tests/build.sh COMMAND...
[ -t 1 ] && exec "$@"
log=.build/build.log
mkdir -p .build
"$@" > $log 2>&1
status=$?
if [ $status = 0 ]; then
  grep -v 'ignoring -num-threads' $log | grep -A3 -e 'warning: '
  tail -1 $log
else
  grep -A6 -e 'error: ' $log | head -200
  echo "See $log."
fi
exit $status
