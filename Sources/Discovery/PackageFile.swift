package import GitHubModel
import JSON
import System

/// A package manager's file that lists a project's dependencies.
package struct PackageFile {
  private let name: String
  private let directory: String
  private let text: String
  private let webHost: String

  package init(_ path: String, _ text: String, webHost: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    (name, directory) = (String(parts.last ?? ""), parts.dropLast().joined(separator: "/"))
    (self.text, self.webHost) = (text, webHost)
  }

  /// The project's own repositories according to the file, which are not dependencies.
  package var ownRepositories: Set<RepositoryName> {
    let addresses: [String] =
      switch name {
      case "go.mod": lines.filter { $0.hasPrefix("module ") }.map(String.init)
      case "Cargo.toml": lines.filter(Self.isCargoAddress).map(String.init)
      case "package.json":
        (try? JSONElement(Array(text.utf8))).map {
          Self.addresses(["repository", "homepage", "bugs"], of: $0)
        } ?? []
      default: []
      }
    return Set(addresses.compactMap(repository(in:)))
  }

  /// The packages without a URL, each with the repository named by its installed copy, or nil.
  package func packages(
    _ installed: inout InstalledPackages
  ) -> [(name: String, repository: RepositoryName?)] {
    switch name {
    case "package.json", "package-lock.json": nodePackages
    case "Cargo.lock": crates(installed.registries)
    case "pyproject.toml": pythonPackages(pythonProjectDependencies, installed.distributions)
    case _ where name.hasPrefix("requirements") && name.hasSuffix(".txt"):
      pythonPackages(lines, installed.distributions)
    default: []
    }
  }

  private var lines: [Substring] {
    text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
  }

  private func repository(in text: String) -> RepositoryName? {
    RepositoryMention.all(in: text, webHost: webHost).first?.name
  }

  /// The first repository in an installed file's lines.
  private func repository(
    ofFile path: String,
    lines isRelevant: (Substring) -> Bool
  ) -> RepositoryName? {
    let text = String(decoding: Self.start(of: path), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).lazy.filter(isRelevant)
      .compactMap { repository(in: String($0)) }.first
  }

  /// The start of a file, up to a size limit.
  private static func start(of path: String) -> [UInt8] {
    GuardedFile.start(at: path, atMost: 1 << 20)
  }

  // MARK: npm

  private var nodePackages: [(name: String, repository: RepositoryName?)] {
    guard let json = try? JSONElement(Array(text.utf8)) else { return [] }
    let locked = json["packages"]?.members?.compactMap { member in
      member.name.firstRange(of: "node_modules/") == nil
        ? nil : member.name.split(separator: "node_modules/").last.map(String.init)
    }
    let groups = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]
    let names = locked ?? groups.flatMap { json[$0]?.members?.map(\.name) ?? [] }
    return names.map { name in
      let path = "\(directory)/node_modules/\(name)/package.json"
      let installed = try? JSONElement(Self.start(of: path))
      let addresses = installed.map { Self.addresses(["repository"], of: $0) } ?? []
      return (name, addresses.first.flatMap(repository(in:)))
    }
  }

  /// The values of a manifest that are URLs or objects with one.
  private static func addresses(_ names: [String], of manifest: JSONElement) -> [String] {
    names.compactMap { manifest[$0]?.string ?? manifest[$0]?["url"]?.string }
  }

  // MARK: Cargo

  /// The packages from a registry: `name`, `version` and `source` follow each other.
  private func crates(_ registries: [String]) -> [(name: String, repository: RepositoryName?)] {
    var (name, version) = ("", "")
    return lines.compactMap { line in
      let value = line.split(separator: "\"").dropFirst().first.map(String.init) ?? ""
      if line.hasPrefix("name = ") { name = value }
      if line.hasPrefix("version = ") { version = value }
      guard line.hasPrefix("source = \"registry+") else { return nil }
      return (
        name,
        registries.lazy.compactMap {
          repository(ofFile: "\($0)/\(name)-\(version)/Cargo.toml", lines: Self.isCargoAddress)
        }.first
      )
    }
  }

  private static func isCargoAddress(_ line: Substring) -> Bool {
    line.hasPrefix("repository") || line.hasPrefix("homepage")
  }

  // MARK: Python

  /// The quoted strings of the list `dependencies`, which ends at a bracket outside quotes.
  private var pythonProjectDependencies: [Substring] {
    var isInList = false
    return lines.flatMap { line -> [Substring] in
      if line.hasPrefix("dependencies") { isInList = line.contains("[") }
      guard isInList else { return [] }
      let parts = line.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
      let isQuoted = { (index: Int) in !index.isMultiple(of: 2) }
      isInList = !parts.indices.contains { !isQuoted($0) && parts[$0].contains("]") }
      return parts.indices.filter(isQuoted).map { parts[$0] }
    }
  }

  private func pythonPackages(
    _ requirements: [Substring],
    _ installed: [String: String]
  ) -> [(name: String, repository: RepositoryName?)] {
    requirements.compactMap(Self.pythonPackage).map { name in
      let metadata = installed[InstalledPackages.key(name[...])]
      return (
        name,
        metadata.flatMap { path in
          repository(ofFile: path) { $0.hasPrefix("Project-URL:") || $0.hasPrefix("Home-page:") }
        }
      )
    }
  }

  /// The package in a line such as `requests[socks]>=2.0 ; python_version > "3"`; nil for an option
  /// or a URL.
  private static func pythonPackage(_ line: Substring) -> String? {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard let first = name.first, first.isLetter || first.isNumber else { return nil }
    let next = line[name.endIndex...].first { $0 != " " }
    return next.map { "[=<>!~;,#(".contains($0) } == false ? nil : String(name)
  }
}

/// The packages installed on this machine, listed when a file first needs them.
package struct InstalledPackages {
  private let environment: [String: String]
  /// The directories with the sources of crates.
  fileprivate lazy var registries = Self.registries(environment)
  /// The metadata files of Python distributions, by normalized name.
  fileprivate lazy var distributions = Self.distributions(environment)

  package init(_ environment: [String: String]) { self.environment = environment }

  private static func registries(_ environment: [String: String]) -> [String] {
    let home = environment["CARGO_HOME"] ?? "\(environment["HOME"] ?? "")/.cargo"
    return FileSystem.names(in: "\(home)/registry/src").sorted()
      .map { "\(home)/registry/src/\($0)" }
  }

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

  /// The normalized name of a distribution: case-insensitive, with `-`, `_` and `.` equivalent (PEP
  /// 503).
  fileprivate static func key(_ name: Substring) -> String {
    String(name.lowercased().map { "-.".contains($0) ? "_" : $0 })
  }
}
