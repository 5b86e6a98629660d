// swift-tools-version: 6.3

import PackageDescription

/// Set in CI: a warning is an error there, but not for users of newer compilers.
let warnings: [SwiftSetting] =
  Context.environment["GHSEARCH_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

/// Set by the Makefile for a release: the commit and its date, which `--version` shows.
let build: [CSetting] =
  Context.environment["GHSEARCH_BUILD"].map { [.define("GHSEARCH_BUILD", to: "\"\($0)\"")] } ?? []

/// Strict for all of our targets; Swift 6 language mode comes with the tools version.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

/// Set by `make demo` and `make test`, whose build is as unoptimized as a debug build: see the
/// Makefile.
let isQuick = Context.environment["GHSEARCH_QUICK"] != nil

/// A release on Linux contains Swift's runtime and Foundation, so that users need no Swift.
///
/// Foundation's static libraries are linked if the module of a program that imports Foundation, or
/// a package that does, is compiled for them.
let staticFoundation: [SwiftSetting] =
  isQuick
  ? strict
  : strict + [.unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))]
let standalone: [LinkerSetting] =
  isQuick
  ? []
  : [
    .unsafeFlags(
      ["-static-stdlib", "-use-ld=lld", "-L.build/static"],
      .when(platforms: [.linux], configuration: .release)
    )
  ]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

/// Linked statically on Linux, so that users need not install two more libraries and the program
/// need not load them at each start: see decision 0042.
let cmark: [LinkerSetting] = [
  .linkedLibrary(":libcmark-gfm-extensions.a", .when(platforms: [.linux])),
  .linkedLibrary(":libcmark-gfm.a", .when(platforms: [.linux])),
  .linkedLibrary("cmark-gfm-extensions", .when(platforms: [.macOS])),
  .linkedLibrary("cmark-gfm", .when(platforms: [.macOS])),
]

/// Only Homebrew keeps the headers where no compiler looks; on Linux this would name the libraries
/// that are loaded at each start.
#if os(macOS)
  let cmarkPackage: String? = "libcmark-gfm"
#else
  let cmarkPackage: String? = nil
#endif

let package = Package(
  name: "ghsearch",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "ghsearch", targets: ["ghsearch"]),
    .executable(name: "ghsearch-sandbox", targets: ["ghsearch-sandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", exact: "2.1.1"),
    // For the sandbox and the tests: not linked into the released program.
    .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
  ],
  targets: [
    .target(name: "Essentials", swiftSettings: strict),
    .target(name: "CGlibc"),
    .target(name: "CLibrary", dependencies: ["CGlibc"], swiftSettings: strict),
    .target(
      name: "System",
      dependencies: ["CLibrary"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(name: "GitHubModel", dependencies: ["Essentials"], swiftSettings: strict),
    .target(name: "JSON", swiftSettings: strict),
    .target(name: "Reactive", dependencies: ["System"], swiftSettings: strict),
    .target(name: "ReactiveTesting", dependencies: ["Reactive", "System"], swiftSettings: strict),
    .target(name: "HTTPTransport", dependencies: ["Essentials", httpTypes], swiftSettings: strict),
    // Linux loads libcurl on demand: see decision 0050.
    .target(name: "CCurl", linkerSettings: [.linkedLibrary("curl", .when(platforms: [.macOS]))]),
    .target(name: "CBuild", cSettings: build),
    .systemLibrary(
      name: "CCMarkGFM",
      pkgConfig: cmarkPackage,
      providers: [
        .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
      ]
    ),
    .target(
      name: "Markdown",
      dependencies: ["CCMarkGFM"],
      swiftSettings: strict + [.strictMemorySafety()],
      linkerSettings: cmark
    ),
    .target(
      name: "CurlTransport",
      dependencies: ["CCurl", "CLibrary", "Essentials", "HTTPTransport", "System", httpTypes],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "GitHubAPI",
      dependencies: ["Essentials", "GitHubModel", "HTTPTransport", "JSON", "System", httpTypes],
      swiftSettings: strict
    ),
    .target(
      name: "SearchModel",
      dependencies: ["Essentials", "GitHubModel", "Reactive"],
      swiftSettings: strict
    ),
    .target(
      name: "Presentation",
      dependencies: ["Essentials", "GitHubModel", "Markdown", "Terminal"],
      swiftSettings: strict
    ),
    .target(
      name: "SearchUI",
      dependencies: [
        "Essentials", "GitHubModel", "Markdown", "Presentation", "Reactive", "SearchModel",
        "System", "Terminal",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "RepositoryStore",
      dependencies: [
        "Essentials", "GitHubModel", "System",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .target(name: "TokenStore", dependencies: ["GitHubModel", "System"], swiftSettings: strict),
    .target(
      name: "Terminal",
      dependencies: ["CLibrary", "Essentials", "System"],
      exclude: ["Widths/generate-wide-scalars.py"],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "Core",
      dependencies: [
        "Essentials", "GitHubAPI", "GitHubModel", "HTTPTransport", "Markdown", "RepositoryStore",
        "System", "TokenStore",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Stars",
      dependencies: [
        "Core", "Essentials", "GitHubAPI", "GitHubModel", "HTTPTransport", "JSON", "Markdown",
        "RepositoryStore", "System",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Discovery",
      dependencies: [
        "Core", "Essentials", "GitHubAPI", "GitHubModel", "JSON", "Markdown", "System",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Output",
      dependencies: [
        "Core", "CurlTransport", "Discovery", "Essentials", "GitHubAPI", "GitHubModel",
        "HTTPTransport", "JSON", "Markdown", "Presentation", "RepositoryStore", "Stars", "System",
        "Terminal", "TokenStore", httpTypes,
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: staticFoundation
    ),
    .target(
      name: "MCP",
      dependencies: [
        "Core", "GitHubAPI", "GitHubModel", "JSON", "Output", "System", "Terminal",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "ScreenClient",
      dependencies: [
        "Core", "Discovery", "Essentials", "GitHubAPI", "GitHubModel", "HTTPTransport", "Output",
        "RepositoryStore", "SearchModel", "Stars", "System", "Terminal", httpTypes,
      ],
      swiftSettings: strict
    ),
    .target(
      name: "Commands",
      dependencies: [
        "Core", "Discovery", "MCP", "Output", "Presentation", "ScreenClient", "Stars",
        "CBuild", "CurlTransport", "Essentials", "GitHubAPI", "GitHubModel", "HTTPTransport",
        "JSON", "Markdown", "RepositoryStore", "SearchModel", "SearchUI", "System", "Terminal",
        "TokenStore",
        argumentParser, httpTypes,
      ],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ghsearch",
      dependencies: ["Commands"],
      swiftSettings: strict,
      linkerSettings: standalone
    ),
    .target(
      name: "GitHubSandbox",
      dependencies: [
        "GitHubModel", "JSON", "System",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      path: "Tools/GitHubSandbox",
      swiftSettings: staticFoundation
    ),
    .executableTarget(
      name: "ghsearch-sandbox",
      dependencies: ["GitHubSandbox", "System", argumentParser],
      path: "Tools/ghsearch-sandbox",
      swiftSettings: strict,
      linkerSettings: standalone
    ),
    .target(
      name: "TestSupport",
      dependencies: ["HTTPTransport", "System", httpTypes],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    // Separate from TestSupport, which the benchmark uses too and which does not import Testing.
    .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: strict),
    .executableTarget(
      name: "FaultLauncher",
      path: "Tests/FaultLauncher",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FaultTests",
      dependencies: ["FaultLauncher", "System", "TestSupport", "ghsearch"],
      exclude: ["table.sh"],
      swiftSettings: strict
    ),
    .testTarget(name: "MarkdownTests", dependencies: ["Markdown"], swiftSettings: strict),
    .testTarget(
      name: "JSONTests",
      dependencies: ["JSON", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SystemTests",
      dependencies: ["System", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GitHubModelTests",
      dependencies: ["Essentials", "GitHubModel", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: [
        "CCurl", "CurlTransport", "HTTPTransport", "System", "TestSupport", "TestTraits", httpTypes,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GitHubAPITests",
      dependencies: [
        "GitHubAPI", "GitHubModel", "GitHubSandbox", "HTTPTransport", "JSON", "System",
        "TestSupport", "TestTraits", httpTypes,
      ],
      exclude: ["bodies.tsv"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReactiveTests",
      dependencies: ["Reactive", "ReactiveTesting", "TestSupport", "TestTraits"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SearchModelTests",
      dependencies: [
        "GitHubModel", "Reactive", "ReactiveTesting", "SearchModel", "System", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .target(
      name: "SearchUITesting",
      dependencies: [
        "GitHubModel", "SearchModel", "SearchUI", "System", "Terminal", "TerminalTesting",
        "TestSupport",
      ],
      path: "Tests/SearchUITesting",
      swiftSettings: strict
    ),
    .testTarget(
      name: "SearchUITests",
      dependencies: [
        "GitHubModel", "Presentation", "SearchModel", "SearchUI", "SearchUITesting", "System",
        "Terminal", "TerminalTesting", "TestSupport",
      ],
      exclude: ["Screens"],
      swiftSettings: strict
    ),
    // The world of operations, for tests of them and of commands.
    .target(
      name: "OperationTesting",
      dependencies: [
        "Core", "CurlTransport", "GitHubAPI", "GitHubSandbox", "HTTPTransport", "System",
        "TestSupport",
      ],
      path: "Tests/OperationTesting",
      swiftSettings: strict
    ),
    .testTarget(
      name: "CoreTests",
      dependencies: [
        "Core", "GitHubModel", "GitHubSandbox", "OperationTesting", "RepositoryStore", "System",
        "TestSupport", "TestTraits",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ScreenClientTests",
      dependencies: [
        "Core", "GitHubModel", "HTTPTransport", "OperationTesting", "ScreenClient", "System",
        "Terminal", "TestSupport", httpTypes,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StarsTests",
      dependencies: [
        "Core", "GitHubAPI", "GitHubModel", "GitHubSandbox", "OperationTesting", "RepositoryStore",
        "Stars", "System", "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DiscoveryTests",
      dependencies: [
        "Core", "Discovery", "GitHubAPI", "GitHubModel", "GitHubSandbox", "OperationTesting",
        "System",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "OutputTests",
      dependencies: [
        "Core", "GitHubAPI", "GitHubModel", "HTTPTransport", "OperationTesting", "Output",
        "Presentation", "System", "Terminal", "TestSupport", "TestTraits", httpTypes,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "Core", "Discovery", "GitHubAPI", "GitHubModel",
        "GitHubSandbox",
        "HTTPTransport", "JSON", "MCP", "OperationTesting", "Output", "Presentation",
        "ScreenClient", "Stars",
        "RepositoryStore", "SearchModel",
        "SearchUI", "SearchUITesting", "System", "Terminal",
        "TerminalTesting", "TestSupport", "TestTraits", "TokenStore", "UsageFixture", "ghsearch",
        argumentParser,
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Golden", "MCP/client.py"],
      swiftSettings: strict
    ),
    // The program and its sandbox on a fixed day, for the documentation's examples.
    .executableTarget(
      name: "UsageFixture",
      dependencies: ["Commands", "Essentials", "GitHubSandbox", "System"],
      path: "Tests/UsageFixture",
      swiftSettings: strict
    ),
    .testTarget(
      name: "GitHubSandboxTests",
      dependencies: ["GitHubSandbox", "JSON"],
      swiftSettings: strict
    ),
    // A process that the store's tests run concurrently, kill and starve.
    .executableTarget(
      name: "StoreFixture",
      dependencies: ["GitHubModel", "RepositoryStore"],
      path: "Tests/StoreFixture",
      swiftSettings: strict
    ),
    // Queries with the stars that they should find.
    .target(
      name: "SearchQuality",
      dependencies: ["GitHubModel", "GitHubSandbox", "Markdown", "RepositoryStore"],
      path: "Tests/SearchQuality",
      swiftSettings: strict
    ),
    .testTarget(
      name: "RepositoryStoreTests",
      dependencies: [
        "GitHubModel", "RepositoryStore", "SearchQuality", "StoreFixture", "System", "TestSupport",
        "TestTraits",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TokenStoreTests",
      dependencies: ["GitHubModel", "System", "TestSupport", "TokenStore"],
      swiftSettings: strict
    ),
    .target(
      name: "TerminalTesting",
      dependencies: ["System", "Terminal"],
      path: "Tests/TerminalTesting",
      swiftSettings: strict
    ),
    // A full-screen program that the tests end in every way.
    .executableTarget(
      name: "TerminalFixture",
      dependencies: ["System", "Terminal"],
      path: "Tests/TerminalFixture",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TerminalFixture", "TerminalTesting", "TestSupport"],
      swiftSettings: strict
    ),
  ]
)

// Set by the Makefile when tests are not needed: then `swift build` builds both programs in one
// run.
if Context.environment["GHSEARCH_PROGRAMS"] != nil {
  package.targets.removeAll { target in
    target.path?.hasPrefix("Tests/") == true || target.type == .test
      || target.name == "ReactiveTesting"
  }
}

// Omitted from other builds: `make bench` sets this, and measures the stages of a search.
if Context.environment["GHSEARCH_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "PartsBench",
      dependencies: [
        "Commands", "Core", "GitHubAPI", "GitHubModel", "HTTPTransport", "Output", "Presentation",
        "RepositoryStore", "SearchUI", "SearchUITesting", "Terminal", httpTypes,
      ],
      path: "Tests/PartsBench",
      swiftSettings: strict,
      linkerSettings: standalone
    )
  )
}
