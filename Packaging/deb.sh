#!/bin/sh
# Packs the files that `make install DESTDIR=ROOT PREFIX=/usr` left in ROOT: deb.sh ROOT VERSION PACKAGE. `make deb`
# calls it. dpkg-shlibdeps finds the libraries that the program links.
set -eu
root=$1 version=$2 package=$3
here=$(dirname "$0")
doc=$root/usr/share/doc/ghsearch
date=$(git log -1 --format=%cD 2>/dev/null || date -R)
maintainer='ghsearch maintainers <ghsearch@users.noreply.github.com>'

gzip -9nf "$root/usr/share/man/man1/ghsearch.1"
# Debian reserves /usr/share/zsh/site-functions for the administrator.
mkdir -p "$root/usr/share/zsh/vendor-completions" "$doc" "$root/DEBIAN"
mv "$root/usr/share/zsh/site-functions/_ghsearch" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
# A sourced file needs no interpreter line.
sed -i '1{/^#!/d}' "$root/usr/share/bash-completion/completions/ghsearch"

{
  printf 'ghsearch (%s) unstable; urgency=medium\n\n' "$version"
  # The entries of the newest section, wrapped as Debian requires.
  awk '/^## / { if (sections++) exit }
    /^- / { if (entry) print entry; entry = substr($0, 3); next }
    /^  [^ ]/ { entry = entry " " substr($0, 3) }
    END { print entry }' CHANGELOG.md |
    while read -r entry; do
      printf '%s\n' "$entry" | fold -s -w 74 | sed '1s/^/  * /; 2,$s/^/    /; s/ *$//'
    done
  printf '\n -- %s  %s\n' "$maintainer" "$date"
} | gzip -9n > "$doc/changelog.gz"
cp "$here/copyright" "$doc/copyright"

# dpkg-shlibdeps reads debian/control below the working directory.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/debian"
printf 'Source: ghsearch\n\nPackage: ghsearch\nArchitecture: any\n' > "$scratch/debian/control"
program=$(cd "$root" && pwd)/usr/bin/ghsearch
depends=$(cd "$scratch" && dpkg-shlibdeps -O -e"$program" | sed -n 's/^shlibs:Depends=//p')
# libcurl is loaded on demand, which dpkg-shlibdeps cannot detect: decision 0050.
depends="$depends, libcurl4 (>= 7.85)"

cat > "$root/DEBIAN/control" <<CONTROL
Package: ghsearch
Version: $version
Architecture: $(dpkg --print-architecture)
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, ca-certificates
Suggests: jq
Section: utils
Priority: optional
Description: find, inspect and star GitHub repositories
 ghsearch searches the repositories of GitHub from the terminal, as you type or
 as a command whose rows scripts can read, and stars them.
 .
 Searching needs no login. Every failure is one line with a specific exit
 status. All processes share GitHub's rate limits.
CONTROL
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) > "$root/DEBIAN/md5sums"
# The builder's umask may be restrictive.
find "$root" -type d -exec chmod 755 {} +
find "$root/usr" -type f ! -path '*/bin/*' -exec chmod 644 {} +
dpkg-deb --root-owner-group --build "$root" "$package"
