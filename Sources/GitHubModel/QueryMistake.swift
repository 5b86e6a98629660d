import Essentials

/// A probable typo in a query.
package struct QueryMistake: Sendable, Hashable {
  /// A sentence such as `unknown qualifier lang:; did you mean language:?`; make it safe before
  /// showing it.
  package let sentence: String
  /// The whole query with the mistake corrected; nil if there is no suggestion.
  package let corrected: String?

  /// The first mistake in a text that the user may still be typing.
  ///
  /// An unfinished number or date at the end does not count yet.
  package static func first(whileTyping text: String) -> Self? {
    qualifier(in: text) ?? range(whileTyping: text) ?? languages(in: text).first
  }

  /// A qualifier unknown to GitHub, which would search for it as text.
  package static func qualifier(in text: String) -> Self? {
    for word in QueryWords.split(text) where !word.hasPrefix("\"") {
      guard let colon = word.firstIndex(of: ":"), !word[colon...].hasPrefix("://") else { continue }
      let name = word[..<colon].drop { $0 == "-" }
      guard !Qualifier.names.contains(String(name)),
        let near = NearestWord.to(String(name), among: Qualifier.names.sorted())
      else { continue }
      return Self(
        sentence: "unknown qualifier \(name):; did you mean \(near):?",
        corrected: text.replacing(name, with: near)
      )
    }
    return nil
  }

  /// Unknown languages with names similar to a known one.
  package static func languages(in text: String) -> [Self] {
    let known = LanguageNames.common + LanguageNames.aliases.keys.sorted()
    return values(in: text).compactMap { name, value in
      guard name == .language, let near = NearestWord.to(unquoted(value), among: known) else {
        return nil
      }
      return Self(
        sentence: "unknown language \(unquoted(value)); did you mean \(near)?",
        corrected: text.replacing(value, with: near.contains(" ") ? "\"\(near)\"" : near)
      )
    }
  }

  /// An unreadable range, such as `stars:>abc`, which matches nothing.
  private static func range(whileTyping text: String) -> Self? {
    for (name, value) in values(in: text) {
      let mayGoOn = value.endIndex == text.endIndex && name.isBeginning(of: value)
      guard !value.isEmpty, !mayGoOn, let why = name.mistake(in: unquoted(value)) else { continue }
      return Self(sentence: "\(name.rawValue): \(why)", corrected: nil)
    }
    return nil
  }

  /// The qualifiers that must match, with their values as typed.
  private static func values(in text: String) -> [(name: Qualifier.Name, value: Substring)] {
    QueryWords.split(text).compactMap { word in
      guard let colon = word.firstIndex(of: ":"),
        let name = Qualifier.Name(rawValue: String(word[..<colon]))
      else { return nil }
      return (name, word[word.index(after: colon)...])
    }
  }

  private static func unquoted(_ value: Substring) -> String { value.filter { $0 != "\"" } }
}

extension String {
  fileprivate func replacing(_ part: Substring, with new: String) -> String {
    self[..<part.startIndex] + new + self[part.endIndex...]
  }
}

extension Qualifier.Name {
  /// Whether the value could be the start of a valid range, such as `2024-`, `1m` or `yest`.
  fileprivate func isBeginning(of value: Substring) -> Bool {
    if value.allSatisfy("0123456789-:.TZ<>=*+".contains) { return true }
    guard self == .created || self == .pushed else { return false }
    let letters = value.drop { $0.isNumber }
    let words =
      letters.startIndex == value.startIndex
      ? ["today", "yesterday"] : ["days", "weeks", "months", "years"]
    return words.contains { $0.hasPrefix(letters) }
  }

  /// Why the qualifier's value is not a valid range; nil if it is one, or need not be.
  package func mistake(in value: String) -> String? {
    do throws(InvalidRange) {
      // Its validity does not depend on the time.
      _ = try range(value, at: Date(timeIntervalSince1970: 0))
      return nil
    } catch {
      let isDate = self == .created || self == .pushed
      return error.sentence(in: value, expecting: isDate ? "a date" : "a whole number")
    }
  }
}

extension InvalidRange {
  /// The mistake in a value that must be of a given kind; make it safe before showing it.
  package func sentence(in value: String, expecting kind: String) -> String {
    switch self {
    case .missing: "\(Self.shown(value)) needs \(kind)"
    case .unreadable(let part) where part == value: "\(Self.shown(part)) is not \(kind)"
    case .unreadable(let part): "\(Self.shown(part)) in \(Self.shown(value)) is not \(kind)"
    case .tooLarge(let part): "\(Self.shown(part)) is too large"
    case .unbounded: "\(Self.shown(value)) has no limit"
    case .backwards(let from, let to):
      "\(Self.shown(value)) is backwards: \(from) is after \(to)"
    }
  }

  /// The value, truncated so that the following text fits the line.
  private static func shown(_ value: String) -> String {
    value.count > 40 ? "\"\(value.prefix(39))…\"" : "\"\(value)\""
  }
}
