#!/bin/sh
# Installs a release of ghsearch for one user, without root:
#
#     curl -fsSL https://github.com/ghsearch/ghsearch/releases/latest/download/install.sh | sh
#
#     sh install.sh                      the newest release, below ~/.local
#     sh install.sh --version 0.1.0      that release
#     sh install.sh --uninstall          removes it again
#
# PREFIX=/opt/ghsearch installs elsewhere. GHSEARCH_BASE_URL sets another URL for releases, such as a mirror. Nothing
# is changed before the checksum of the archive is verified, and no shell profile is edited.
set -eu

base=${GHSEARCH_BASE_URL:-https://github.com/ghsearch/ghsearch/releases}
base=${base%/}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

usage() {
  echo 'usage: sh install.sh [--version VERSION] [--uninstall]'
}

has() { command -v "$1" > /dev/null 2>&1; }

# download URL FILE
download() {
  if has curl; then
    curl -fsSL --retry 2 -o "$2" "$1"
  elif has wget; then
    wget -q -O "$2" "$1"
  else
    fail 'please install curl or wget first'
  fi || fail "cannot download $1"
}

# The platform's name in archives.
platform() {
  case $(uname -s) in
    Linux) system=linux ;;
    Darwin) system=macos ;;
    *) fail "there is no release for $(uname -s); see the README for building it" ;;
  esac
  case $(uname -m) in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=arm64 ;;
    *) fail "there is no release for $(uname -m); see the README for building it" ;;
  esac
  echo "$system-$machine"
}

# The contents of an archive, as installed below the prefix.
files='bin/ghsearch
share/man/man1/ghsearch.1
share/bash-completion/completions/ghsearch
share/zsh/site-functions/_ghsearch
share/fish/vendor_completions.d/ghsearch.fish
share/ghsearch/skills/ghsearch/SKILL.md
share/doc/ghsearch/LICENSE
share/doc/ghsearch/NOTICES
share/doc/ghsearch/CHANGELOG.md'

uninstall() {
  [ -e "$prefix/bin/ghsearch" ] || fail "there is no ghsearch in $prefix"
  echo "$files" | while read -r file; do rm -f "$prefix/$file"; done
  for directory in doc/ghsearch ghsearch/skills/ghsearch ghsearch/skills ghsearch; do
    rmdir "$prefix/share/$directory" 2> /dev/null || true
  done
  echo "Removed ghsearch from $prefix."
  echo "Your settings and data were kept: ~/.config/ghsearch, ~/.local/share/ghsearch, ~/.local/state/ghsearch"
}

install_release() {
  platform=$(platform)
  if has sha256sum; then
    sum=sha256sum
  elif has shasum; then
    sum='shasum -a 256'
  else
    fail 'please install sha256sum or shasum first'
  fi
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM

  if [ -n "$version" ]; then release=download/v$version; else release=latest/download; fi
  download "$base/$release/SHA256SUMS" "$work/SHA256SUMS"
  # The only line `SUM  ghsearch-VERSION-PLATFORM.tar.gz`.
  line=$(grep -E "^[0-9a-f]{64}  ghsearch-[0-9A-Za-z.+-]+-$platform\.tar\.gz\$" "$work/SHA256SUMS") ||
    fail "that release has no archive for $platform"
  [ "$(echo "$line" | wc -l)" -eq 1 ] || fail "SHA256SUMS names more than one archive for $platform"
  archive=${line##* }
  name=${archive%.tar.gz}
  newest=${name#ghsearch-}
  newest=${newest%-"$platform"}

  # By its version, since a newer release may appear in the meantime.
  download "$base/download/v$newest/$archive" "$work/$archive"
  [ "$($sum "$work/$archive" | cut -d' ' -f1)" = "${line%% *}" ] ||
    fail "the checksum of $archive is wrong; nothing was installed"
  tar -xzf "$work/$archive" -C "$work" || fail "cannot unpack $archive"
  mkdir -p "$work/$name/share/doc/ghsearch"
  for file in LICENSE NOTICES CHANGELOG.md; do
    mv "$work/$name/$file" "$work/$name/share/doc/ghsearch/"
  done

  echo "$files" | while read -r file; do
    mkdir -p "$prefix/$(dirname "$file")" && cp "$work/$name/$file" "$prefix/$file.new" &&
      mv -f "$prefix/$file.new" "$prefix/$file" || exit 1
  done || fail "cannot write to $prefix"

  installed=$("$prefix/bin/ghsearch" --version) || fail "$prefix/bin/ghsearch does not start"
  echo "Installed $installed in $prefix"
  case :$PATH: in
    *":$prefix/bin:"*) ;;
    *) echo "Add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
}

# In a function, so that a partial download of this script does nothing.
main() {
  version=
  action=install_release
  while [ $# -gt 0 ]; do
    case $1 in
      --version)
        [ $# -ge 2 ] || { usage >&2; exit 64; }
        version=${2#v}
        shift
        ;;
      --uninstall) action=uninstall ;;
      -h | --help) usage; exit 0 ;;
      *) usage >&2; exit 64 ;;
    esac
    shift
  done
  case $version in
    *[!0-9A-Za-z.+-]*) fail "not a version: $version" ;;
  esac
  prefix=${PREFIX:-${HOME:?is not set; please set PREFIX}/.local}
  $action
}

main "$@"
