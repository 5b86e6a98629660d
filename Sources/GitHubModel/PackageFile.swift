/// The files in which package managers keep what a project depends on.
package enum PackageFile {
  /// A package that a file names without an address, as the package manager knows it.
  package struct Dependency: Sendable, Hashable {
    package let name: String
    /// Nil where the file does not say it.
    package let version: String?

    package init(_ name: String, version: String? = nil) {
      (self.name, self.version) = (name, version)
    }
  }

  /// The repositories that a manifest says are its own project's, which it does not depend on.
  package static func ownRepositories(
    of file: String,
    _ text: String,
    webHost: String
  ) -> Set<RepositoryName> {
    let lines = text.split(whereSeparator: \.isNewline)
    let own: [Substring] =
      switch name(of: file) {
      case "go.mod": lines.filter { $0.hasPrefix("module ") }
      case "Cargo.toml": lines.filter { $0.hasPrefix("repository") || $0.hasPrefix("homepage") }
      case "package.json": ownLines(ofPackageJSON: lines)
      default: []
      }
    let texts = own.map(String.init)
    return Set(texts.flatMap { RepositoryMention.all(in: $0, webHost: webHost).map(\.name) })
  }

  /// The lines of `repository`, `homepage` and `bugs`, each with the lines of its object.
  private static func ownLines(ofPackageJSON lines: [Substring]) -> [Substring] {
    var own: [Substring] = []
    var isInObject = false
    for line in lines {
      let key = line.drop(while: \.isWhitespace)
      let begins = ["\"repository\"", "\"homepage\"", "\"bugs\""].contains(where: key.hasPrefix)
      if begins { isInObject = line.contains("{") }
      if begins || isInObject { own.append(line) }
      if isInObject, line.contains("}") { isInObject = false }
    }
    return own
  }

  /// The packages of Python that a requirements file or `pyproject.toml` names.
  package static func pythonPackages(in text: String, of file: String) -> [Dependency] {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    guard name(of: file) == "pyproject.toml" else {
      return lines.compactMap { requirement($0) }
    }
    var names: [Dependency] = []
    var isInList = false
    for line in lines {
      var rest = line[...]
      if line.hasPrefix("dependencies"), let start = line.firstIndex(of: "[") {
        isInList = true
        rest = line[start...]
      }
      guard isInList else { continue }
      let quoted = rest.split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
      names += quoted.enumerated().filter { !$0.offset.isMultiple(of: 2) }
        .compactMap { requirement($0.element) }
      // A bracket outside quotes ends the list.
      isInList = !quoted.enumerated().contains {
        $0.offset.isMultiple(of: 2) && $0.element.contains("]")
      }
    }
    return names
  }

  /// The package of a line such as `requests[socks]>=2.0 ; python_version > "3"`; nil for an option or an address.
  private static func requirement(_ line: Substring) -> Dependency? {
    let name = line.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    guard let first = name.first, first.isLetter || first.isNumber else { return nil }
    let rest = line[name.endIndex...].drop { $0 == " " }
    guard rest.isEmpty || "[=<>!~;,#@(".contains(rest.first ?? "#"), rest.first != "@" else {
      return nil
    }
    return Dependency(String(name))
  }

  /// The packages that `Cargo.lock` has from a registry.
  package static func cratePackages(in text: String) -> [Dependency] {
    text.split(separator: "[[package]]").dropFirst().compactMap { block in
      let values = Dictionary(
        block.split(whereSeparator: \.isNewline).compactMap { line -> (String, String)? in
          let parts = line.split(separator: "=", maxSplits: 1)
          guard parts.count == 2 else { return nil }
          return (
            String(parts[0].filter { $0 != " " }),
            String(parts[1].filter { $0 != " " && $0 != "\"" })
          )
        }
      ) { first, _ in first }
      guard let name = values["name"], values["source"]?.hasPrefix("registry+") == true else {
        return nil
      }
      return Dependency(name, version: values["version"])
    }
  }

  /// The name of a file without its directories.
  package static func name(of file: String) -> String {
    String(file.split(separator: "/").last ?? "")
  }
}
