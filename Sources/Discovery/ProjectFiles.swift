import System

/// The files of a project that list its dependencies.
package enum ProjectFiles {
  private static let manifests = [
    "Package.swift", "Package.resolved", "go.mod", "Cargo.toml", "Cargo.lock", "package.json",
    "package-lock.json", "pyproject.toml", "Gemfile", ".gitmodules", "flake.lock",
    ".pre-commit-config.yaml", "Dockerfile",
  ]

  /// The relative paths of these files in a directory and its workflows; the directory's path ends
  /// with a slash.
  package static func names(in directory: String) -> [String] {
    let names = FileSystem.names(in: directory).sorted()
    let requirements = names.filter { $0.hasPrefix("requirements") && $0.hasSuffix(".txt") }
    // The working directory may be one of these.
    let workflows = [".github/workflows/", "workflows/", ""].flatMap { end in
      let place = directory + end
      return place.hasSuffix("/.github/workflows/")
        ? FileSystem.names(in: place).sorted().map { end + $0 } : []
    }
    return manifests.filter(names.contains) + requirements
      + workflows.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
  }
}
