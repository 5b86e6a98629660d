package import GitHubModel
import JSON
import System

/// The repositories of packages that a file names without an address: what the copies say that package managers have
/// installed on this machine.
package struct InstalledPackages {
  private let environment: [String: String]
  private let webHost: String
  /// The directories are listed once, when the first file needs them.
  private lazy var distributions = Self.distributions(environment)
  private lazy var registries = Self.registries(environment)

  package init(webHost: String, environment: [String: String]) {
    (self.webHost, self.environment) = (webHost, environment)
  }

  /// The packages that a file in a directory names, each with the repository that its installed copy names; nil if there
  /// is no copy or it names none.
  package mutating func packages(
    in text: String,
    of file: String,
    beside directory: String
  ) -> [(package: PackageFile.Dependency, repository: RepositoryName?)] {
    switch PackageFile.name(of: file) {
    case "package.json", "package-lock.json":
      nodePackages(text).map { ($0, repository(ofNodePackage: $0, beside: directory)) }
    case "Cargo.lock":
      PackageFile.cratePackages(in: text).map { ($0, repository(ofCrate: $0)) }
    case "pyproject.toml": pythonPackages(text, file)
    case let name where name.hasPrefix("requirements") && name.hasSuffix(".txt"):
      pythonPackages(text, file)
    default: []
    }
  }

  /// In bytes; a manifest that is longer is read as far as that.
  private static let maxBytes = 1 << 20

  private func first(_ path: String, lines isRelevant: (Substring) -> Bool) -> RepositoryName? {
    let bytes = GuardedFile.start(at: path, atMost: Self.maxBytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.lazy.filter(isRelevant).compactMap {
      RepositoryMention.all(in: String($0), webHost: webHost).first?.name
    }.first
  }

  // MARK: npm

  private func nodePackages(_ text: String) -> [PackageFile.Dependency] {
    guard let json = try? JSONElement(Array(text.utf8)) else { return [] }
    let groups = [
      "dependencies", "devDependencies", "optionalDependencies", "peerDependencies",
    ]
    let locked = json["packages"]?.members?.compactMap { member in
      member.name.split(separator: "node_modules/").last.flatMap {
        member.name.contains("node_modules/") ? String($0) : nil
      }
    }
    let names = locked ?? groups.flatMap { json[$0]?.members?.map(\.name) ?? [] }
    return names.map { PackageFile.Dependency($0) }
  }

  /// The value of `repository` in the package's own manifest: a text, or an object with `url`.
  private func repository(
    ofNodePackage package: PackageFile.Dependency,
    beside directory: String
  ) -> RepositoryName? {
    let path = "\(directory)/node_modules/\(package.name)/package.json"
    guard let json = try? JSONElement(GuardedFile.start(at: path, atMost: Self.maxBytes)),
      let value = json["repository"]?.string ?? json["repository"]?["url"]?.string
    else { return nil }
    return RepositoryMention.all(in: value, webHost: webHost).first?.name
  }

  // MARK: Cargo

  private mutating func repository(ofCrate package: PackageFile.Dependency) -> RepositoryName? {
    guard let version = package.version else { return nil }
    for registry in registries {
      let path = "\(registry)/\(package.name)-\(version)/Cargo.toml"
      let found = first(path) { $0.hasPrefix("repository") || $0.hasPrefix("homepage") }
      if let found { return found }
    }
    return nil
  }

  /// The directories with the sources of crates.
  private static func registries(_ environment: [String: String]) -> [String] {
    guard let home = environment["CARGO_HOME"] ?? environment["HOME"].map({ "\($0)/.cargo" }) else {
      return []
    }
    return FileSystem.names(in: "\(home)/registry/src").sorted()
      .map { "\(home)/registry/src/\($0)" }
  }

  // MARK: Python

  private mutating func pythonPackages(
    _ text: String,
    _ file: String
  ) -> [(package: PackageFile.Dependency, repository: RepositoryName?)] {
    let installed = distributions
    return PackageFile.pythonPackages(in: text, of: file).map { package in
      let metadata = installed[Self.key(package.name[...])]
      return (
        package,
        metadata.flatMap {
          first($0) { $0.hasPrefix("Project-URL:") || $0.hasPrefix("Home-page:") }
        }
      )
    }
  }

  /// The files with the metadata of installed distributions, by the keys of their names.
  private static func distributions(_ environment: [String: String]) -> [String: String] {
    guard let environment = environment["VIRTUAL_ENV"] else { return [:] }
    var files: [String: String] = [:]
    for version in FileSystem.names(in: "\(environment)/lib").sorted() {
      let packages = "\(environment)/lib/\(version)/site-packages"
      for name in FileSystem.names(in: packages) where name.hasSuffix(".dist-info") {
        files[key(name.prefix { $0 != "-" })] = "\(packages)/\(name)/METADATA"
      }
    }
    return files
  }

  /// Names of distributions are equal regardless of case, and of `-`, `_` and `.` (PEP 503).
  private static func key(_ name: Substring) -> String {
    String(name.lowercased().map { "-.".contains($0) ? "_" : $0 })
  }
}
