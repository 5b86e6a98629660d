#!/bin/sh
# Sends a dozen requests to GitHub, and checks the responses for everything the program relies on. Changes nothing.
# Usage: sh Tests/live.sh PROGRAM, with a token in GITHUB_TOKEN. `make live` calls it.
set -eu
program=$1
HOME=$(mktemp -d)
export HOME
trap 'rm -rf "$HOME"' EXIT
failed=0

# expect STATUS TEXT ARGUMENT...: the command exits with the status, and its output contains the text.
expect() {
  status=$1 text=$2
  shift 2
  output=$("$program" "$@" 2>&1) && ended=0 || ended=$?
  case $ended$output in
    "$status"*"$text"*) echo "ok: $*" ;;
    *)
      echo "FAILED: $* ended with $ended: $output" >&2
      failed=1
      ;;
  esac
}

expect 0 '{"fullName":"vapor/vapor","license.key":"mit","isFork":false}' \
  vapor --repo vapor/vapor --jsonl fullName,license.key,isFork
expect 0 '"rank":101' swift --limit 101 --jsonl rank
expect 0 '' 'http NOT server' --topic swift,server --archived=false --pushed 2y --sort updated --limit 1
expect 0 '"language":"Swift"' view vapor/vapor --jsonl fullName,language,subscribersCount
expect 0 '"fullName":"swiftlang/swift"' view apple/swift --jsonl fullName
expect 0 'Vapor' view vapor/vapor --readme=only --plain --max-chars 2000
expect 0 'Swift' view vapor/vapor --template '{{languages}}'
expect 0 '"tagName":"v' view cli/cli --jsonl latestRelease
expect 3 'not found' view ghsearch/there-is-no-such-repository
expect 0 'vapor/vapor' growth vapor/vapor --since 7d
expect 0 '/' stars list --user octocat --limit 1
expect 0 'network' doctor
export GITHUB_TOKEN=ghp_wrong
expect 4 'rejected the token' view vapor/vapor
exit "$failed"
