#!/bin/sh
# Installs a package into a new directory and tries it as a user would: try.sh PACKAGE SANDBOX. `make
# installed` calls it.
set -eu
package=$1 sandbox=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
fail() {
  echo "try.sh: $1" >&2
  exit 1
}

dpkg-deb --info "$package"
dpkg-deb --extract "$package" "$root"
for file in bin/ghsearch share/man/man1/ghsearch.1.gz share/bash-completion/completions/ghsearch \
  share/zsh/vendor-completions/_ghsearch share/fish/vendor_completions.d/ghsearch.fish \
  share/ghsearch/skills/ghsearch/SKILL.md \
  share/doc/ghsearch/copyright share/doc/ghsearch/changelog.gz; do
  [ -s "$root/usr/$file" ] || fail "/usr/$file is missing or empty"
done

# Isolated from this machine: without the toolchain's libraries and the user's files.
installed() { env -i HOME="$root/home" PATH="$root/usr/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 "$@"; }
if ldd "$root/usr/bin/ghsearch" | grep -E 'not found|swift|Foundation'; then
  fail "the program loads a library that the package does not depend on"
fi

[ "$(installed ghsearch --version | cut -d' ' -f2)" = "$(dpkg-deb --field "$package" Version)" ] ||
  fail "the version is not that of the package"
found=$(installed "$sandbox" run -- ghsearch vapor --limit 1 --jsonl fullName)
[ "$found" = '{"fullName":"vapor/vapor"}' ] || fail "the search printed: $found"
starred=$(installed "$sandbox" run -- sh -c 'ghsearch star vapor/vapor && ghsearch starred vapor/vapor')
[ "$starred" = "$(printf 'vapor/vapor\tstarred\nvapor/vapor\tyes')" ] || fail "the star printed: $starred"
gzip -dc "$root/usr/share/man/man1/ghsearch.1.gz" | grep -q '^\.SH SYNOPSIS\|^\.SH NAME' || fail "no manual page"
bash -n "$root/usr/share/bash-completion/completions/ghsearch" || fail "the completions for bash are broken"
echo "$package works"
