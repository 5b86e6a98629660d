/// The `owner/name` of a repository, proven to be safe in a path.
///
/// GitHub allows ASCII letters, digits and `-` in an owner (and `_` for managed users), and
/// letters, digits, `-`, `_` and `.` in a repository's name, at most 100 characters, neither `.`
/// nor `..`. Whatever else is refused here, so nothing later can turn a name into another path.
package struct RepositoryName: Sendable {
  package let owner: String
  package let name: String

  /// Accepts `owner/name` and nothing else.
  package init?(_ text: String) {
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let name = text[text.utf8.index(after: slash)...]
    self.init(owner: String(text[..<slash]), name: String(name))
  }

  /// Takes the two parts as they stand in GitHub's answers.
  package init?(owner: String, name: String) {
    guard Self.isOwner(owner), Self.isName(name) else { return nil }
    self.owner = owner
    self.name = name
  }

  /// `owner/name`.
  package var fullName: String { "\(owner)/\(name)" }

  private static let longestPart = 100

  /// Whether it can be the login of a user or an organization.
  package static func isOwner(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= longestPart else { return false }
    return isAlphanumeric(first)
      && text.utf8.allSatisfy {
        isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }

  private static func isName(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longestPart, text != ".", text != ".." else {
      return false
    }
    return text.utf8.allSatisfy { isAlphanumeric($0) || "-_.".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension RepositoryName: Hashable {
  /// GitHub tells names apart without regard to case.
  package static func == (left: Self, right: Self) -> Bool {
    left.fullName.lowercased() == right.fullName.lowercased()
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(fullName.lowercased())
  }
}

extension RepositoryName: CustomStringConvertible {
  package var description: String { fullName }
}
