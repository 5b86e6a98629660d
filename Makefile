# ghsearch: `make help` lists the targets. Targets without a description are internal or for CI.

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
RELEASE_BUILD = GHSEARCH_PROGRAMS=1 GHSEARCH_BUILD="$(COMMIT)" $(SWIFT) build $(RELEASE) $(SWIFT_FLAGS)

# The build that `make demo` and `make test` share: not optimized, and a release configuration, because the debug one
# defines DEBUG, with which the argument parser checks every command at each parse. No debug information, which only a
# debugger reads; SwiftPM needs the index to find the tests.
UNOPTIMIZED = --configuration release -Xswiftc -Onone -Xswiftc -no-whole-module-optimization \
  -Xswiftc -enable-batch-mode -Xswiftc -enable-testing $(QUICK_LINK_FLAGS) \
  --enable-index-store -debug-info-format none $(SWIFT_FLAGS)
QUICK = $(UNOPTIMIZED) --scratch-path .build/quick
QUICK_BUILD = GHSEARCH_QUICK=1 sh Tests/build.sh $(SWIFT) build $(QUICK)
QUICK_TEST = GHSEARCH_QUICK=1 $(SWIFT) test --skip-build $(QUICK) $(WIDTH)

.PHONY: help demo demo-interactive quick build share install dist dist-test symbol-order deb installed \
  test lint layers unit dates faults mcp-test fuzz tsan tsan-threads asan bench live clean
.DEFAULT_GOAL := help

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

demo: quick ## Build, then search, star and view against a GitHub on loopback
	@PATH="$(CURDIR)/.build/quick/release:$$PATH" .build/quick/release/ghsearch-sandbox run -- sh Tests/demo.sh

demo-interactive: quick ## Open the interactive search against a GitHub on loopback
	@.build/quick/release/ghsearch-sandbox run --latency 150 -- .build/quick/release/ghsearch interactive

quick: deps-build
	@GHSEARCH_PROGRAMS=1 $(QUICK_BUILD)

build: deps-build $(LINK_INPUTS) ## Build .build/release/ghsearch
	$(RELEASE_BUILD)

# The date of the manual page is that of the sources, for reproducible builds.
SHARE = .build/share
share: build
	install -d $(SHARE)
	sh Packaging/manual.sh .build/release/ghsearch "$(VERSION)" \
	  "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" > $(SHARE)/ghsearch.1
	for shell in bash zsh fish; do \
	  .build/release/ghsearch --generate-completion-script $$shell > $(SHARE)/ghsearch.$$shell || exit 1; \
	done

INSTALLED = $(DESTDIR)$(PREFIX)
install: share ## Install program, manual page, completions and the skill below PREFIX
	install -d "$(INSTALLED)/bin" "$(INSTALLED)/share/man/man1" \
	  "$(INSTALLED)/share/bash-completion/completions" "$(INSTALLED)/share/zsh/site-functions" \
	  "$(INSTALLED)/share/fish/vendor_completions.d" "$(INSTALLED)/share/ghsearch/skills/ghsearch"
	install -m 755 .build/release/ghsearch "$(INSTALLED)/bin/ghsearch"
	sh Packaging/strip.sh "$(INSTALLED)/bin/ghsearch"
	install -m 644 $(SHARE)/ghsearch.1 "$(INSTALLED)/share/man/man1/ghsearch.1"
	install -m 644 $(SHARE)/ghsearch.bash "$(INSTALLED)/share/bash-completion/completions/ghsearch"
	install -m 644 $(SHARE)/ghsearch.zsh "$(INSTALLED)/share/zsh/site-functions/_ghsearch"
	install -m 644 $(SHARE)/ghsearch.fish "$(INSTALLED)/share/fish/vendor_completions.d/ghsearch.fish"
	install -m 644 skills/ghsearch/SKILL.md "$(INSTALLED)/share/ghsearch/skills/ghsearch/SKILL.md"

VERSION = $$(.build/release/ghsearch --version | cut -d' ' -f2)
# The date of the sources, for reproducible archives.
SOURCE_DATE = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null \
  || date -u +%Y-%m-%dT%H:%M:%SZ)

dist: deps-dist ## Make .build/dist: an archive that needs no Swift, its checksum, the list of its contents
	rm -rf .build/dist
	$(MAKE) install DESTDIR="$(CURDIR)/.build/dist/root" PREFIX=
	sh Packaging/dist.sh .build/dist/root "$(SOURCE_DATE)"

# Needs root and a Debian mirror. Leaves the roots in .build/roots, and a second run reuses them.
dist-test: deps-bare dist deb
	sh Packaging/try-bare.sh .build/release/ghsearch-sandbox bookworm trixie

# For the linker: see Packaging/linux.mk.
symbol-order: build
	sh Packaging/symbol-order.sh .build/release/ghsearch .build/release/ghsearch-sandbox > .build/symbol-order.txt
	mv .build/symbol-order.txt Packaging/symbol-order.txt

# For the Debian release of the build machine, and newer ones.
deb: deps-deb ## Make .build/ghsearch_VERSION_ARCH.deb
	rm -rf .build/deb .build/ghsearch_*.deb
	$(MAKE) install DESTDIR="$(CURDIR)/.build/deb" PREFIX=/usr
	version=$(VERSION); sh Packaging/deb.sh .build/deb "$$version" \
	  ".build/ghsearch_$${version}_$$(dpkg --print-architecture).deb"

# The script installs the program into a temporary directory and runs it against the sandbox.
installed: deb
	sh Packaging/try.sh .build/ghsearch_*.deb .build/release/ghsearch-sandbox

test: deps-tests lint unit ## Check the format, build, and run the tests

lint: ## Check the format of the sources, the names of suites, and some habits of English
	$(SWIFT) format lint --strict --parallel --recursive \
	  Package.swift Sources Tests Tools \
	  Benchmarks/Package.swift Benchmarks/Sources/bench Benchmarks/Sources/ReactiveScenarios \
	  Fuzz/Package.swift Fuzz/Sources/fuzz
	@! grep -rhoE '(struct|class) [A-Za-z]+Tests\b' Tests --include=*.swift | sort | uniq -d | grep .
	@git grep -nE '/// What[ ]|of its[ ]own|\bsays[ ]of\b|[^/]\bcancell[e]d|func `(what|whoever|nobody)[ ]' \
	  -- ':!Tools/GitHubSandbox/Catalog/*' ':!CHANGELOG.md'; [ $$? -eq 1 ]

# Refuses imports that Package.swift does not declare, and in CI warnings (.ci/run).
layers:
	@$(QUICK_BUILD) --build-tests --explicit-target-dependency-import-check error

# Unlimited parallelism starves tests that wait for a response from the sandbox.
WIDTH = --experimental-maximum-parallelization-width 8

# Includes the quick part of the failure tests, and the short forms of the kill and full-disk tests.
# For example `make unit FILTER=QualifierFlagTests`.
FILTER ?=
unit: layers ## Build, and run the tests that match FILTER, or all
	@$(if $(FILTER),,sh Tests/run.sh) env $(QUICK_TEST) $(if $(FILTER),--filter '$(FILTER)')

# On other days and in other time zones: everything that prints a day, a time or an age.
DATED = GitHubModelTests\.|Golden[A-Za-z]*Tests|Usage[A-Za-z]*Tests|Growth|Trending|Journey|LastPush|Pushed|ViewCommand|StarsCommand|DateRange
dates: deps-tests deps-dates layers
	@sh Tests/dates.sh sh Tests/run.sh env $(QUICK_TEST) --filter '$(DATED)'

# Against the release program; `make test` runs the quick part against the debug build.
FAULTS = $(CURDIR)/.build/faults.tsv
faults: build layers ## Run all failure tests and print the results as a table
	@GHSEARCH_FAULTS=all GHSEARCH_FAULTS_PROGRAM="$(CURDIR)/.build/release/ghsearch" \
	  GHSEARCH_FAULTS_REPORT="$(FAULTS)" $(QUICK_TEST) --filter '^FaultTests\.' \
	  > .build/faults.log 2>&1 || true
	@sh Tests/FaultTests/table.sh "$(FAULTS)"

# Serves the client of the Python SDK, which the first run downloads from PyPI.
mcp-test: build
	test -x .build/mcp/bin/python || { python3 -m venv .build/mcp && .build/mcp/bin/pip install -q mcp==2.3.0; }
	home=$$(mktemp -d) && HOME=$$home .build/release/ghsearch-sandbox run -- \
	  .build/mcp/bin/python Tests/CommandsTests/MCP/client.py "$(CURDIR)/.build/release/ghsearch"; \
	  status=$$?; rm -rf "$$home"; exit $$status

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

TSAN = TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/tsan-suppressions.txt" GHSEARCH_QUICK=1
TSAN_TEST = $(SWIFT) test $(UNOPTIMIZED) --sanitize=thread --scratch-path .build-tsan \
  -Xswiftc -DGHSEARCH_TSAN $(WIDTH)
# Skips the fault bench, which runs the program as a separate process that TSan cannot see. Also skips
# tests with a file size limit, which would apply to TSan's own files, and with eight processes, which
# would be slower than a rate limit's minute. Takes an hour or more.
tsan: deps-tests
	$(TSAN) $(TSAN_TEST) --skip '^FaultTests\.' --skip FullDiskTests --skip 'eight concurrent processes lose nothing'

# The suites that share state between threads; the others would add half an hour and no threads.
THREADED = ReactiveTests.ThreadTests ReactiveTests.QueueTests ReactiveTests.HiddenThreadsTests \
  ReactiveTests.SerialTests ReactiveTests.FutureExecutorTests ReactiveTests.ValuesHistories \
  ReactiveTests.FutureAsyncHistories CurlTransportTests.CurlTransportTests \
  CurlTransportTests.RequestQueueTests CurlTransportTests.TrustStoreTests \
  TerminalTests.EventLoopTests RepositoryStoreTests.StoreProcessTests \
  RepositoryStoreTests.BusyWaitTests SearchModelTests.ClientTests SearchModelTests.StreamTests
tsan-threads: deps-tests ## Run the tests that use threads under ThreadSanitizer
	@for suite in $(THREADED); do \
	  grep -rqE "(struct|class|enum) $${suite#*.}\b" "Tests/$${suite%.*}" || \
	    { echo "make: there is no suite $$suite" >&2; exit 1; }; \
	done
	@$(TSAN) sh Tests/run.sh $(TSAN_TEST) --filter "^($$(echo $(THREADED) | tr ' ' '|'))/"

# A program does not release all its objects before it exits, and XCTest itself leaks some.
asan: deps-tests
	ASAN_OPTIONS=detect_leaks=0 GHSEARCH_QUICK=1 $(SWIFT) test $(UNOPTIMIZED) --sanitize=address \
	  --scratch-path .build-asan --skip '^FaultTests\.' $(WIDTH)

# Compares Reactive with OpenCombine, the stages of a search, and commands with four times the stars.
bench: build ## Run the benchmarks, failing when a goal is missed
	$(SWIFT) run --package-path Benchmarks --configuration release bench
	GHSEARCH_BENCH=1 $(subst GHSEARCH_PROGRAMS=1,,$(RELEASE_BUILD)) --product PartsBench
	.build/release/PartsBench
	Benchmarks/growth .build/release/ghsearch .build/release/ghsearch-sandbox

# Twelve requests to GitHub, which change nothing.
live: build
	sh Tests/live.sh .build/release/ghsearch

# Names the packages that a build, its tests, the Debian package or the archive needs and does not find. The two commands
# of the README, and CI by its environment, install them.
demo test: INSTALL_MISSING = yes
ifeq ($(shell uname -s),Darwin)
deps-%:
	@pkg-config --exists libcurl libcmark-gfm || \
	  { echo "Please run: brew install pkg-config curl cmark-gfm" >&2; exit 1; }
else
deps-%:
	@SWIFT="$(SWIFT)" INSTALL_MISSING="$(INSTALL_MISSING)" sh Packaging/deps.sh $*
endif

clean: ## Remove everything built
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build
