# How the released program is linked on Linux. The Makefile includes this file; without it,
# `swift build -c release` makes the same program with 30 MB more of ICU's tables. What each setting
# brings is measured in docs/performance.md.

# ICU's tables for English only: decision 0052.
ICU_TABLES = .build/icu-tables.flags
$(ICU_TABLES): Packaging/icu-tables.sh Packaging/icu-tables.pl
	mkdir -p $(@D)
	SWIFT="$(SWIFT)" sh $< $(@:flags=o) > $@

# Package.swift has the linker look here first: a directory with the C++ library's archive and nothing else,
# so that the little that Swift's runtime needs of it is linked in. Loading the library would take a
# fifth of the time of `--version`.
LIBSTDCXX = .build/static/libstdc++.a
$(LIBSTDCXX):
	mkdir -p $(@D)
	library=$$("$(dir $(shell readlink -f "$$(command -v $(SWIFT))"))clang++" -print-file-name=libstdc++.a); \
	  if [ -f "$$library" ]; then ln -sf "$$library" $@; \
	  else echo "make: libstdc++.a not found; the program will load the library at each start" >&2; fi

# Relative relocations packed (98,531 of them: 2.4 MB to read at each start, or 18 KB), no symbols
# exported, and no library searched for beside the program. Swift links with gold by default, which cannot
# pack them, and every product that is built with these flags needs a linker that can.
LINK_INPUTS = $(ICU_TABLES) $(LIBSTDCXX)
LINK_FLAGS = -Xswiftc -use-ld=lld --disable-local-rpath -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic $(shell cat $(ICU_TABLES) 2> /dev/null)
