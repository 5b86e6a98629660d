/// One `name:value` of a query, or its negation `-name:value`.
package struct Qualifier: Sendable, Hashable {
  /// As the query has it, quoted where the value needs it.
  package let text: String

  /// Nil for a value that no quoting can carry: an empty one, or one with a quote or a line break.
  package init?(_ name: Name, _ value: String, isNegated: Bool = false) {
    let hasForbidden = value.unicodeScalars.contains {
      $0 == "\"" || $0.properties.generalCategory == .control
    }
    guard !value.allSatisfy(\.isWhitespace), !hasForbidden else { return nil }
    // A time has colons, and is none the worse for it.
    let isPlain = value.allSatisfy { !$0.isWhitespace && ($0 != ":" || name == .created) }
    text = "\(isNegated ? "-" : "")\(name.rawValue):\(isPlain ? value : "\"\(value)\"")"
  }

  package init(_ name: Name, _ range: NumberRange, isNegated: Bool = false) {
    text = "\(isNegated ? "-" : "")\(name.rawValue):\(range.text)"
  }

  /// The qualifiers that this program writes by itself; a user may type any other.
  package enum Name: String, Sendable {
    case language
    case topic
    case user
    case stars
    case created
  }

  /// Every qualifier that GitHub's documentation lists for repositories.
  package static let names: Set<String> = [
    "in", "repo", "user", "org", "size", "followers", "forks", "stars", "created", "pushed",
    "language", "topic", "topics", "license", "is", "mirror", "template", "archived",
    "good-first-issues", "help-wanted-issues", "fork", "has",
  ]
}
