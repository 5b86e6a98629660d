/// A range of counts in GitHub's notation: `n`, `>n`, `>=n`, `<n`, `<=n`, `a..b`, `n..*` or `*..n`.
package struct NumberRange: Sendable, Hashable {
  /// As it was written, which is how GitHub takes it.
  package let text: String

  /// Refuses what GitHub would ignore or misread, a range that runs backwards included.
  package init?(_ text: String) {
    guard Self.isComparison(text) || Self.isInterval(text) else { return nil }
    self.text = text
  }

  private static func isComparison(_ text: String) -> Bool {
    let mark = [">=", "<=", ">", "<", ""].first(where: text.hasPrefix) ?? ""
    return count(text.dropFirst(mark.count)) != nil
  }

  private static func isInterval(_ text: String) -> Bool {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return false }
    switch (count(parts[0]), count(parts[1])) {
    case (let low?, let high?): return low <= high
    case (.some, nil): return parts[1] == "*"
    case (nil, .some): return parts[0] == "*"
    case (nil, nil): return false
    }
  }

  /// Digits alone: no sign, no separators, nothing that 64 bits cannot hold.
  private static func count(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
  }

  /// Whether a count lies in the range.
  package func contains(_ number: Int) -> Bool {
    let parts = text.split(separator: "..", omittingEmptySubsequences: false)
    if parts.count == 2 {
      return number >= Self.count(parts[0]) ?? .min && number <= Self.count(parts[1]) ?? .max
    }
    let mark = text.prefix { "<>=".contains($0) }
    guard let bound = Self.count(text.dropFirst(mark.count)) else { return false }
    switch mark {
    case ">": return number > bound
    case ">=": return number >= bound
    case "<": return number < bound
    case "<=": return number <= bound
    default: return number == bound
    }
  }
}
