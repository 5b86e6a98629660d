import Core
import GitHubModel
import Output

/// A request in a line of the REPL.
enum REPLLine: Equatable {
  case nothing
  /// Runs the program once with each list of arguments.
  case run([[String]])
  case list(REPLList)
  /// The next rows of the last list.
  case more
  /// Sorts the last list and later ones by this word.
  case sort(String)
  case order(SearchQuery.Order)
  /// Sets the number of rows in a list.
  case limit(Int)
  case history, help, quit
}

/// A list that `:more` continues and `:sort` sorts: a search, or rows of the local copy.
struct REPLList: Equatable {
  /// The command, such as `["stars", "search"]`.
  let command: [String]
  /// The query or name; nil for everything.
  var text: String?

  static func search(_ text: String) -> Self { Self(command: ["search"], text: text) }

  var isSearch: Bool { command == ["search"] }

  /// The program's arguments with these flags.
  func arguments(_ flags: [String]) -> [String] {
    command + flags + (text.map { ["--", $0] } ?? [])
  }
}

extension REPLLine {
  /// Reads a line: a command if it starts with a colon or is a word such as `quit` that people type
  /// at any prompt, otherwise a search.
  init(_ line: String) throws(OperationFailure) {
    // Files from Windows may start with U+FEFF.
    let line = String(line.drop { $0 == "\u{FEFF}" }).trimmingSpaces
    guard line.hasPrefix(":") else {
      switch line {
      case "": self = .nothing
      case "exit", "quit": self = .quit
      case "help": self = .help
      default: self = .list(.search(line))
      }
      return
    }
    let text = line.dropFirst()
    let name = String(text.prefix { !$0.isWhitespace })
    let rest = String(text.dropFirst(name.count)).trimmingSpaces
    if let command = LineCommand.named(name), !command.isSubcommand(rest) {
      self = try command.line(rest)
    } else if CommandName(rawValue: name) != nil || name == "help" {
      self = .run([[name] + LineCommand.words(of: rest)])
    } else {
      let nearest = NearestWord.to(name, among: LineCommand.names)
      throw OperationFailure(
        .usage,
        ":\(name)",
        "unknown command",
        advice: (nearest.map { "did you mean :\($0)? " } ?? "") + ":help lists the commands"
      )
    }
  }

  /// The command that this search would be with a colon, such as `:star 1`; nil for other
  /// searches.
  static func command(meantBy search: String) -> String? {
    let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let command = words.first.flatMap(LineCommand.named),
      command.isMeant(by: Array(words.dropFirst()))
    else { return nil }
    return ":\(search)"
  }
}

/// A command of the REPL, or a short name for a command of the program.
struct LineCommand: Sendable {
  /// The effect of the command.
  enum Meaning: Sendable {
    case own(REPLLine)
    /// A program command for rows and names, such as `1 3-5 vapor/vapor`, run once for all or once
    /// for each, with the flags after them.
    case repositories([String], isEach: Bool = false)
    /// A command that lists everything, and one that takes text: a search, or a name.
    case lists(REPLLine, [String], isNamed: Bool = false)
    /// A command with one of several words, or a number.
    case word([String], @Sendable (String) -> REPLLine?)
    case number(ClosedRange<Int>)
  }

  let name: String
  /// The placeholder for the arguments, such as `N…`.
  let operand: String
  let summary: String
  let meaning: Meaning

  static let all: [Self] = [
    Self("more", "", "show the next rows", .own(.more)),
    Self("star", "N…", "star rows", .repositories(["star"])),
    Self("unstar", "N…", "unstar rows", .repositories(["unstar"])),
    Self("fav", "N…", "add rows to favorites", .repositories(["favorites", "add"])),
    Self("unfav", "N…", "remove rows from favorites", .repositories(["favorites", "remove"])),
    Self("view", "N…", "show details of rows", .repositories(["view"], isEach: true)),
    Self("open", "N…", "open rows in the browser", .repositories(["open"], isEach: true)),
    Self("undo", "", "undo the last change", .own(.run([[CommandName.undo.rawValue]]))),
    Self(
      "stars",
      "[words]",
      "search the copy of your stars",
      .lists(.list(REPLList(command: ["stars", "list"])), ["stars", "search"])
    ),
    Self(
      "lists",
      "[name]",
      "show your star lists, or one",
      .lists(.run([["lists"]]), ["lists", "show"], isNamed: true)
    ),
    Self(
      "sort",
      SearchQuery.Sort.allCases.map(\.rawValue).joined(separator: "|"),
      "change the sort order",
      .word(SearchQuery.Sort.allCases.map(\.rawValue)) { .sort($0) }
    ),
    Self(
      "order",
      SearchQuery.Order.allCases.map(\.rawValue).joined(separator: "|"),
      "reverse the order",
      .word(SearchQuery.Order.allCases.map(\.rawValue)) {
        SearchQuery.Order(rawValue: $0).map(REPLLine.order)
      }
    ),
    Self("limit", "N", "set the number of rows", .number(ListOptions.limits)),
    Self("history", "", "list recent searches, newest first", .own(.history)),
    Self("help", "", "show this help", .own(.help)),
    Self("quit", "", "quit (Ctrl-D)", .own(.quit)),
  ]

  private init(_ name: String, _ operand: String, _ summary: String, _ meaning: Meaning) {
    (self.name, self.operand, self.summary, self.meaning) = (name, operand, summary, meaning)
  }

  static func named(_ name: String) -> Self? { all.first { $0.name == name } }

  /// The REPL's names, then the other program commands.
  static let names: [String] = {
    let own = all.map(\.name)
    return own + CommandName.allCases.map(\.rawValue).filter { !own.contains($0) }
  }()

  /// The usage, such as `:limit N`.
  private var usage: String { operand.isEmpty ? ":\(name)" : ":\(name) \(operand)" }

  /// The words that can follow, if they are known.
  var choices: [String] { if case .word(let words, _) = meaning { words } else { [] } }
}

// MARK: - Reading

extension LineCommand {
  /// Whether the text continues a program command, such as `stars sync`, or consists of flags.
  ///
  /// `stars sync engines` is a search for both words, since that command takes no arguments.
  fileprivate func isSubcommand(_ rest: String) -> Bool {
    switch meaning {
    case .lists:
      let path = CommandPath([name] + Self.words(of: rest))
      let hasOperand = path.rest.first?.hasPrefix("-") == false
      return rest.hasPrefix("--") || !path.isDefault && (path.takesOperand || !hasOperand)
    case .own(.help), .own(.run): return !rest.isEmpty
    default: return false
    }
  }

  fileprivate func line(_ rest: String) throws(OperationFailure) -> REPLLine {
    let words = Self.words(of: rest)
    switch meaning {
    case .own(let line):
      guard words.isEmpty else { throw failure("takes no argument") }
      return line
    case .repositories(let command, isEach: false):
      return .run([command + words.flatMap(Self.rows)])
    case .repositories(let command, isEach: true):
      let operands = words.prefix { !$0.hasPrefix("-") }
      let flags = words.dropFirst(operands.count)
      let rows = operands.flatMap(Self.rows)
      return .run(rows.isEmpty ? [command + flags] : rows.map { command + [$0] + flags })
    case .lists(let all, let command, let isNamed):
      let text = isNamed && words.count == 1 ? words[0] : rest
      return rest.isEmpty ? all : .list(REPLList(command: command, text: text))
    case .word(_, let line):
      guard words.count == 1, let line = line(words[0]) else {
        throw failure("takes one of \(choices.joined(separator: ", "))")
      }
      return line
    case .number(let range):
      guard words.count == 1, let number = WholeNumber.value(words[0], in: range) else {
        throw failure("takes a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return .limit(number)
    }
  }

  private func failure(_ why: String) -> OperationFailure {
    OperationFailure(.usage, ":\(name)", why, advice: "use \(usage)")
  }

  /// Whether the words after this name suggest that the command was meant, not a search.
  fileprivate func isMeant(by words: [String]) -> Bool {
    switch meaning {
    case .own, .lists: words.isEmpty
    case .repositories:
      !words.isEmpty && words.flatMap(Self.rows).allSatisfy(Self.isRepository)
    case .word(let choices, _): words.count == 1 && choices.contains(words[0])
    case .number(let range): words.count == 1 && WholeNumber.value(words[0], in: range) != nil
    }
  }

  /// The operands in a word with commas and ranges, such as `1,3-5`; other words unchanged.
  private static func rows(_ word: String) -> [String] {
    let rows = word.split(separator: ",").flatMap { part -> [String] in
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { WholeNumber.value(String($0), in: 1...maxRow) }
      guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else {
        return [String(part)]
      }
      return (first...last).map(String.init)
    }
    return rows.allSatisfy(isRepository) ? rows : [word]
  }

  private static func isRepository(_ word: String) -> Bool {
    RepositoryArgument.isRow(word) || RepositoryName(word) != nil
  }

  /// The highest row number.
  private static let maxRow = 10_000

  /// The words of a line, with quotes as in a shell.
  ///
  /// An apostrophe after a letter and an unclosed quote are literal.
  static func words(of text: String) -> [String] {
    var words: [String] = []
    var word: String?
    var rest = text[...]
    while let character = rest.popFirst() {
      let isApostrophe = character == "'" && word?.last?.isLetter == true
      if "\"'".contains(character), !isApostrophe, let end = rest.firstIndex(of: character) {
        word = (word ?? "") + rest[..<end]
        rest = rest[end...].dropFirst()
      } else if character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

// MARK: - Help

extension LineCommand {
  static let help: String = {
    let rows =
      [("QUERY", "search GitHub, such as: swift nio language:swift stars:>100")]
      + all.map { ($0.usage, $0.summary) }
      + [(":COMMAND …", "any other command of ghsearch, such as: :growth 1")]
    let short = rows.map(\.0.count).filter { $0 <= maxUsageWidth }.max() ?? 0
    let lines = rows.flatMap { usage, summary in
      guard usage.count > short else {
        return [usage + String(repeating: " ", count: short - usage.count + 2) + summary]
      }
      return [usage, String(repeating: " ", count: short + 2) + summary]
    }
    return
      (lines + [
        "N… are row numbers or names, such as 1 3-5 vapor/vapor.",
        "help, quit and exit need no colon; in quotes they are a query.",
      ])
      .map { $0 + "\n" }.joined()
  }()

  /// The width beyond which a usage is on a separate line.
  private static let maxUsageWidth = 16
}

extension String {
  /// The text without surrounding white space.
  fileprivate var trimmingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }
}
