import Core
import GitHubModel
import Output

/// The request in a line of the REPL.
enum REPLLine: Equatable {
  case nothing
  /// The arguments of the program, for each of its runs.
  case run([[String]])
  case list(REPLList)
  /// The next rows of the last list.
  case more
  /// Orders the last list, and those after it, by the word.
  case sort(String)
  case order(SearchQuery.Order)
  /// How many rows a list shows at a time.
  case limit(Int)
  case undo, history, help, quit
}

/// A list that `:more` continues and `:sort` orders: a search, or rows of the local copy.
struct REPLList: Equatable {
  /// The command, as in `["stars", "search"]`.
  let command: [String]
  /// The query or the name; nil for everything.
  var text: String?

  static func search(_ text: String) -> Self { Self(command: ["search"], text: text) }

  var isSearch: Bool { command == ["search"] }

  /// The arguments of the program, with these flags.
  func arguments(_ flags: [String]) -> [String] {
    command + flags + (text.map { ["--", $0] } ?? [])
  }
}

extension REPLLine {
  /// Reads a line: a command if it begins with a colon or is one of the words that people type into any
  /// prompt, otherwise a search.
  init(_ line: String) throws(OperationFailure) {
    // A file from Windows may begin with U+FEFF.
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

  /// The command that a search would be with a colon before it, such as `:star 1`; nil for other searches.
  static func command(meantBy search: String) -> String? {
    let words = search.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let command = words.first.flatMap(LineCommand.named),
      command.isMeant(by: Array(words.dropFirst()))
    else { return nil }
    return ":\(search)"
  }
}

/// A command that only the REPL has, or a short name for a command of the program.
struct LineCommand: Sendable {
  /// The action of the command.
  enum Meaning: Sendable {
    case own(REPLLine)
    /// A command of the program for rows and names, as in `1 3-5 vapor/vapor`; run for all of them or
    /// for each, with the flags after them.
    case repositories([String], isEach: Bool = false)
    /// A command that lists everything, and one for a text after it: a search as typed, or a name.
    case lists(REPLLine, [String], isNamed: Bool = false)
    /// One of several words, or a number.
    case word([String], @Sendable (String) -> REPLLine?)
    case number(ClosedRange<Int>)
  }

  let name: String
  /// The arguments after the name, as in `N…`.
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
    Self("undo", "", "undo the last star or favorite", .own(.undo)),
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

  /// Those of the table, then the program's others.
  static let names: [String] = {
    let own = all.map(\.name)
    return own + CommandName.allCases.map(\.rawValue).filter { !own.contains($0) }
  }()

  /// As in `:limit N`.
  private var usage: String { operand.isEmpty ? ":\(name)" : ":\(name) \(operand)" }

  /// The words that can follow, if they can be listed.
  var choices: [String] { if case .word(let words, _) = meaning { words } else { [] } }
}

// MARK: - Reading

extension LineCommand {
  /// Whether the text goes on with a command of the program, as in `stars sync`, or is all flags.
  ///
  /// `stars sync engines` is a search for both words, since the command takes none.
  fileprivate func isSubcommand(_ rest: String) -> Bool {
    switch meaning {
    case .lists:
      let path = CommandPath([name] + Self.words(of: rest))
      let hasOperand = path.rest.first?.hasPrefix("-") == false
      return rest.hasPrefix("--") || !path.isDefault && (path.takesOperand || !hasOperand)
    case .own(.help): return !rest.isEmpty
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

  /// Whether these words after its name make it likely that it was meant, and not a search.
  fileprivate func isMeant(by words: [String]) -> Bool {
    switch meaning {
    case .own, .lists: words.isEmpty
    case .repositories:
      !words.isEmpty && words.flatMap(Self.rows).allSatisfy(Self.isRepository)
    case .word(let choices, _): words.count == 1 && choices.contains(words[0])
    case .number(let range): words.count == 1 && WholeNumber.value(words[0], in: range) != nil
    }
  }

  /// The operands that commas and ranges stand for, as in `1,3-5`; any other word as it is.
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

  /// More rows than are ever shown.
  private static let maxRow = 10_000

  /// The words of a line, where quotes hold a word together as they do in a shell.
  ///
  /// An apostrophe after a letter and a quote that is not closed stand for themselves.
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

  /// A longer usage has its summary on a separate line.
  private static let maxUsageWidth = 16
}

extension String {
  /// Without the white space around it.
  fileprivate var trimmingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }
}
