# ghsearch: `make help` lists the targets.

SWIFT ?= swift
# Such as --disable-sandbox where the build runs in a sandbox already.
SWIFT_FLAGS ?=
PREFIX ?= /usr/local
ifneq ($(shell uname -s),Darwin)
include Packaging/linux.mk
endif
RELEASE = --configuration release $(LINK_FLAGS)
DOCC = $(shell xcrun --find docc 2>/dev/null || echo docc)

.PHONY: tsan-threads help demo demo-interactive build install deb installed test check lint layers refusals unit deps test-deps deb-deps faults fuzz tsan asan bench compare docs clean
.DEFAULT_GOAL := help

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: build sandbox ## Build, and run the main job against a GitHub on loopback
	@PATH="$(CURDIR)/.build/release:$$PATH" .build/release/ghsearch-sandbox run -- sh Tests/demo.sh

demo-interactive: build sandbox ## Open the search as you type against a GitHub on loopback
	@.build/release/ghsearch-sandbox run --latency 150 -- .build/release/ghsearch interactive

build: deps $(LINK_INPUTS) ## Build .build/release/ghsearch
	$(SWIFT) build $(RELEASE) $(SWIFT_FLAGS) --product ghsearch

# The program describes itself; the date is that of the sources, so that a build can be repeated.
SHARE = .build/share
.PHONY: share
share: build
	$(SWIFT) build $(RELEASE) $(SWIFT_FLAGS) --product ghsearch-manual
	install -d $(SHARE)
	.build/release/ghsearch --experimental-dump-help | .build/release/ghsearch-manual \
	  "$$(.build/release/ghsearch --version | cut -d' ' -f2)" \
	  "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" > $(SHARE)/ghsearch.1
	for shell in bash zsh fish; do \
	  .build/release/ghsearch --generate-completion-script $$shell > $(SHARE)/ghsearch.$$shell || exit 1; \
	done

.PHONY: sandbox
sandbox: deps $(LINK_INPUTS)
	$(SWIFT) build $(RELEASE) $(SWIFT_FLAGS) --product ghsearch-sandbox

INSTALLED = $(DESTDIR)$(PREFIX)
install: share ## Install program, manual page and completions below PREFIX
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/share/man/man1" \
	  "$(INSTALLED)/share/bash-completion/completions" "$(INSTALLED)/share/zsh/site-functions" \
	  "$(INSTALLED)/share/fish/vendor_completions.d"
	install -m 755 .build/release/ghsearch "$(INSTALLED)/bin/ghsearch"
	install -m 644 $(SHARE)/ghsearch.1 "$(INSTALLED)/share/man/man1/ghsearch.1"
	install -m 644 $(SHARE)/ghsearch.bash "$(INSTALLED)/share/bash-completion/completions/ghsearch"
	install -m 644 $(SHARE)/ghsearch.zsh "$(INSTALLED)/share/zsh/site-functions/_ghsearch"
	install -m 644 $(SHARE)/ghsearch.fish "$(INSTALLED)/share/fish/vendor_completions.d/ghsearch.fish"

# For the Debian that it is built on, and newer ones.
deb: deb-deps ## Make .build/ghsearch_VERSION_ARCH.deb
	rm -rf .build/deb .build/ghsearch_*.deb
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb" PREFIX=/usr
	version=$$(.build/release/ghsearch --version | cut -d' ' -f2); \
	  sh Packaging/deb.sh .build/deb "$$version" \
	  ".build/ghsearch_$${version}_$$(dpkg --print-architecture).deb"

# The program runs from a folder of the script's, against the sandbox that `layers` has built.
installed: layers deb ## Install the package into a folder, and try what is there
	sh Packaging/try.sh .build/ghsearch_*.deb .build/debug/ghsearch-sandbox

test: check ## Check the format, build, and run the tests

check: test-deps lint layers refusals unit

lint: ## Check the format of the sources
	$(SWIFT) format lint --strict --parallel --recursive \
	  Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources \
	  Fuzz/Package.swift Fuzz/Sources/fuzz

layers: ## Build the tests, refusing warnings and imports that Package.swift does not declare
	GHSEARCH_WARNINGS=error $(SWIFT) build --build-tests --explicit-target-dependency-import-check error

# Of the debug build that `layers` has made.
refusals: ## Compile what the pages of Reactive say that Swift refuses
	@sh Tests/refusals.sh .build/debug/Modules

# A thousand tests at once keep the two threads from those that wait for an answer of the sandbox.
WIDTH = --experimental-maximum-parallelization-width 8

# Of the fault bench the quick half, and the short forms of the kill and full-disk tests.
unit: ## Run the tests, the longest of them in a short form
	@GHSEARCH_WARNINGS=error sh Tests/run.sh \
	  $(SWIFT) test --explicit-target-dependency-import-check error $(WIDTH)

# The whole bench, against the program as users get it; `make test` runs the quick half of it.
FAULTS = $(CURDIR)/.build/faults.tsv
faults: build ## Try all that may go wrong, and print how much of it holds
	$(SWIFT) build --build-tests
	GHSEARCH_FAULTS=all GHSEARCH_FAULTS_PROGRAM="$(CURDIR)/.build/release/ghsearch" \
	  GHSEARCH_FAULTS_REPORT="$(FAULTS)" $(SWIFT) test --skip-build --filter FaultTests \
	  > .build/faults.log 2>&1 || true
	@sh Tests/FaultTests/table.sh "$(FAULTS)"

# Needs GitHub's own program, which nothing else here does: `apt-get install gh`.
.PHONY: faults-gh
faults-gh: faults ## The same for gh, side by side, where a command of it corresponds
	GHSEARCH_FAULTS=all GHSEARCH_FAULTS_PEER="$$(command -v gh)" \
	  GHSEARCH_FAULTS_PROGRAM="$(CURDIR)/.build/release/ghsearch" \
	  GHSEARCH_FAULTS_REPORT="$(CURDIR)/.build/faults-gh.tsv" $(SWIFT) test --skip-build --filter FaultTests \
	  > .build/faults-gh.log 2>&1 || true
	@sh Tests/FaultTests/compare.sh "$(FAULTS)" .build/faults-gh.tsv

# What a target finds stays in Fuzz/.build/findings; the corpus is not added to.
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

# The bench drives the program as a process of its own, which TSan would see nothing of. A limit of the size of files holds
# for TSan's own as well, and eight slow processes take longer than the minute that a rate limit is for.
tsan: test-deps ## Run every test that can be under ThreadSanitizer, for an hour or more
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/tsan-suppressions.txt" $(SWIFT) test --sanitize=thread --scratch-path .build-tsan -Xswiftc -DGHSEARCH_TSAN \
	  --skip FaultTests --skip FullDiskTests --skip 'eight at once lose nothing' $(WIDTH)

# What shares state between threads; the rest of the tests would add half an hour and no threads.
THREADED = ReactiveTests.ThreadTests ReactiveTests.QueueTests ReactiveTests.HiddenThreadsTests \
  ReactiveTests.SerialTests ReactiveTests.FutureExecutorTests ReactiveTests.ValuesHistories \
  ReactiveTests.FutureAsyncHistories CurlTransportTests.CurlTransportTests \
  CurlTransportTests.SubmissionQueueTests CurlTransportTests.TrustStoreTests \
  TerminalTests.EventLoopTests RepositoryStoreTests.ProcessTests \
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

# A program that ends does not take its objects down first, and XCTest itself leaves some behind.
asan: test-deps ## Run every test under AddressSanitizer
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address --scratch-path .build-asan --skip FaultTests $(WIDTH)

bench: deps $(LINK_INPUTS) ## Compare Reactive with OpenCombine, and parts with each other, failing when a goal is missed
	$(SWIFT) run --package-path Benchmarks --configuration release bench
	$(SWIFT) build $(RELEASE) $(SWIFT_FLAGS) --product PartsBench
	.build/release/PartsBench

# Needs nginx, hyperfine and perl; gh and jq are compared where they are installed.
compare: build sandbox ## Run whole commands beside curl and gh, and print a table of ratios
	Benchmarks/compare .build/release/ghsearch .build/release/ghsearch-sandbox

# Needs no plugin: DocC comes with the toolchain. A link that leads nowhere is a warning, and fails.
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
# The tool leaves out what has a type of a module that is imported for the package alone; the compiler
# does not, and writes symbols down when it compiles.
	rm -rf .build/documented
	$(SWIFT) build --scratch-path .build/documented --target GitHubAPI \
	  -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$(CURDIR)/$(SYMBOLS)" \
	  -Xswiftc -symbol-graph-minimum-access-level -Xswiftc package \
	  -Xswiftc -symbol-graph-skip-synthesized-members
	mv $(SYMBOLS)/GitHubAPI.symbols.json $(SYMBOLS)/GitHubAPI

docs: symbols refusals ## Make .build/docs, and compile what the pages say that Swift refuses
	rm -rf .build/docs
	mkdir -p .build/docs
	$(call pages,Reactive)
	$(call pages,GitHubAPI)

bench-ui: ## Print what the screen costs: bytes, frames, time
	$(SWIFT) run --configuration release SearchUIBench

# Leaves the store in .build/store-bench: a second run types at it and fills nothing.
bench-store: deps ## Print what a million repositories cost: size, import, a keystroke
	mkdir -p .build/store-bench
	$(SWIFT) run --configuration release StoreBench 1000000 .build/store-bench

# Leaves the library in .build/search-bench, as above.
bench-search: deps ## Print how good searches of stars are, and what 10,000 READMEs cost
	mkdir -p .build/search-bench
	$(SWIFT) run --configuration release StoreBench search .build/search-bench

screens: ## Record the golden screens, the pictures of the README, and the table of keys
	-RECORD_SNAPSHOTS=1 $(SWIFT) test --filter 'GoldenScreenTests|KeymapTests'
	git diff --stat -- Tests/SearchUITests/Screens docs/screens docs/usage/interactive.md

# Asks the system for what is missing, and does nothing when all of it is there.
ifeq ($(shell uname -s),Darwin)
deps test-deps deb-deps:
	@pkg-config --exists libcurl libcmark-gfm || \
	  { echo "Please run: brew install pkg-config curl cmark-gfm" >&2; exit 1; }
else
deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh
test-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh tests
deb-deps:
	@SWIFT="$(SWIFT)" sh Packaging/deps.sh deb
endif

clean: ## Remove what was built
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build
