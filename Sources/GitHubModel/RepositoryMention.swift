/// A repository named in a text, and its line.
package struct RepositoryMention: Sendable, Hashable {
  package let name: RepositoryName
  /// The line number, from 1.
  package let line: Int

  package init(_ name: RepositoryName, line: Int) {
    (self.name, self.line) = (name, line)
  }

  /// The repositories named in a text, without duplicates, in the order of their first lines.
  ///
  /// A repository is named by its URL in any form used by browsers, git, raw files and the API, or
  /// without a scheme, as in go.mod; by `github:owner/name`, also with quotes in between, as in a
  /// Gemfile; by `uses: owner/name@version` in a workflow; by `"owner"` and `"repo"` on adjacent
  /// lines, as in flake.lock; and by a line or first tab-separated column that is only a name.
  ///
  /// - Parameters:
  ///   - text: Any text: source code, a manifest, Markdown, the output of a command.
  ///   - webHost: The host whose URLs count.
  /// - Returns: The mentions; empty for an empty text.
  package static func all(in text: String, webHost: String = "github.com") -> [Self] {
    var reader = MentionReader(webHost: webHost)
    for line in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
      reader.read(Array(line))
    }
    return reader.mentions
  }

  /// Whether a URL with this owner and name is a repository and not another page of GitHub.
  private static func isRepository(_ name: RepositoryName) -> Bool {
    !RepositoryName.reservedOwners.contains(name.owner.lowercased()) && !indexes.contains(name)
  }

  /// Package indexes, which occur in every lock file.
  private static let indexes = Set(["rust-lang/crates.io-index"].compactMap(RepositoryName.init))

  /// The repository named by two parts of a URL, without `.git` or punctuation after its name.
  fileprivate static func repository(_ owner: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>)
    -> RepositoryName?
  {
    var name = String(decoding: name, as: UTF8.self)[...]
    while name.last == "." { name.removeLast() }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return RepositoryName(owner: String(decoding: owner, as: UTF8.self), name: String(name))
      .flatMap { isRepository($0) ? $0 : nil }
  }
}

/// Scans a text line by line, in linear time.
private struct MentionReader {
  private(set) var mentions: [RepositoryMention] = []
  private var known: Set<RepositoryName> = []
  private var lineNumber = 0
  /// The value of `"owner"`, if the previous line ended with it.
  private var owner: (name: ArraySlice<UInt8>, line: Int)?
  private let openings: [Opening]

  /// A text that precedes `owner/name`.
  private struct Opening {
    /// The text in lowercase.
    let text: [UInt8]
    /// Whether quotes, spaces or an arrow follow it.
    var hasGap = false
    /// Whether a version follows the name.
    var isVersioned = false
  }

  init(webHost: String) {
    let host = webHost.lowercased()
    let other =
      host == "github.com"
      ? ["raw.githubusercontent.com/", "api.github.com/repos/"] : ["\(host)/api/v3/repos/"]
    openings =
      (other + ["\(host)/", "\(host):"]).map { Opening(text: Array($0.utf8)) } + [
        Opening(text: Array("github".utf8), hasGap: true),
        Opening(text: Array("uses:".utf8), hasGap: true, isVersioned: true),
      ]
  }

  mutating func read(_ bytes: [UInt8]) {
    lineNumber += 1
    let line = bytes.last == 0x0D ? bytes.dropLast() : bytes[...]
    readPair(line)
    // Few lines have a slash.
    guard line.contains(0x2F) else { return }
    readWhole(line)
    readAddresses(line)
  }

  private mutating func add(_ name: RepositoryName?, line: Int? = nil) {
    guard let name, known.insert(name).inserted else { return }
    mentions.append(RepositoryMention(name, line: line ?? lineNumber))
  }

  /// Reads a line that consists only of a name, or whose first column does.
  private mutating func readWhole(_ line: ArraySlice<UInt8>) {
    let column = line.prefix { $0 != 0x09 }.trimmed
    guard let slash = column.firstIndex(of: 0x2F) else { return }
    let (owner, name) = (column[..<slash], column[(slash + 1)...])
    guard name.allSatisfy(\.isPartOfName) else { return }
    add(RepositoryMention.repository(owner, name))
  }

  /// Reads `"owner": "o"`, and `"repo": "n"` on the same line or the next.
  private mutating func readPair(_ line: ArraySlice<UInt8>) {
    if let value = Self.value(of: "\"owner\"", in: line) { owner = (value, lineNumber) }
    guard let owner else { return }
    if let name = Self.value(of: "\"repo\"", in: line), !owner.name.isEmpty {
      add(RepositoryMention.repository(owner.name, name), line: owner.line)
      self.owner = nil
    } else if owner.line < lineNumber {
      self.owner = nil
    }
  }

  private mutating func readAddresses(_ line: ArraySlice<UInt8>) {
    var start = line.startIndex
    while start < line.endIndex {
      guard let opening = openings.first(where: { line.hasLowercased($0.text, at: start) }),
        Self.beginsAddress(line, at: start)
      else {
        start += 1
        continue
      }
      start += opening.text.count
      let rest = line[start...]
      let value = opening.hasGap ? rest.drop { $0.isGap } : rest
      guard opening.hasGap == (value.startIndex > start), let parts = Self.parts(value),
        !opening.isVersioned || parts.rest.contains(0x40),
        let name = RepositoryMention.repository(parts.owner, parts.name)
      else { continue }
      add(name)
      start = parts.rest.startIndex
    }
  }

  /// Whether a host starts there, and not within a longer one such as `docs.github.com`.
  private static func beginsAddress(_ line: ArraySlice<UInt8>, at start: Int) -> Bool {
    guard start > line.startIndex else { return true }
    let before = line[..<start]
    if before.hasSuffix("www.") { return before.dropLast(4).last.map { $0 == 0x2F } ?? true }
    return before.last.map { !$0.isPartOfName } ?? true
  }

  /// Splits `owner/name` off the start of a line.
  private static func parts(
    _ text: ArraySlice<UInt8>
  ) -> (owner: ArraySlice<UInt8>, name: ArraySlice<UInt8>, rest: ArraySlice<UInt8>)? {
    let owner = text.prefix { $0.isPartOfName }
    guard !owner.isEmpty, owner.endIndex < text.endIndex, text[owner.endIndex] == 0x2F else {
      return nil
    }
    let name = text[(owner.endIndex + 1)...].prefix { $0.isPartOfName }
    return name.isEmpty ? nil : (owner, name, text[name.endIndex...])
  }

  /// The quoted text after a key and a colon.
  private static func value(of key: String, in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let key = Array(key.utf8)
    guard let start = line.indices.first(where: { line[$0...].starts(with: key) }) else {
      return nil
    }
    let after = line[(start + key.count)...].drop { $0 == 0x20 || $0 == 0x3A }
    guard after.first == 0x22 else { return nil }
    return after.dropFirst().prefix { $0 != 0x22 }
  }
}

extension UInt8 {
  /// Whether the byte can occur in an owner or repository name.
  fileprivate var isPartOfName: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Whether the byte is a quote, a space, or part of an arrow or colon.
  fileprivate var isGap: Bool { [0x20, 0x22, 0x27, 0x3A, 0x3D, 0x3E].contains(self) }
}

extension ArraySlice<UInt8> {
  /// The bytes without surrounding spaces and tabs.
  fileprivate var trimmed: Self {
    var rest = drop { $0 == 0x20 || $0 == 0x09 }
    while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
    return rest
  }

  /// Whether lowercase ASCII text occurs at a position, ignoring case.
  fileprivate func hasLowercased(_ text: [UInt8], at start: Int) -> Bool {
    guard start + text.count <= endIndex else { return false }
    return text.indices.allSatisfy { offset in
      let byte = self[start + offset]
      return (0x41...0x5A ~= byte ? byte + 0x20 : byte) == text[offset]
    }
  }

  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
