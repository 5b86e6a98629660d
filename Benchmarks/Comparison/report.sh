# Prints the table and the raw figures. Sourced by ../compare.

report() {
  echo "| figure | ours | theirs | ratio | goal | |"
  echo "|---|---:|---:|---:|---:|---|"
  row "100 rows over HTTP, against curl" ms "$(wall http)" "$(wall http-curl)" 1.5
  row "the same, against curl with jq" ms "$(wall http)" "$(wall http-jq)" -
  row "100 rows over HTTPS, against curl" ms "$(wall https)" "$(wall https-curl)" 0.6
  row "the same, against gh" ms "$(wall https)" "$(wall https-gh)" 0.25
  row "the same, processor, against gh" ms "$(processor https)" "$(processor https-gh)" 0.25
  row "1,000 rows over HTTPS, processor, against gh" ms \
    "$(processor thousand)" "$(processor thousand-gh)" 0.35
  row "--version, against curl" ms "$(wall version)" "$(wall version-curl)" 1.2
  row "--version, against gh" ms "$(wall version)" "$(wall version-gh)" 0.2
  row "--help, against curl --version" ms "$(wall help)" "$(wall version-curl)" 1.2
  row "--help, against gh" ms "$(wall help)" "$(wall help-gh)" 0.2
  limit "the first row after its page" ms "$(median < "$work/first-row")" 10
  limit "the first frame after exec" ms "$(median < "$work/first-frame")" 15
  limit "memory of 100 rows, at most" MB "$(memory http)" 20
  row "the same, against curl" MB "$(memory http)" "$(memory http-curl)" -
  row "the same over HTTPS, against gh" MB "$(memory http)" "$(memory https-gh)" -
  limit "the program, stripped" MB "$(megabytes "$work/ghsearch")" 40
}

# row FIGURE UNIT OURS THEIRS GOAL: the goal is a ratio, or - for none.
row() {
  awk -v figure="$1" -v unit="$2" -v ours="$3" -v theirs="$4" -v goal="$5" 'BEGIN {
    if (ours == "" || theirs == "") {
      printf "| %s | - | - | - | %s | not measured: something is not installed |\n", figure, goal
      exit
    }
    ratio = ours / theirs
    verdict = goal == "-" ? "" : ratio <= goal ? "met" : "**missed**"
    printf "| %s | %.1f %s | %.1f %s | %.2f | %s | %s |\n",
      figure, ours, unit, theirs, unit, ratio, goal == "-" ? "" : "≤ " goal, verdict
  }'
}

# limit FIGURE UNIT OURS GOAL
limit() {
  awk -v figure="$1" -v unit="$2" -v ours="$3" -v goal="$4" 'BEGIN {
    if (ours == "") { printf "| %s | - | | | ≤ %s %s | not measured |\n", figure, goal, unit; exit }
    printf "| %s | %.1f %s | | | ≤ %s %s | %s |\n",
      figure, ours, unit, goal, unit, ours <= goal ? "met" : "**missed**"
  }'
}

# Prints the machine in general terms, and every round.
raw_figures() {
  . /etc/os-release
  echo
  echo "$(nproc) × $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1), $PRETTY_NAME, $(date +%F)," \
    "a load of $(cut -d' ' -f1 /proc/loadavg) at the end; $rounds rounds of $runs runs each."
  for tool in "$work/ghsearch" curl gh jq hyperfine; do
    if command -v "$tool" > /dev/null; then "$tool" --version | head -1 | sed 's/^/- /'; fi
  done
  nginx -v 2>&1 | sed 's/^nginx version: /- /'
  printf '\n## What is in the program\n\n| MB | |\n|---:|---|\n'
  list_sizes | awk -F '\t' '{ printf "| %s | %s |\n", $1, $2 }'
  printf '\n## Each round\n\nSeconds: median, user, system, least.\n\n```\n'
  cat "$work/raw.csv"
  printf '```\n\nPeak memory, KB:\n\n```\n'
  cat "$work/memory"
  printf '```\n\nMilliseconds to the first row after its page, and to the first frame:\n\n```\n'
  paste "$work/first-row" "$work/first-frame"
  echo '```'
}
