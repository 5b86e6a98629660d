// swift-tools-version: 6.2

import PackageDescription

/// Strict for every target of ours; Swift 6 language mode comes with the tools version.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "ghsearch",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Locking", swiftSettings: strict),
    .target(name: "GitHubModel", swiftSettings: strict),
    .testTarget(name: "GitHubModelTests", dependencies: ["GitHubModel"], swiftSettings: strict),
  ]
)
