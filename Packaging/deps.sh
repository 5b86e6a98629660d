#!/bin/sh
# Checks the requirements of deps.sh build, tests, dates, deb, dist or bare, and names missing ones. With
# INSTALL_MISSING=yes and apt-get, announces and installs them. The Makefile calls it.
set -eu
clang=$(dirname "$(readlink -f "$(command -v "${SWIFT:-swift}")")")/clang
[ -x "$clang" ] || clang=clang
missing=

# Adds a Debian package to the missing ones unless the following command succeeds.
need() {
  package=$1
  shift
  "$@" || missing="$missing $package"
}
header() { printf '#include <stdio.h>\n#include <%s>\n' "$1" | "$clang" -E -x c - > /dev/null 2>&1; }
library() { [ -e "$("$clang" -print-file-name="$1")" ]; }
program() { command -v "$1" > /dev/null; }

need libcurl4-openssl-dev header curl/curl.h
need libsqlite3-dev header sqlite3.h
need libcmark-gfm-dev header cmark-gfm.h
need libcmark-gfm-dev library libcmark-gfm.a
need libcmark-gfm-extensions-dev header cmark-gfm-core-extensions.h
need libcmark-gfm-extensions-dev library libcmark-gfm-extensions.a
for purpose; do
  case $purpose in
    # Certificates, tools for the documents' examples, a pager, and the shells of `ghsearch init`.
    tests) for name in openssl jq less git zsh fish; do need "$name" program "$name"; done ;;
    dates)
      need faketime program faketime
      need tzdata test -e /usr/share/zoneinfo/Pacific/Kiritimati
      ;;
    deb) need dpkg-dev program dpkg-shlibdeps ;;
    dist) for name in jq pkg-config; do need "$name" program "$name"; done ;;
    bare) need debootstrap program debootstrap ;;
  esac
done

[ -n "$missing" ] || exit 0
missing=$(printf '%s\n' $missing | sort -u | tr '\n' ' ')
if [ "${INSTALL_MISSING:-}" != yes ] || ! program apt-get; then
  echo "Please install what Debian has in these packages: $missing" >&2
  exit 1
fi
echo "Installing with apt-get: $missing" >&2
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
$sudo apt-get update -qq
mkdir -p .build
# $missing is unquoted, so that each package is a word.
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-upgrade $missing > .build/apt.log 2>&1 || {
  status=$?
  tail .build/apt.log >&2
  exit $status
}
