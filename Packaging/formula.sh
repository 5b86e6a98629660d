#!/bin/sh
# Prints the Homebrew formula of a release, which installs its archives: formula.sh SHA256SUMS. The release
# workflow calls it; without a release, ghsearch.rb builds the newest sources.
set -eu
sums=$1
here=$(dirname "$0")
version=$(sed -n 's/^[0-9a-f]*  ghsearch-\([0-9][0-9A-Za-z.+-]*\)-linux-x86_64\.tar\.gz$/\1/p' "$sums")
[ -n "$version" ] || { echo "formula.sh: no archive for linux-x86_64 in $sums" >&2; exit 1; }

# source_of PLATFORM INDENT: the two lines of one archive.
source_of() {
  sum=$(sed -n "s/^\([0-9a-f]\{64\}\)  ghsearch-$version-$1\.tar\.gz\$/\1/p" "$sums")
  [ -n "$sum" ] || { echo "formula.sh: no archive for $1 in $sums" >&2; exit 1; }
  printf '%surl "https://github.com/ghsearch/ghsearch/releases/download/v%s/ghsearch-%s-%s.tar.gz"\n' \
    "$2" "$version" "$version" "$1"
  printf '%ssha256 "%s"\n' "$2" "$sum"
}

{
  echo "  version \"$version\""
  echo
  echo '  on_macos do'
  source_of macos-arm64 '    '
  echo '  end'
  echo
  echo '  on_linux do'
  echo '    on_arm do'
  source_of linux-arm64 '      '
  echo '    end'
  echo '    on_intel do'
  source_of linux-x86_64 '      '
  echo '    end'
  echo '  end'
} > "$sums.formula"
trap 'rm -f "$sums.formula"' EXIT
sed -e "/^  # .*formula[.]sh/{
r $sums.formula
d
}" "$here/ghsearch.rb"
