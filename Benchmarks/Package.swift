// swift-tools-version: 6.3

import PackageDescription

/// A separate package, so that OpenCombine never becomes a dependency of the project; System and
/// Reactive are links to the project's.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "CGlibc"),
    .target(name: "CLibrary", dependencies: ["CGlibc"]),
    .target(name: "System", dependencies: ["CLibrary"]),
    .target(name: "Reactive", dependencies: ["System"]),
    .target(name: "ReactiveScenarios", dependencies: ["Reactive"]),
    // A link to the same file, compiled against the other library.
    .target(
      name: "OpenCombineScenarios",
      dependencies: [
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: [.define("OPENCOMBINE"), .swiftLanguageMode(.v5)]
    ),
    .executableTarget(
      name: "bench",
      dependencies: ["AllocationCounter", "ReactiveScenarios", "OpenCombineScenarios"]
    ),
  ]
)
