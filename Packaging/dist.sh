#!/bin/sh
# Packs the files that `make install DESTDIR=ROOT PREFIX=` left in ROOT, below .build/dist: dist.sh ROOT DATE. Names
# are sorted and all times are DATE, the commit's, so that the same sources built in the same directory produce the
# same bytes. `make dist` calls it.
set -eu
installed=$1 date=$2
here=$(dirname "$0")
dist=$(dirname "$installed")
# `ghsearch 0.1.0 (1a2b3c4d5e, 2026-11-23) linux-x86_64`
line=$("$installed/bin/ghsearch" --version)
version=$(echo "$line" | cut -d' ' -f2)
commit=$(echo "$line" | sed -n 's/.*(\([^,]*\),.*/\1/p')
archive=ghsearch-$version-${line##* }
root=$dist/$archive

mv "$installed" "$root"
install -m 644 LICENSE CHANGELOG.md "$root"
install -m 644 "$here/copyright" "$root/NOTICES"

swift='' cmark='' sqlite='' libstdcxx=''
if [ "$(uname -s)" = Linux ]; then
  swift=$("${SWIFT:-swift}" --version 2> /dev/null | sed -n 's/.*Swift version \([0-9.]*\).*/\1/p')
  cmark=$(pkg-config --modversion libcmark-gfm)
  sqlite=$(pkg-config --modversion sqlite3)
  libstdcxx=$(readlink -f .build/static/libstdc++.a | sed -n 's,.*/\([0-9.]*\)/libstdc++\.a$,\1,p')
fi
jq -f "$here/sbom.jq" --arg archive "$archive" --arg version "$version" --arg date "$date" \
  --arg commit "$commit" --arg swift "$swift" --arg cmark "$cmark" --arg sqlite "$sqlite" \
  --arg libstdcxx "$libstdcxx" .build/workspace-state.json > "$dist/$archive.spdx.json"

find "$root" -exec touch -h -d "$date" {} +
(
  cd "$dist"
  find "$archive" ! -type d | LC_ALL=C sort > files
  # GNU tar, then macOS's.
  if tar --version | grep -q GNU; then
    tar --format=ustar --owner=0 --group=0 --numeric-owner --mode=u+w,go+rX,go-w -cf "$archive.tar" -T files
  else
    tar --format=ustar --uid 0 --gid 0 -cf "$archive.tar" -T files
  fi
  gzip -9n "$archive.tar"
  rm -r files "$archive"
  if command -v sha256sum > /dev/null; then
    sha256sum "$archive.tar.gz" "$archive.spdx.json"
  else
    shasum -a 256 "$archive.tar.gz" "$archive.spdx.json"
  fi > SHA256SUMS
)
ls -l "$dist"
