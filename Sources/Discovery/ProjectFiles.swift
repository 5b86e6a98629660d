import System

/// The files of a project that name what it depends on.
package enum ProjectFiles {
  private static let manifests = [
    "Package.swift", "Package.resolved", "go.mod", "Cargo.toml", "Cargo.lock", "package.json",
    "package-lock.json", "pyproject.toml", "Gemfile", ".gitmodules", "flake.lock",
    ".pre-commit-config.yaml", "Dockerfile",
  ]

  /// The paths of those in a directory, whose own path ends with a slash, and in its workflows; relative to it.
  package static func names(in directory: String) -> [String] {
    let names = FileSystem.names(in: directory).sorted()
    let requirements = names.filter { $0.hasPrefix("requirements") && $0.hasSuffix(".txt") }
    // The directory may be one of these itself.
    let workflows = [".github/workflows/", "workflows/", ""].flatMap { end in
      let place = directory + end
      return place.hasSuffix("/.github/workflows/")
        ? FileSystem.names(in: place).sorted().map { end + $0 } : []
    }
    return manifests.filter(names.contains) + requirements
      + workflows.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
  }
}
