# Runs the commands and records their measurements. Sourced by ../compare.
#
# $work/commands has a line per command: its label, additional environment variables, and the command.
# $work/raw.csv has a line per round of each command: label, median, user, system, minimum, in seconds.

list_commands() {
  search="search/repositories?q=linux&per_page=100"
  curl="curl --silent --output /dev/null --compressed"
  trust="--cacert $work/bundle.pem --capath $work/ca"
  ours="GHSEARCH_API_URL=http://127.0.0.1:$plain"
  ours_tls="GHSEARCH_API_URL=https://localhost:$encrypted SSL_CERT_DIR=$work/ca"
  gh="GH_HOST=localhost:$encrypted GH_ENTERPRISE_TOKEN=x SSL_CERT_FILE=$work/bundle.pem"
  {
    echo "http|$ours|$work/ghsearch linux --limit 100"
    echo "http-curl||$curl http://127.0.0.1:$plain/$search"
    echo "https|$ours_tls|$work/ghsearch linux --limit 100"
    echo "https-curl||$curl $trust https://localhost:$encrypted/$search"
    echo "thousand|$ours_tls|$work/ghsearch linux --limit 1000"
    echo "version||$work/ghsearch --version"
    echo "help||$work/ghsearch --help"
    echo "version-curl||curl --version"
    if command -v jq > /dev/null; then
      echo "http-jq|URL=http://127.0.0.1:$plain/$search|sh $here/Comparison/curl-and-jq.sh"
    fi
    if command -v gh > /dev/null; then
      echo "https-gh|$gh|gh search repos linux --limit 100"
      echo "thousand-gh|$gh|gh search repos linux --limit 1000"
      echo "version-gh||gh --version"
      echo "help-gh||gh --help"
    fi
  } > "$work/commands"
}

measure_round() {
  while IFS='|' read -r label settings command; do
    echo "compare: round $1, $label" >&2
    # The settings are words without spaces.
    env $settings hyperfine --shell none --warmup 2 --runs "$runs" --export-csv "$work/one.csv" \
      "$command" > /dev/null 2>&1 < /dev/null || { echo "compare: '$command' fails" >&2; return 1; }
    sed -n '2s/^"*[^,]*"*,//p' "$work/one.csv" |
      awk -F, -v label="$label" '{ print label "," $3 "," $4 "," $5 "," $6 }' >> "$work/raw.csv"
  done < "$work/commands"
}

# Peak memory in kilobytes as the kernel reports it, including shared libraries.
measure_memory() {
  : > "$work/memory"
  [ -x /usr/bin/time ] || { echo "compare: without /usr/bin/time no memory" >&2; return 0; }
  grep -E '^(http|http-curl|https-gh)\|' "$work/commands" |
    while IFS='|' read -r label settings command; do
      env $settings /usr/bin/time -o "$work/one" -f %M $command > /dev/null 2>&1 < /dev/null
      echo "$label $(cat "$work/one")" >> "$work/memory"
    done
}

# Runs each command eleven times and takes the median.
measure_first_output() {
  for run in 1 2 3 4 5 6 7 8 9 10 11; do
    GHSEARCH_API_URL=http://127.0.0.1:$plain/slow perl "$here/Comparison/first-output.pl" row \
      "$work/ghsearch" linux --limit 200 --verbose >> "$work/first-row"
    GHSEARCH_API_URL=http://127.0.0.1:$plain perl "$here/Comparison/first-output.pl" frame \
      "$work/ghsearch" interactive >> "$work/first-frame"
    # The server responds to the first request of each half second at once.
    sleep 1
  done
}
