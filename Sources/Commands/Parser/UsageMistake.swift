import ArgumentParser
import Core
import GitHubModel
import Output

/// A usage mistake: the parser's message, and what the user probably meant.
///
/// Guesses from the arguments, never from the parser's message (decision 0093).
struct UsageMistake {
  private let path: CommandPath
  private let sentence: String

  init(_ message: String, in arguments: [String]) {
    path = CommandPath(arguments)
    // Long lists of values are on separate lines.
    let line = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    // The parser suggests options no matter how different they are.
    let text = line.replacing(/\. Did you mean '[^']*'\?/, with: "")[...]
    let end = text.last == "." ? text.dropLast() : text
    sentence = end.prefix(1).lowercased() + end.dropFirst()
  }

  var failure: OperationFailure {
    unknownCommand ?? negativeRow
      ?? OperationFailure(.usage, "usage", sentence, advice: advice.joined(separator: "; "))
  }

  /// The failure for a qualifier that only GitHub can evaluate.
  private var unansweredQualifier: String? {
    guard path.words.first == CommandName.stars.rawValue else { return nil }
    let names = Set(path.rest.map { $0.prefix { $0 != "=" } })
    let flags = (QualifierFlag.wanted + QualifierFlag.unwanted).filter { !$0.isLocal }
    guard let flag = flags.first(where: { names.contains($0.flag[...]) }) else { return nil }
    return "the local copy cannot be filtered by \(flag.flag); use it in a search on GitHub"
  }

  /// The option that was probably meant, or a hint and where to read more.
  private var advice: [String] {
    let hint = unansweredQualifier ?? queryText ?? rowNumber
    if hint == nil, let nearestOption { return ["did you mean \(nearestOption)?"] }
    return [hint, path.helpAdvice].compactMap(\.self)
  }

  /// The command's option most similar to the unknown one, preferably one that starts with it.
  private var nearestOption: String? {
    let given = path.rest.prefix { $0 != "--" }.map { $0.prefix { $0 != "=" } }
    guard let unknown = given.first(where: { $0.hasPrefix("--") && sentence.contains("'\($0)'") })
    else { return nil }
    let names = path.options.map { String($0.dropFirst(2)) }
    return NearestWord.to(String(unknown.dropFirst(2)), among: names).map { "--\($0)" }
  }

  private var queryText: String? {
    let isQuery =
      path.type == SearchCommand.self || path.type == InteractiveCommand.self
      || path.type == StarsSearchCommand.self || path.type == TrendingCommand.self
    let isText = { (word: String) in
      word.hasPrefix("-") && word.count > 2 && word.dropFirst().first?.isLowercase == true
    }
    return isQuery && path.rest.contains(where: isText)
      ? "put query text that starts with a dash after --" : nil
  }

  private var takesRepositories: Bool {
    path.type.configuration.usage?.contains("<repo>") == true
  }

  /// The failure for `star -1`, which looks like an option.
  private var negativeRow: OperationFailure? {
    let words = path.rest.prefix { $0 != "--" }
    guard takesRepositories,
      let word = words.first(where: { $0.wholeMatch(of: /-[0-9]+/) != nil })
    else { return nil }
    return OperationFailure(.usage, "usage", "no row \(word)", advice: "rows are numbered from 1")
  }

  /// The failure for `star #2`, which the shell passes as `star`.
  private var rowNumber: String? {
    path.rest.isEmpty && takesRepositories
      ? "use OWNER/NAME or a row number (2 or '#2': the shell treats a bare #2 as a comment)" : nil
  }

  /// The failure for an unknown command in `stars`, `auth` or another group.
  private var unknownCommand: OperationFailure? {
    guard path.isDefault, let word = path.rest.first, !word.hasPrefix("-") else { return nil }
    let names = path.siblings.map { $0._commandName }
    let why = "unknown command \"\(word)\""
    guard NearestWord.to(word, among: names) == nil, let wordCommand else {
      let advice = Suggestion.advice(word, among: names)
      return OperationFailure(.usage, "usage", why, advice: advice)
    }
    let advice = "\(wordCommand); commands: " + names.joined(separator: ", ")
    return OperationFailure(.usage, "usage", why, advice: advice)
  }

  /// The group's command that takes such words.
  private var wordCommand: String? {
    let words = path.rest.prefix { !$0.hasPrefix("-") }
    switch path.type {
    case is StarsListCommand.Type:
      let line = words.map(ShellWord.quoted).joined(separator: " ")
      return "to search your stars, run `ghsearch stars search \(line)`"
    case is ListsListCommand.Type:
      let name = ShellWord.quoted(words.joined(separator: " "))
      return "to show a list, run `ghsearch lists show \(name)`"
    default: return nil
    }
  }
}
