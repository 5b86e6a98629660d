package import GitHubModel

/// Repositories named in texts, without duplicates, each with the first place that names it.
package struct NamedRepositories {
  package private(set) var all: [(name: RepositoryName, place: Place?)] = []
  private var known: Set<RepositoryName> = []
  private let webHost: String
  private var installed: InstalledPackages

  /// A line of a file; `-` is standard input.
  package struct Place: Sendable {
    package let file: String
    package let line: Int

    package var text: String { "\(file):\(line)" }
  }

  /// `webHost` is the host of repository URLs, and the environment locates installed packages.
  package init(webHost: String, environment: [String: String]) {
    (self.webHost, installed) = (webHost, InstalledPackages(environment))
  }

  package mutating func add(_ name: RepositoryName, at place: Place? = nil) {
    if known.insert(name).inserted { all.append((name, place)) }
  }

  /// Adds the repositories named in a file's text, and those of the packages it names, according to
  /// their installed copies.
  ///
  /// `file` is the name of the file at `path` as typed. Returns the number of packages without a
  /// known repository.
  package mutating func add(_ text: String, of file: String, at path: String) -> Int {
    let package = PackageFile(path, text, webHost: webHost)
    let own = package.ownRepositories
    for mention in RepositoryMention.all(in: text, webHost: webHost)
    where !own.contains(mention.name) {
      add(mention.name, at: Place(file: file, line: mention.line))
    }
    let packages = package.packages(&installed)
    let lines = packages.isEmpty ? [:] : Self.firstLines(in: text)
    for (name, repository) in packages {
      guard let repository else { continue }
      add(repository, at: Place(file: file, line: lines[name[...]] ?? 1))
    }
    return packages.count { $0.repository == nil }
  }

  /// The first line of each word that may be a package name.
  private static func firstLines(in text: String) -> [Substring: Int] {
    var lines: [Substring: Int] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      for word in line.split(whereSeparator: { !isPartOfName($0) }) {
        let name = word.split(separator: "node_modules/").last ?? word
        if lines[name] == nil { lines[name] = index + 1 }
      }
    }
    return lines
  }

  private static func isPartOfName(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || "@/._-".contains(character)
  }
}
