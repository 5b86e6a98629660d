import ArgumentParser
import GitHubModel
import Terminal

/// A mistake in the arguments, read from the parser's message.
///
/// ArgumentParser's errors are not public, so their text is the only source (decision 0093). A text of any
/// other form is shown unchanged.
struct UsageMistake {
  private let path: CommandPath
  private let sentence: Substring

  init(_ message: String, in arguments: [String]) {
    path = CommandPath(arguments)
    sentence = message.last == "." ? message.dropLast() : message[...]
  }

  var failure: CommandFailure {
    unknownOption ?? listedValue ?? invalidValue ?? missingValue ?? missingArgument ?? contradiction
      ?? unexpectedArgument ?? usage(Self.lowercased(sentence), advice: path.helpAdvice)
  }

  private func usage(
    _ why: some StringProtocol,
    _ what: String = "usage",
    advice: String
  ) -> CommandFailure {
    CommandFailure(.usage, what, String(why), advice: advice)
  }

  private static func lowercased(_ text: Substring) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}

// MARK: - Options

extension UsageMistake {
  private var unknownOption: CommandFailure? {
    guard sentence.hasPrefix("Unknown option '"), let option = quoted.first else { return nil }
    let name = option.drop { $0 == "-" }.prefix { $0 != "=" }
    if (QualifierFlag.wanted + QualifierFlag.unwanted).contains(where: { $0.name == name }),
      path.optionNames.contains("language")
    {
      return usage(
        "the local copy cannot be filtered by --\(name)",
        advice: "remove it, or use it in a search on GitHub"
      )
    }
    let nearest =
      option.hasPrefix("--") ? NearestWord.to(String(name), among: path.optionNames) : nil
    let advice =
      if let nearest {
        "did you mean --\(nearest)? S" + path.helpAdvice.dropFirst()
      } else if path.type == StarsSearchCommand.self, !option.hasPrefix("--") {
        "to exclude a word, quote it with the others ('plum \(option)'), or use --not \(name)"
      } else if takesQuery {
        "put query text that starts with a dash after --; \(path.helpAdvice)"
      } else {
        path.helpAdvice
      }
    return usage("unknown option \(option)", advice: advice)
  }

  private var takesQuery: Bool {
    path.type == SearchCommand.self || path.type == InteractiveCommand.self
      || path.type == StarsSearchCommand.self || path.type == TrendingCommand.self
  }

  /// A value that is not one of a list.
  private var listedValue: CommandFailure? {
    guard let listing = sentence.firstRange(of: ". Please provide one of "),
      let (value, name) = valueAndName
    else { return nil }
    let list = sentence[listing.upperBound...]
    // Six values or more are in lines of their own.
    let lines = list.split(separator: "\n").map { $0.drop { $0 == " " || $0 == "-" } }
    let values = lines.count > 1 ? lines.dropFirst().map(String.init) : Self.quoted(list)
    return usage(
      "invalid value \"\(value)\"",
      name,
      advice: Suggestion.advice(value, among: values)
    )
  }

  /// A value that is refused for a reason, which says what is valid.
  private var invalidValue: CommandFailure? {
    guard let (value, name) = valueAndName else { return nil }
    let reason = sentence.firstRange(of: ">': ") ?? sentence.firstRange(of: "': ")
    let advice = reason.map { String(sentence[$0.upperBound...]) } ?? path.helpAdvice
    return usage("invalid value \"\(value)\"", name, advice: advice)
  }

  /// As in `The value 'x' is invalid for '--sort <sort>'`.
  private var valueAndName: (value: String, name: String)? {
    let start = "The value '"
    guard sentence.hasPrefix(start), let middle = sentence.firstRange(of: "' is invalid for '")
    else { return nil }
    let value = sentence[..<middle.lowerBound].dropFirst(start.count)
    let name = sentence[middle.upperBound...].prefix { $0 != "'" && $0 != " " }
    return (String(value), String(name))
  }

  private var missingValue: CommandFailure? {
    guard sentence.hasPrefix("Missing value for '"), let option = quoted.first else { return nil }
    let name = option.prefix { $0 != " " }
    return usage("missing value", String(name), advice: path.helpAdvice)
  }

  private var contradiction: CommandFailure? {
    guard sentence.hasPrefix("Value to be set with flag "), let last = quoted.first,
      let first = quoted.last
    else { return nil }
    let why =
      first == last
      ? "\(last) may be given only once" : "\(first) and \(last) cannot be used together"
    return usage(why, advice: path.helpAdvice)
  }
}

// MARK: - Arguments

extension UsageMistake {
  private var missingArgument: CommandFailure? {
    guard sentence.hasPrefix("Missing expected argument '"), let argument = quoted.first else {
      return nil
    }
    let why = "missing argument \(argument)"
    guard argument.hasPrefix("<repo>") else { return usage(why, advice: path.helpAdvice) }
    let hint = "use OWNER/NAME or a row number (2 or '#2': the shell treats a bare #2 as a comment)"
    return usage(why, advice: "\(hint); \(path.helpAdvice)")
  }

  /// The word after `stars`, `auth` or another group is a command that does not exist; any other is one
  /// argument too many.
  private var unexpectedArgument: CommandFailure? {
    // One is `Unexpected argument 'x'`, several are `2 unexpected arguments: 'x', 'y'`.
    let start = sentence.drop(while: \.isNumber).drop { $0 == " " }
    let openings = ["Unexpected argument '", "unexpected arguments: '"]
    guard let opening = openings.first(where: start.hasPrefix) else { return nil }
    if path.isDefault, let word = path.rest.first,
      start.dropFirst(opening.count).hasPrefix("\(word)'")
    {
      return usage("unknown command \"\(word)\"", advice: commandAdvice(word))
    }
    let list = quoted.map { "\"\($0)\"" }.joined(separator: ", ")
    let noun = quoted.count == 1 ? "argument" : "arguments"
    return usage("unexpected \(noun) \(list)", advice: path.helpAdvice)
  }

  /// The commands of the group: the nearest one, or the one that takes such words.
  private func commandAdvice(_ word: String) -> String {
    let names = path.siblings.map { $0._commandName }
    guard word == "rename" || NearestWord.to(word, among: names) == nil, let wordCommand else {
      return Suggestion.advice(word, among: names)
    }
    return "\(wordCommand); commands: " + names.joined(separator: ", ")
  }

  /// The command of the group that takes such words.
  private var wordCommand: String? {
    let words = path.rest.prefix { !$0.hasPrefix("-") }
    switch path.type {
    case is StarsListCommand.Type:
      let line = words.map(ShellWord.quoted).joined(separator: " ")
      return "to search your stars, run `ghsearch stars search \(line)`"
    case is ListsListCommand.Type where words.first == "rename":
      let names = words.dropFirst().map(ShellWord.quoted)
      let (old, new) = (names.first ?? "<list>", names.dropFirst().first ?? "<name>")
      return "to rename a list, run `ghsearch lists edit \(old) --name \(new)`"
    case is ListsListCommand.Type:
      let name = ShellWord.quoted(words.joined(separator: " "))
      return "to show a list, run `ghsearch lists show \(name)`"
    default: return nil
    }
  }

  private var quoted: [String] { Self.quoted(sentence) }

  /// The words in quotes, as in `'a', 'b' or 'c'`.
  private static func quoted(_ text: Substring) -> [String] {
    text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
  }
}

/// A word as a shell reads it.
enum ShellWord {
  /// The word itself if none of its characters is special to a shell, else in single quotes.
  static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "-_./:@+,".contains(String($0))
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
  }
}

/// The advice for a word that is not one of a list.
enum Suggestion {
  /// As in `did you mean stars? Use best-match, stars, forks`.
  static func advice(_ word: String, among words: [String]) -> String {
    let list = words.joined(separator: ", ")
    return NearestWord.to(word, among: words).map { "did you mean \($0)? Use \(list)" }
      ?? "use \(list)"
  }
}
