import Essentials
import GitHubModel
import SearchModel
import Terminal

/// The completion of the word before the cursor.
struct Completion: Sendable, Equatable {
  /// The text that replaces the word; the word itself if no completion is certain.
  let replacement: String
  /// The possible words, when there is more than one.
  let choices: [String]

  /// Nil if no completion is known.
  ///
  /// - Parameters:
  ///   - text: the line up to the cursor.
  ///   - state: whose rows and favorites names are taken from.
  init?(_ text: String, _ state: SearchState) {
    let start = Self.startOfWord(text)
    let (before, word) = (text[..<start], String(text[start...]))
    let candidates = Self.candidates(word, after: before, state)
      .filter { $0.isCompletion(of: word) }
    guard let first = candidates.first else { return nil }
    let common = candidates.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    replacement = common.count > word.count || candidates.count == 1 ? common : word
    choices = candidates.count > 1 ? candidates : []
  }

  /// The start of the last word; a blank inside quotes is part of the word.
  static func startOfWord(_ text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index].isWhitespace, !isQuoted { start = text.index(after: index) }
    }
    return start
  }

  private static func candidates(
    _ word: String,
    after before: Substring,
    _ state: SearchState
  ) -> [String] {
    let line = (before + word).drop(while: \.isWhitespace)
    guard line.hasPrefix(":") else { return QualifierWords.candidates(word, state) }
    if before.allSatisfy(\.isWhitespace) {
      return LineCommand.all.map { ":\($0.name)" + ($0.takesArgument ? " " : "") }
    }
    let words = before.split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else { return [] }
    return LineCommand.named(String(words[0].dropFirst()))?.words ?? []
  }
}

extension String {
  /// Ignores case and quotes.
  fileprivate func isCompletion(of word: String) -> Bool {
    func unquoted(_ text: String) -> String { text.lowercased().filter { $0 != "\"" } }
    return unquoted(self).hasPrefix(unquoted(word))
  }

  /// The longest start that both share, in the letters of this one.
  fileprivate func commonPrefix(with other: String) -> String {
    String(zip(self, other).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
  }
}

/// Qualifiers and their values, as far as this program knows them.
enum QualifierWords {
  /// The completions of a word of a query.
  static func candidates(_ word: String, _ state: SearchState) -> [String] {
    guard let colon = word.firstIndex(of: ":") else {
      let mark = word.hasPrefix("-") ? "-" : ""
      return Qualifier.names.sorted().map { "\(mark)\($0):" }
    }
    let head = word[...colon]
    let name = head.dropLast().drop { $0 == "-" }
    return values(of: String(name), state).map { head + quoted($0) }
  }

  /// Whether a word is a qualifier whose value lacks something, or cannot be read.
  static func isIncomplete(_ word: String, now: Date) -> Bool {
    guard let colon = word.firstIndex(of: ":") else { return false }
    let name = word[..<colon].drop { $0 == "-" }.lowercased()
    let value = word[colon...].dropFirst()
    return Qualifier.names.contains(name) && !isComplete(value, of: name, now: now)
  }

  private static func isComplete(_ value: Substring, of name: String, now: Date) -> Bool {
    if counts.contains(name) { return (try? NumberRange(reading: String(value))) != nil }
    if dates.contains(name) { return (try? DateRange(reading: String(value), now: now)) != nil }
    // Not all licenses are known here.
    if name != "license", let choices = fixed[name] { return choices.contains(String(value)) }
    return value.contains { !"\"<>=.".contains($0) } && value.count(where: { $0 == "\"" }) % 2 == 0
  }

  private static let counts = Set(
    [
      Qualifier.Name.stars, .forks, .size, .followers, .topicCount, .goodFirstIssues,
      .helpWantedIssues,
    ].map(\.rawValue)
  )
  private static let dates = Set([Qualifier.Name.created, .pushed].map(\.rawValue))

  private static func values(of name: String, _ state: SearchState) -> [String] {
    let favorites = state.rows.map(\.repository).filter { state.favorites.contains($0.id) }
    switch name {
    case "language": return LanguageNames.common
    case "sort": return SearchQuery.Sort.allCases.map(\.rawValue)
    case "repo": return unique(favorites.map(\.name.fullName))
    case "user", "org":
      return unique((favorites.isEmpty ? rows(state) : favorites).map(\.owner.login))
    case "topic": return unique(rows(state).flatMap { $0.topics ?? [] })
    default: return fixed[name] ?? []
    }
  }

  private static func rows(_ state: SearchState) -> [Repository] {
    state.rows.map(\.repository)
  }

  private static func unique(_ values: [String]) -> [String] {
    Set(values).sorted().filter { !$0.isEmpty && $0.unicodeScalars.allSatisfy(isPlain) }
  }

  /// Names and topics are printable ASCII; nothing else is inserted into a line.
  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    0x21...0x7E ~= scalar.value && scalar != "\""
  }

  private static func quoted(_ value: String) -> String {
    value.contains(" ") ? "\"\(value)\"" : value
  }

  /// From GitHub's documentation of the search for repositories.
  private static let fixed: [String: [String]] = [
    "archived": ["true", "false"], "fork": ["true", "only"], "mirror": ["true", "false"],
    "template": ["true", "false"], "in": ["description", "name", "readme", "topics"],
    "is": ["private", "public", "sponsorable"], "has": ["funding-file"],
    "license": LicenseKeys.common,
  ]
}

/// Words side by side, as many as fit the width.
enum ChoiceList {
  static func lines(_ words: [String], width: Int) -> String {
    let texts = words.prefix(maxWords).map { SafeText($0.trimmingSpaces) }
    let column = (texts.map(\.displayWidth).max() ?? 0) + 2
    let perLine = max((width - 1) / column, 1)
    let lines = stride(from: 0, to: texts.count, by: perLine).map { start in
      texts[start..<min(start + perLine, texts.count)]
        .map { $0.truncated(toWidth: max(width - 1, 1)).padded(toWidth: column).description }
        .joined().trimmingSpaces
    }
    let rest = words.count - texts.count
    return (lines + (rest > 0 ? ["… and \(rest) more"] : [])).joined(separator: "\n")
  }

  private static let maxWords = 100
}
