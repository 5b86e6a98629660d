# The main job, shown step by step; run by `make demo` inside `ghsearch-sandbox run`.
set -e

show() {
  printf '\n$ %s\n' "$*"
  "$@"
}

show ghsearch swift --sort stars --limit 10
show ghsearch star vapor/vapor
show ghsearch starred vapor/vapor
show ghsearch view vapor/vapor
show ghsearch unstar vapor/vapor
printf '\n$ ghsearch starred vapor/vapor\n'
ghsearch starred vapor/vapor || printf '(exit status %s: the answer is no)\n' "$?"
