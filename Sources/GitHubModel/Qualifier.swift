/// One `name:value` of a query, or its negation `-name:value`.
package struct Qualifier: Sendable, Hashable {
  package let name: Name
  /// Without the quotes that it may need in a query.
  package let value: String
  package let isNegated: Bool

  /// Nil for a value that no quoting can carry: an empty one, or one with a quote or a line break.
  package init?(_ name: Name, _ value: String, isNegated: Bool = false) {
    let hasForbidden = value.unicodeScalars.contains {
      $0 == "\"" || $0.properties.generalCategory == .control
    }
    guard !value.allSatisfy(\.isWhitespace), !hasForbidden else { return nil }
    self.init(checked: name, value, isNegated: isNegated)
  }

  package init(_ name: Name, _ range: NumberRange, isNegated: Bool = false) {
    self.init(checked: name, range.text, isNegated: isNegated)
  }

  package init(_ name: Name, _ range: DateRange, isNegated: Bool = false) {
    self.init(checked: name, range.text, isNegated: isNegated)
  }

  private init(checked name: Name, _ value: String, isNegated: Bool) {
    self.name = name
    self.value = value
    self.isNegated = isNegated
  }

  /// As the query has it, quoted where the value needs it.
  package var text: String {
    // A time has colons, and is none the worse for it.
    let isTime = name == .created || name == .pushed
    let isPlain = value.allSatisfy { !$0.isWhitespace && ($0 != ":" || isTime) }
    return "\(isNegated ? "-" : "")\(name.rawValue):\(isPlain ? value : "\"\(value)\"")"
  }

  /// The qualifiers that this program writes by itself; a user may type any other.
  package enum Name: String, Sendable, CaseIterable {
    case language, topic, license, user, repo, stars, forks, size, followers, created, pushed
    case archived, template, mirror, fork, `is`, `in`
    case topicCount = "topics"
    case goodFirstIssues = "good-first-issues"
    case helpWantedIssues = "help-wanted-issues"
  }

  /// Every qualifier that GitHub's documentation lists for repositories.
  package static let names = Set(Name.allCases.map(\.rawValue)).union(["org", "has"])
}
