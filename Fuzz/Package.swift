// swift-tools-version: 6.2

import PackageDescription

/// What libFuzzer needs in every file that it is to see into.
///
/// Testing is enabled because what is fuzzed is mostly internal.
let watched: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

/// A package of its own, so that its flags never reach the project's.
///
/// The folders of the modules are links to the project's. Compiled here they are in one package with
/// the targets of the fuzzer, which therefore reach what is `package` there; and libFuzzer sees into
/// them, which it could not if they were a dependency.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")
  ],
  targets: [
    .target(name: "System", swiftSettings: watched),
    .target(name: "GitHubModel", swiftSettings: watched),
    .target(name: "JSON", swiftSettings: watched),
    .target(name: "HTTPTransport", dependencies: [httpTypes], swiftSettings: watched),
    .target(
      name: "GitHubAPI",
      dependencies: ["GitHubModel", "HTTPTransport", "JSON", "System", httpTypes],
      swiftSettings: watched
    ),
    .target(name: "TokenStore", dependencies: ["GitHubModel", "System"], swiftSettings: watched),
    .target(
      name: "Terminal",
      dependencies: ["System"],
      exclude: ["Widths/generate-wide-scalars.py"],
      swiftSettings: watched
    ),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "GitHubAPI", "GitHubModel", "HTTPTransport", "Terminal", "TokenStore", httpTypes,
      ],
      swiftSettings: watched,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
    ),
  ]
)
