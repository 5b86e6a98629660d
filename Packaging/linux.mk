# The linker settings of the release program on Linux. The Makefile includes this file; without it,
# `swift build -c release` makes the same program with 30 MB more of ICU's tables. docs/performance.md
# has the effect of each setting.

# ICU's tables for English only: decision 0052.
ICU_TABLES = .build/icu-tables.flags
$(ICU_TABLES): Packaging/icu-tables.sh Packaging/icu-tables.pl
	mkdir -p $(@D)
	SWIFT="$(SWIFT)" sh $< $(@:flags=o) > $@

# Package.swift makes the linker search this directory first. It contains only the C++ library's archive,
# so the linker includes the few parts that Swift's runtime needs. Loading the shared library would take
# a fifth of the time of `--version`.
LIBSTDCXX = .build/static/libstdc++.a
$(LIBSTDCXX):
	mkdir -p $(@D)
	library=$$("$(dir $(shell readlink -f "$$(command -v $(SWIFT))"))clang++" -print-file-name=libstdc++.a); \
	  if [ -f "$$library" ]; then ln -sf "$$library" $@; \
	  else echo "make: libstdc++.a not found; the program will load the library at each start" >&2; fi

# Packs relative relocations (98,531 of them take 18 KB instead of 2.4 MB to read at each start), exports
# no symbols, and searches no libraries beside the program. Swift's default linker, gold, cannot pack
# relocations, so every product built with these flags needs another one.
LINK_INPUTS = $(ICU_TABLES) $(LIBSTDCXX)
LINK_FLAGS = -Xswiftc -use-ld=lld --disable-local-rpath -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic $(shell cat $(ICU_TABLES) 2> /dev/null)
