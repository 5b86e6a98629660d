# The linker settings of the release program on Linux. The Makefile includes this file; without it, `swift build -c
# release` builds the same program with 30 MB more of ICU's tables.

# ICU's tables for English only: decision 0160.
ICU_TABLES = .build/icu-tables.flags
$(ICU_TABLES): Packaging/icu-tables.sh Packaging/icu-tables.pl
	mkdir -p $(@D)
	SWIFT="$(SWIFT)" sh $< $(@:flags=o) > $@

# Package.swift makes the linker search this directory first. It contains only archives, so the linker includes the
# parts that the program needs instead of loading a library at each start. Loading the C++ library would take a fifth
# of the time of `--version`; a minimal Debian has no libsqlite3.
STATIC = .build/static/libstdc++.a .build/static/libsqlite3.a
$(STATIC):
	mkdir -p $(@D)
	library=$$("$(dir $(shell readlink -f "$$(command -v $(SWIFT))"))clang++" -print-file-name=$(@F)); \
	  if [ -f "$$library" ]; then ln -sf "$$library" $@; \
	  else echo "make: $(@F) not found; the program will load the library at each start" >&2; fi

# Exports no symbols, and searches no libraries beside the program. Uses lld, since Swift's default linker, gold, is
# slower.
LINK_INPUTS = $(ICU_TABLES) $(STATIC)
LINK_FLAGS = -Xswiftc -use-ld=lld --disable-local-rpath -Xlinker --no-export-dynamic \
  $(shell cat $(ICU_TABLES) 2> /dev/null) $(ORDER) $(NO_UNWIND) $(RELR)
# Places a search's functions together, so that fewer pages are read: `make symbol-order` updates the list, and names
# that no longer exist are ignored. Omits unwind tables, which nothing in the program uses. Packs relocations, which
# glibc supports since 2.36. Together these save a sixth of the program's size, and a quarter of a search's memory.
ORDER = -Xlinker --symbol-ordering-file=Packaging/symbol-order.txt -Xlinker --no-warn-symbol-ordering
NO_UNWIND = -Xlinker --no-eh-frame-hdr -Xlinker Packaging/no-unwind.ld
RELR = -Xlinker -z -Xlinker pack-relative-relocs
# The same linker for `make demo` and `make test`.
QUICK_LINK_FLAGS = -Xswiftc -use-ld=lld
