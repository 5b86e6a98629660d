#!/bin/sh
# Tries the archive and the package as a Debian user would, in systems without Swift and compilers: try-bare.sh
# SANDBOX RELEASE... `make dist-test` calls it. debootstrap(8) creates them in its smallest variant, without libcurl
# and certificates, with no locale but C.UTF-8, and with few terminal descriptions.
set -eu
[ "$(id -u)" = 0 ] || { echo 'try-bare.sh: debootstrap needs root' >&2; exit 1; }
sandbox=$1
shift
archive=$(ls .build/dist/ghsearch-*-linux-*.tar.gz)
package=$(ls .build/ghsearch_*.deb)

fail() {
  echo "try-bare.sh: $release: $1" >&2
  exit 1
}

# bare COMMAND...: runs it in the root, with only the sandbox's environment variables.
bare() {
  chroot "$root" env -i HOME=/root PATH=/opt/ghsearch/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm \
    ${GHSEARCH_API_URL:+"GHSEARCH_API_URL=$GHSEARCH_API_URL"} \
    ${GHSEARCH_TOKEN:+"GHSEARCH_TOKEN=$GHSEARCH_TOKEN"} "$@"
}

# expect TEXT COMMAND...: the command succeeds, and its output contains the text.
expect() {
  text=$1
  shift
  said=$(bare "$@" 2>&1) || fail "$* ended with $?: $said"
  case $said in
    *"$text"*) ;;
    *) fail "$* printed: $said" ;;
  esac
}

# A user's first commands, with the sandbox as GitHub.
journey() {
  expect 'vapor/vapor' ghsearch vapor
  expect 'vapor/vapor	starred' ghsearch star vapor/vapor
  expect 'vapor/vapor	yes' ghsearch starred vapor/vapor
  expect 'stargazers_count' ghsearch view vapor/vapor
  expect 'star' ghsearch stars sync --readmes
  expect 'vapor/vapor' ghsearch stars search vapor
  expect 'certificate' ghsearch doctor
  screen
}

# Types a query, waits for its rows, and quits. util-linux's script(1) provides the terminal.
screen() {
  rm -f "$root/tmp/keys" "$root/tmp/screen"
  mkfifo "$root/tmp/keys"
  : > "$root/tmp/screen"
  bare sh -c 'script -qefc "stty rows 24 cols 80; exec ghsearch interactive" /tmp/screen < /tmp/keys > /dev/null' &
  program=$!
  exec 4> "$root/tmp/keys"
  printf 'vapor' >&4
  wait_for_text 'vapor/' || fail "the screen showed: $(tr -d '\033' < "$root/tmp/screen")"
  printf '\003' >&4
  wait "$program" || [ $? = 130 ] || fail "the screen ended with $?"
  exec 4>&-
}

wait_for_text() {
  for _ in $(seq 100); do
    # Styles may occur between any two letters.
    if sed 's/\x1b\[[0-9;:?]*[A-Za-z]//g' "$root/tmp/screen" | grep -q "$1"; then return; fi
    sleep 0.1
  done
  return 1
}

# Runs inside `ghsearch-sandbox run`, which starts this script again for one root.
if [ "${1-}" = --in ]; then
  release=$2 root=$3
  journey
  exit
fi

clean() {
  umount .build/roots/try/proc .build/roots/try/dev/pts 2> /dev/null || true
  rm -rf --one-file-system .build/roots/try
}
trap clean EXIT

for release; do
  root=.build/roots/$release
  if [ ! -e "$root/complete" ]; then
    rm -rf "$root"
    mkdir -p "$root"
    debootstrap --variant=minbase "$release" "$root" > "$root.log" || fail "debootstrap failed: see $root.log"
    touch "$root/complete"
  fi
  clean
  cp -a "$root" .build/roots/try
  root=.build/roots/try
  # Swift's runtime reads /proc; script(1) creates a terminal.
  mount -t proc proc "$root/proc"
  mount --bind /dev/pts "$root/dev/pts"
  cp /etc/resolv.conf "$root/etc/resolv.conf"

  mkdir -p "$root/opt/ghsearch"
  tar -xzf "$archive" -C "$root/opt/ghsearch" --strip-components 1
  # The files that install.sh takes from it.
  sed -n "/^files=/,/'\$/{s/^files='//;s/'\$//;p}" install.sh | grep -v '^share/doc/' |
    while read -r file; do
      [ -s "$root/opt/ghsearch/$file" ] || fail "the archive has no $file"
    done
  expect "$(.build/release/ghsearch --version)" ghsearch --version
  expect 'USAGE' ghsearch --help
  said=$(bare ghsearch vapor 2>&1) && fail 'a search without libcurl succeeded'
  case $said in
    *'cannot load libcurl'*'libcurl4 on Debian'*) ;;
    *) fail "without libcurl a search printed: $said" ;;
  esac

  bare apt-get update -qq
  bare apt-get install -y -qq --no-install-recommends libcurl4 > "$root/apt.log" 2>&1 || fail 'no libcurl4'
  "$sandbox" run -- sh "$0" "$sandbox" --in "$release" "$root"

  # The package, with its dependencies from apt.
  rm -rf "$root/opt/ghsearch"
  cp "$package" "$root/tmp/ghsearch.deb"
  bare apt-get install -y -qq --no-install-recommends /tmp/ghsearch.deb > "$root/apt.log" 2>&1 ||
    fail "apt did not install the package: $(cat "$root/apt.log")"
  "$sandbox" run -- sh "$0" "$sandbox" --in "$release" "$root"
  echo "$release: the archive and the package work"
done
