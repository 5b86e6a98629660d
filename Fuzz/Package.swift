// swift-tools-version: 6.3

import PackageDescription

/// The flags that libFuzzer needs in every file that it instruments.
///
/// Enables testing because most fuzzed declarations are internal.
let watched: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"]),
]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

/// A separate package, so that its flags never reach the project.
///
/// The module directories are links to the project's. Compiling them in this package gives the fuzz
/// targets access to `package` declarations and lets libFuzzer instrument the modules, which a
/// dependency would not.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", exact: "1.8.0")
  ],
  targets: [
    .target(name: "CGlibc"),
    .target(name: "CLibrary", dependencies: ["CGlibc"], swiftSettings: watched),
    .target(name: "Essentials", swiftSettings: watched),
    .target(name: "System", dependencies: ["CLibrary"], swiftSettings: watched),
    .target(name: "GitHubModel", dependencies: ["Essentials"], swiftSettings: watched),
    .target(name: "JSON", swiftSettings: watched),
    .target(
      name: "HTTPTransport",
      dependencies: ["Essentials", httpTypes],
      swiftSettings: watched
    ),
    .target(
      name: "GitHubAPI",
      dependencies: ["Essentials", "GitHubModel", "HTTPTransport", "JSON", "System", httpTypes],
      swiftSettings: watched
    ),
    .target(name: "TokenStore", dependencies: ["GitHubModel", "System"], swiftSettings: watched),
    .target(
      name: "Terminal",
      dependencies: ["CLibrary", "Essentials", "System"],
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
