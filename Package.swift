// swift-tools-version: 6.2

import PackageDescription

/// Set by `make test`: a warning is an error there, but not for those who build with a newer
/// compiler than ours.
let warnings: [SwiftSetting] =
  Context.environment["GHSEARCH_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

/// Strict for every target of ours; Swift 6 language mode comes with the tools version.
let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser",
  package: "swift-argument-parser"
)

let package = Package(
  name: "ghsearch",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Reactive", targets: ["Reactive"]),
    .library(name: "ReactiveTesting", targets: ["ReactiveTesting"]),
    .executable(name: "ghsearch", targets: ["ghsearch"]),
    .executable(name: "ghsearch-sandbox", targets: ["ghsearch-sandbox"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    // For the sandbox and the tests alone: the program that users run does not contain it.
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: [
    .target(name: "Locking", swiftSettings: strict),
    .target(name: "GitHubModel", swiftSettings: strict),
    .target(name: "Reactive", swiftSettings: strict),
    .target(name: "ReactiveTesting", dependencies: ["Reactive"], swiftSettings: strict),
    .target(name: "HTTPTransport", dependencies: [httpTypes], swiftSettings: strict),
    .systemLibrary(
      name: "CCurl",
      pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    .target(
      name: "CurlTransport",
      dependencies: ["CCurl", "HTTPTransport", "Locking", httpTypes],
      swiftSettings: strict + [.strictMemorySafety()]
    ),
    .target(
      name: "GitHubAPI",
      dependencies: ["GitHubModel", "HTTPTransport", "Locking", httpTypes],
      swiftSettings: strict
    ),
    .target(
      name: "SearchModel",
      dependencies: ["GitHubModel", "Locking", "Reactive"],
      swiftSettings: strict
    ),
    .target(
      name: "SearchUI",
      dependencies: ["GitHubModel", "Locking", "Reactive", "SearchModel", "Terminal"],
      swiftSettings: strict
    ),
    .target(name: "TokenStore", dependencies: ["GitHubModel"], swiftSettings: strict),
    .target(
      name: "Terminal",
      dependencies: ["Locking"],
      exclude: ["Widths/generate-wide-scalars.py"],
      swiftSettings: strict
    ),
    .target(
      name: "Commands",
      dependencies: [
        "CurlTransport", "GitHubAPI", "GitHubModel", "HTTPTransport", "Locking", "SearchModel",
        "SearchUI", "Terminal", "TokenStore", argumentParser,
        .product(name: "Mustache", package: "swift-mustache"),
      ],
      swiftSettings: strict
    ),
    .executableTarget(name: "ghsearch", dependencies: ["Commands"], swiftSettings: strict),
    .target(
      name: "GitHubSandbox",
      dependencies: [
        "Locking",
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ],
      resources: [.embedInCode("Resources/repositories.tsv")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "ghsearch-sandbox",
      dependencies: ["GitHubSandbox", argumentParser],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["HTTPTransport", "Locking", httpTypes],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .executableTarget(
      name: "FaultLauncher",
      path: "Tests/FaultLauncher",
      swiftSettings: strict
    ),
    .testTarget(
      name: "FaultTests",
      dependencies: ["FaultLauncher", "Locking", "TestSupport", "ghsearch"],
      exclude: ["compare.sh", "table.sh"],
      swiftSettings: strict
    ),
    .testTarget(name: "GitHubModelTests", dependencies: ["GitHubModel"], swiftSettings: strict),
    .testTarget(
      name: "CurlTransportTests",
      dependencies: ["CurlTransport", "HTTPTransport", "Locking", "TestSupport", httpTypes],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GitHubAPITests",
      dependencies: [
        "GitHubAPI", "GitHubModel", "HTTPTransport", "Locking", "TestSupport", httpTypes,
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "ReactiveTests",
      dependencies: ["Reactive", "ReactiveTesting"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "SearchModelTests",
      dependencies: ["GitHubModel", "Locking", "Reactive", "ReactiveTesting", "SearchModel"],
      swiftSettings: strict
    ),
    // The line REPL as a program of its own, for the tests to type at.
    .executableTarget(
      name: "REPLFixture",
      dependencies: ["GitHubModel", "Reactive", "SearchModel", "SearchUI", "Terminal"],
      path: "Tests/REPLFixture",
      swiftSettings: strict
    ),
    .target(
      name: "SearchUITesting",
      dependencies: [
        "GitHubModel", "Locking", "Reactive", "ReactiveTesting", "SearchModel", "SearchUI",
        "Terminal",
      ],
      path: "Tests/SearchUITesting",
      swiftSettings: strict
    ),
    // What the screen costs: `make bench-ui`.
    .executableTarget(
      name: "SearchUIBench",
      dependencies: ["GitHubModel", "SearchUI", "SearchUITesting", "Terminal"],
      path: "Tests/SearchUIBench",
      swiftSettings: strict
    ),
    .testTarget(
      name: "SearchUITests",
      dependencies: [
        "GitHubModel", "Locking", "REPLFixture", "Reactive", "ReactiveTesting", "SearchModel",
        "SearchUI", "SearchUITesting", "Terminal", "TerminalTesting",
      ],
      exclude: ["Screens"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "CommandsTests",
      dependencies: [
        "Commands", "CurlTransport", "GitHubAPI", "GitHubModel", "GitHubSandbox", "HTTPTransport",
        "Locking", "SearchUI", "Terminal", "TerminalTesting", "TestSupport", "ghsearch",
        argumentParser,
      ],
      exclude: ["Golden"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "GitHubSandboxTests",
      dependencies: ["GitHubSandbox", .product(name: "FlyingSocks", package: "FlyingFox")],
      swiftSettings: strict
    ),
    .testTarget(
      name: "TokenStoreTests",
      dependencies: ["GitHubModel", "TokenStore"],
      swiftSettings: strict
    ),
    .target(
      name: "TerminalTesting",
      dependencies: ["Locking", "Terminal"],
      path: "Tests/TerminalTesting",
      swiftSettings: strict
    ),
    // A full-screen program for the tests to end in every way.
    .executableTarget(
      name: "TerminalFixture",
      dependencies: ["Terminal"],
      path: "Tests/TerminalFixture",
      swiftSettings: strict
    ),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["Terminal", "TerminalFixture", "TerminalTesting"],
      swiftSettings: strict
    ),
  ]
)
