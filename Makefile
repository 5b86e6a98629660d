# ghsearch: `make help` lists the targets.

SWIFT ?= swift
# For example --disable-sandbox, if the build already runs in a sandbox.
SWIFT_FLAGS ?=
PREFIX ?= /usr/local
ifneq ($(shell uname -s),Darwin)
include Packaging/linux.mk
endif
RELEASE = --configuration release $(LINK_FLAGS)
# The commit and its date, which `ghsearch --version` shows; empty outside a clone.
COMMIT = $(shell commit=$$(git describe --always --dirty --abbrev=10 --exclude '*' 2>/dev/null) && \
  echo "$$commit, $$(git log -1 --format=%cs)")
RELEASE_BUILD = GHSEARCH_BUILD="$(COMMIT)" $(SWIFT) build $(RELEASE) $(SWIFT_FLAGS)
DOCC = $(shell xcrun --find docc 2>/dev/null || echo docc)

.PHONY: tsan-threads help demo demo-interactive build install dist dist-test deb installed test check lint layers refusals unit deps test-deps dates-deps deb-deps dist-deps faults fuzz tsan asan bench compare docs clean
.DEFAULT_GOAL := help

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: build sandbox ## Build, then search, star and view against a GitHub on loopback
	@PATH="$(CURDIR)/.build/release:$$PATH" .build/release/ghsearch-sandbox run -- sh Tests/demo.sh

demo-interactive: build sandbox ## Open the interactive search against a GitHub on loopback
	@.build/release/ghsearch-sandbox run --latency 150 -- .build/release/ghsearch interactive

build: deps $(LINK_INPUTS) ## Build .build/release/ghsearch
	$(RELEASE_BUILD) --product ghsearch

# The program generates its own manual page; the date is that of the sources, for reproducible builds.
SHARE = .build/share
.PHONY: share
share: build
	$(RELEASE_BUILD) --product ghsearch-manual
	install -d $(SHARE)
	.build/release/ghsearch --experimental-dump-help | .build/release/ghsearch-manual \
	  "$(VERSION)" \
	  "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" > $(SHARE)/ghsearch.1
	for shell in bash zsh fish; do \
	  .build/release/ghsearch --generate-completion-script $$shell > $(SHARE)/ghsearch.$$shell || exit 1; \
	done

.PHONY: sandbox
sandbox: deps $(LINK_INPUTS)
	$(RELEASE_BUILD) --product ghsearch-sandbox

INSTALLED = $(DESTDIR)$(PREFIX)
install: share ## Install program, manual page, completions and the skill below PREFIX
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/share/man/man1" \
	  "$(INSTALLED)/share/bash-completion/completions" "$(INSTALLED)/share/zsh/site-functions" \
	  "$(INSTALLED)/share/fish/vendor_completions.d" "$(INSTALLED)/share/ghsearch/skills/ghsearch"
	install -m 755 .build/release/ghsearch "$(INSTALLED)/bin/ghsearch"
	install -m 644 $(SHARE)/ghsearch.1 "$(INSTALLED)/share/man/man1/ghsearch.1"
	install -m 644 $(SHARE)/ghsearch.bash "$(INSTALLED)/share/bash-completion/completions/ghsearch"
	install -m 644 $(SHARE)/ghsearch.zsh "$(INSTALLED)/share/zsh/site-functions/_ghsearch"
	install -m 644 $(SHARE)/ghsearch.fish "$(INSTALLED)/share/fish/vendor_completions.d/ghsearch.fish"
	install -m 644 skills/ghsearch/SKILL.md "$(INSTALLED)/share/ghsearch/skills/ghsearch/SKILL.md"

VERSION = $$(.build/release/ghsearch --version | cut -d' ' -f2)
# The date of the sources, for reproducible archives.
SOURCE_DATE = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null \
  || date -u +%Y-%m-%dT%H:%M:%SZ)

dist: dist-deps ## Make .build/dist: an archive that needs no Swift, its checksum, the list of its contents
	rm -rf .build/dist
	$(MAKE) install DESTDIR="$(CURDIR)/.build/dist/root" PREFIX=
	sh Packaging/dist.sh .build/dist/root "$(SOURCE_DATE)"

# Needs root, debootstrap and a Debian mirror. Leaves the roots in .build/roots, and a second run reuses them.
dist-test: dist deb sandbox ## Try the archive and the package in bare systems without Swift
	sh Packaging/try-bare.sh .build/release/ghsearch-sandbox bookworm trixie

# For the Debian release of the build machine, and newer ones.
deb: deb-deps ## Make .build/ghsearch_VERSION_ARCH.deb
	rm -rf .build/deb .build/ghsearch_*.deb
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb" PREFIX=/usr
	version=$(VERSION); sh Packaging/deb.sh .build/deb "$$version" \
	  ".build/ghsearch_$${version}_$$(dpkg --print-architecture).deb"

# The script installs the program into a temporary directory and runs it against the sandbox that
# `layers` builds.
installed: layers deb ## Install the package into a directory and try it
	sh Packaging/try.sh .build/ghsearch_*.deb .build/debug/ghsearch-sandbox

test: check ## Check the format, build, and run the tests

check: test-deps lint layers refusals unit

lint: ## Check the format of the sources, and that no two suites have one name
	$(SWIFT) format lint --strict --parallel --recursive \
	  Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources \
	  Fuzz/Package.swift Fuzz/Sources/fuzz
	@! grep -rhoE '(struct|class) [A-Za-z]+Tests\b' Tests --include=*.swift | sort | uniq -d | grep .

layers: ## Build the tests, refusing warnings and imports that Package.swift does not declare
	GHSEARCH_WARNINGS=error $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

# Uses the debug build that `layers` makes.
refusals: ## Check that Swift rejects the code that the pages of Reactive say does not compile
	@sh Tests/refusals.sh .build/debug/Modules

# On two threads, a thousand parallel tests would starve those that wait for a response from the sandbox.
WIDTH = --experimental-maximum-parallelization-width 8

# Includes the quick half of the fault bench, and the short forms of the kill and full-disk tests.
unit: ## Run the tests, the slowest of them in a short form
	@GHSEARCH_WARNINGS=error sh Tests/run.sh \
	  $(SWIFT) test --explicit-target-dependency-import-check error $(WIDTH)

# Everything that prints a day, a time or an age.
DATED = GitHubModelTests\.|Golden[A-Za-z]*Tests|Usage[A-Za-z]*Tests|Growth|Trending|Journey|LastPush|Pushed|ViewCommand|StarsCommand|DateRange
.PHONY: dates
dates: dates-deps layers ## Run the suites that print dates on other days and in other time zones
	@GHSEARCH_WARNINGS=error sh Tests/dates.sh sh Tests/run.sh \
	  $(SWIFT) test --skip-build --filter '$(DATED)' $(WIDTH)

# Runs the whole bench against the release program; `make test` runs its quick half.
FAULTS = $(CURDIR)/.build/faults.tsv
faults: build ## Run all failure tests and print the results as a table
	$(SWIFT) build --build-tests
	GHSEARCH_FAULTS=all GHSEARCH_FAULTS_PROGRAM="$(CURDIR)/.build/release/ghsearch" \
	  GHSEARCH_FAULTS_REPORT="$(FAULTS)" $(SWIFT) test --skip-build --filter '^FaultTests\.' \
	  > .build/faults.log 2>&1 || true
	@sh Tests/FaultTests/table.sh "$(FAULTS)"

# Needs PyPI, once.
.PHONY: mcp-test
mcp-test: build sandbox ## Serve the client of the Python SDK, against a GitHub on loopback
	test -x .build/mcp/bin/python || { python3 -m venv .build/mcp && .build/mcp/bin/pip install -q mcp==2.3.0; }
	home=$$(mktemp -d) && HOME=$$home .build/release/ghsearch-sandbox run -- \
	  .build/mcp/bin/python Tests/CommandsTests/MCP/client.py "$(CURDIR)/.build/release/ghsearch"; \
	  status=$$?; rm -rf "$$home"; exit $$status

# Needs GitHub's own program, unlike all other targets: `apt-get install gh`.
.PHONY: faults-gh
faults-gh: faults ## Run the failure tests that apply to gh, and compare the results
	GHSEARCH_FAULTS=all GHSEARCH_FAULTS_PEER="$$(command -v gh)" \
	  GHSEARCH_FAULTS_PROGRAM="$(CURDIR)/.build/release/ghsearch" \
	  GHSEARCH_FAULTS_REPORT="$(CURDIR)/.build/faults-gh.tsv" $(SWIFT) test --skip-build --filter '^FaultTests\.' \
	  > .build/faults-gh.log 2>&1 || true
	@sh Tests/FaultTests/compare.sh "$(FAULTS)" .build/faults-gh.tsv

# Keeps failing inputs in Fuzz/.build/findings; does not add to the corpus.
SECONDS ?= 60
fuzz: ## Fuzz each target for SECONDS, failing at the first crash
	$(SWIFT) build --package-path Fuzz --configuration release
	@mkdir -p Fuzz/.build/findings
	@for target in $$(Fuzz/.build/release/fuzz); do \
	  echo "== $$target"; mkdir -p Fuzz/.build/found/$$target; \
	  SWIFT_BACKTRACE=enable=no Fuzz/.build/release/fuzz $$target -max_total_time=$(SECONDS) \
	    -timeout=10 -rss_limit_mb=2048 -max_len=65536 -verbosity=0 -print_final_stats=1 \
	    -artifact_prefix=Fuzz/.build/findings/$$target- \
	    Fuzz/.build/found/$$target Fuzz/Corpus/$$target || exit 1; \
	done

# Skips the fault bench, which runs the program as a separate process that TSan cannot see. Also skips
# tests with a file size limit, which would apply to TSan's own files, and with eight processes, which
# would be slower than a rate limit's minute.
tsan: test-deps ## Run every test that supports it under ThreadSanitizer, for an hour or more
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/tsan-suppressions.txt" $(SWIFT) test --sanitize=thread --scratch-path .build-tsan -Xswiftc -DGHSEARCH_TSAN \
	  --skip '^FaultTests\.' --skip FullDiskTests --skip 'eight at once lose nothing' $(WIDTH)

# The suites that share state between threads; the others would add half an hour and no threads.
THREADED = ReactiveTests.ThreadTests ReactiveTests.QueueTests ReactiveTests.HiddenThreadsTests \
  ReactiveTests.SerialTests ReactiveTests.FutureExecutorTests ReactiveTests.ValuesHistories \
  ReactiveTests.FutureAsyncHistories CurlTransportTests.CurlTransportTests \
  CurlTransportTests.SubmissionQueueTests CurlTransportTests.TrustStoreTests \
  TerminalTests.EventLoopTests RepositoryStoreTests.StoreProcessTests \
  RepositoryStoreTests.CacheSpoolTests RepositoryStoreTests.BusyWaitTests \
  SearchModelTests.ClientTests SearchModelTests.StreamTests
tsan-threads: test-deps ## Run the tests that use threads under ThreadSanitizer
	@for suite in $(THREADED); do \
	  grep -rqE "(struct|class|enum) $${suite#*.}\b" "Tests/$${suite%.*}" || \
	    { echo "make: there is no suite $$suite" >&2; exit 1; }; \
	done
	@TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/tsan-suppressions.txt" sh Tests/run.sh \
	  $(SWIFT) test --sanitize=thread --scratch-path .build-tsan -Xswiftc -DGHSEARCH_TSAN $(WIDTH) \
	  --filter "^($$(echo $(THREADED) | tr ' ' '|'))/"

# A program does not release all its objects before it exits, and XCTest itself leaks some.
asan: test-deps ## Run every test under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build-asan --skip '^FaultTests\.' $(WIDTH)

bench: deps $(LINK_INPUTS) ## Compare Reactive with OpenCombine, and parts with each other, failing when a goal is missed
	$(SWIFT) run --package-path Benchmarks --configuration release bench
	$(RELEASE_BUILD) --product PartsBench
	.build/release/PartsBench

# Needs nginx, hyperfine and perl; compares with gh and jq if they are installed.
compare: build sandbox ## Run whole commands beside curl and gh, and print a table of ratios
	Benchmarks/compare .build/release/ghsearch .build/release/ghsearch-sandbox

# Needs no plugin, because the toolchain includes DocC. A dangling link causes a warning, which fails the
# target.
SYMBOLS = .build/symbols
# $(call pages,MODULE)
define pages
	$(DOCC) convert Sources/$(1)/$(1).docc --warnings-as-errors \
	  --additional-symbol-graph-dir $(SYMBOLS)/$(1) --fallback-display-name $(1) \
	  --fallback-bundle-identifier $(1) --transform-for-static-hosting --hosting-base-path $(1) \
	  --output-path .build/docs/$(1)
endef

.PHONY: symbols
symbols:
	rm -rf $(SYMBOLS)
	mkdir -p $(SYMBOLS)/Reactive $(SYMBOLS)/GitHubAPI
	$(SWIFT) build --target Reactive
	$(SWIFT) symbolgraph-extract -module-name Reactive -I .build/debug/Modules \
	  -target "$$($(SWIFT) -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p')" \
	  $$(xcrun --show-sdk-path 2>/dev/null | sed 's/^/-sdk /') -minimum-access-level public \
	  -skip-synthesized-members -emit-extension-block-symbols -output-dir $(SYMBOLS)/Reactive
# `swift symbolgraph-extract` omits declarations with types from `package import`s; the compiler
# includes them in the symbols that it emits.
	rm -rf .build/documented
	$(SWIFT) build --scratch-path .build/documented --target GitHubAPI \
	  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$(CURDIR)/$(SYMBOLS)" \
	  -Xswiftc -symbol-graph-minimum-access-level -Xswiftc package \
	  -Xswiftc -symbol-graph-skip-synthesized-members
	mv $(SYMBOLS)/GitHubAPI.symbols.json $(SYMBOLS)/GitHubAPI

docs: symbols refusals ## Make .build/docs, and check the code that the pages say does not compile
	rm -rf .build/docs
	mkdir -p .build/docs
	$(call pages,Reactive)
	$(call pages,GitHubAPI)

bench-ui: ## Measure the screen: bytes, frames, time
	$(SWIFT) run --configuration release SearchUIBench

# Leaves the store in .build/store-bench, and a second run reuses it.
bench-store: deps ## Measure a million stored repositories: size, import, a keystroke
	mkdir -p .build/store-bench
	$(SWIFT) run --configuration release StoreBench 1000000 .build/store-bench

bench-growth: build sandbox ## Measure how commands grow with the number of stars, at most 5 times for 4 times the stars
	Benchmarks/growth .build/release/ghsearch .build/release/ghsearch-sandbox

# Leaves the library in .build/search-bench, and a second run reuses it.
bench-search: deps ## Measure the quality of star searches, and the cost of 10,000 READMEs
	mkdir -p .build/search-bench
	$(SWIFT) run --configuration release StoreBench search .build/search-bench

screens: ## Record the golden screens, the pictures of the README, and the table of keys
	-RECORD_SNAPSHOTS=1 $(SWIFT) test --filter 'GoldenScreenTests|KeymapTests'
	git diff --stat -- Tests/SearchUITests/Screens docs/screens docs/usage/interactive.md

# Installs missing packages; does nothing if none is missing.
ifeq ($(shell uname -s),Darwin)
deps test-deps dates-deps deb-deps dist-deps:
	@pkg-config --exists libcurl libcmark-gfm || \
	  { echo "Please run: brew install pkg-config curl cmark-gfm" >&2; exit 1; }
else
deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh
test-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh tests
dates-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh tests dates
deb-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh deb
dist-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh dist
endif

clean: ## Remove everything built
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build
