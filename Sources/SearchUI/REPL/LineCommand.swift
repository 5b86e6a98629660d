import GitHubModel
import Terminal

/// A command of the REPL: its help and its parsing both come from ``all``.
struct LineCommand: Sendable {
  /// The argument after the name, and the request it makes.
  enum Argument: Sendable {
    case none(REPLRequest)
    /// Numbers of rows and names of repositories, as in `1 3-5 vapor/vapor`.
    case repositories(@Sendable ([REPLTarget]) -> REPLRequest)
    case number(ClosedRange<Int>, @Sendable (Int) -> REPLRequest)
    /// Any text, or none.
    case text(String, @Sendable (String) -> REPLRequest)
    /// One of several words.
    case word([(word: String, request: REPLRequest)])
  }

  let name: String
  let summary: String
  let argument: Argument

  static let all: [Self] = [
    Self("more", "show the next rows", .none(.more)),
    Self("star", "star rows", .repositories { .star(true, $0) }),
    Self("unstar", "unstar rows", .repositories { .star(false, $0) }),
    Self("fav", "add rows to favorites", .repositories { .favorite(true, $0) }),
    Self("unfav", "remove rows from favorites", .repositories { .favorite(false, $0) }),
    Self("view", "show details of rows", .repositories { .view($0) }),
    Self("open", "open rows in the browser", .repositories { .open($0) }),
    Self("undo", "undo the last star or favorite", .none(.undo)),
    Self("stars", "search the copy of your stars", .text("words") { .stars($0) }),
    Self("lists", "show your star lists, or one", .text("name") { .lists($0) }),
    Self("sort", "change the sort order", .word(words(SearchQuery.Sort.allCases) { .sort($0) })),
    Self("order", "reverse the order", .word(words(SearchQuery.Order.allCases) { .order($0) })),
    Self("limit", "set the number of rows", .number(1...maxRows) { .limit($0) }),
    Self("history", "list recent searches, newest first", .none(.history)),
    Self("help", "show this help", .none(.help)),
    Self("quit", "quit (Ctrl-D)", .none(.quit)),
  ]

  static func named(_ name: String) -> Self? {
    all.first { $0.name == name }
  }

  private init(_ name: String, _ summary: String, _ argument: Argument) {
    (self.name, self.summary, self.argument) = (name, summary, argument)
  }

  private static func words<Value: RawRepresentable<String>>(
    _ values: [Value],
    _ request: (Value) -> REPLRequest
  ) -> [(word: String, request: REPLRequest)] {
    values.map { ($0.rawValue, request($0)) }
  }

  /// GitHub's limit on the rows of a search.
  private static let maxRows = 1_000
}

// MARK: - Usage

extension LineCommand {
  /// As in `:limit N`.
  var usage: String {
    switch argument {
    case .none: ":\(name)"
    case .repositories: ":\(name) N…"
    case .number: ":\(name) N"
    case .text(let value, _): ":\(name) [\(value)]"
    case .word(let words): ":\(name) \(words.map(\.word).joined(separator: "|"))"
    }
  }

  /// The possible arguments, if they can be listed.
  var words: [String] {
    if case .word(let words) = argument { words.map(\.word) } else { [] }
  }

  var takesArgument: Bool {
    if case .none = argument { false } else { true }
  }

  /// The command whose name is nearest; nil when none is near.
  static func nearest(to name: String) -> Self? {
    NearestWord.to(name, among: all.map(\.name)).flatMap(named)
  }
}

extension LineCommand {
  func request(_ words: [String]) throws(REPLFailure) -> REPLRequest {
    switch argument {
    case .none(let request):
      guard words.isEmpty else { throw failure("takes no argument") }
      return request
    case .repositories(let request): return request(try targets(words))
    case .text(_, let request): return request(words.joined(separator: " "))
    case .number(let range, let request):
      guard words.count == 1, let number = Self.count(words[0]), range.contains(number) else {
        throw failure("takes a number from \(range.lowerBound) to \(range.upperBound)")
      }
      return request(number)
    case .word(let choices):
      guard words.count == 1, let choice = choices.first(where: { $0.word == words[0] }) else {
        throw failure("takes one of \(choices.map(\.word).joined(separator: ", "))")
      }
      return choice.request
    }
  }

  /// Rows and repositories in the order written, each once; separated by commas or spaces.
  private func targets(_ words: [String]) throws(REPLFailure) -> [REPLTarget] {
    var targets: [REPLTarget] = []
    for word in words.flatMap({ $0.split(separator: ",") }) {
      let new: [REPLTarget]
      if let range = Self.range(word) {
        new = range.map { .row($0) }
      } else if let name = RepositoryName(String(word)) {
        new = [.repository(name)]
      } else {
        throw failure("\"\(word)\" is neither a row number nor OWNER/NAME")
      }
      for target in new where !targets.contains(target) { targets.append(target) }
    }
    guard !targets.isEmpty else { throw failure("takes row numbers or names") }
    return targets
  }

  private static func range(_ word: Substring) -> ClosedRange<Int>? {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map { count($0) }
    guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2,
      1 <= first, first <= last, last <= maxRow
    else { return nil }
    return first...last
  }

  /// Digits only, no sign.
  private static func count(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { 48...57 ~= $0 } ? Int(text) : nil
  }

  /// More rows than can ever be shown.
  private static let maxRow = 10_000

  private func failure(_ why: String) -> REPLFailure {
    let advice =
      takesRepositories
      ? "use \(usage), such as :\(name) 1 3-5 or :\(name) vapor/vapor" : "use \(usage)"
    return REPLFailure(.usage, ":\(name)", why, advice: advice)
  }

  private var takesRepositories: Bool {
    if case .repositories = argument { true } else { false }
  }
}

/// A repository as a command of the REPL names it.
enum REPLTarget: Sendable, Equatable {
  /// A printed row, from 1.
  case row(Int)
  case repository(RepositoryName)
}

/// The request that a line makes.
enum REPLRequest: Sendable, Equatable {
  /// The line is blank.
  case nothing
  case query(String)
  case more
  /// True for starring, false for unstarring.
  case star(Bool, [REPLTarget])
  case favorite(Bool, [REPLTarget])
  /// Undoes the last change of this session.
  case undo
  /// The stars in the local copy that match the text.
  case stars(String)
  /// The star lists, or the repositories in the list of that name.
  case lists(String)
  case view([REPLTarget])
  case open([REPLTarget])
  case sort(SearchQuery.Sort)
  case order(SearchQuery.Order)
  case limit(Int)
  case history, help, quit
}

extension REPLRequest {
  /// Reads a line: a command when it begins with a colon or is one of the words that people type into
  /// any prompt, a query otherwise.
  init(_ line: String) throws(REPLFailure) {
    let line = line.trimmingSpaces
    guard line.hasPrefix(":") else {
      switch line {
      case "": self = .nothing
      case "exit", "quit": self = .quit
      case "help": self = .help
      default: self = .query(line)
      }
      return
    }
    let words = line.dropFirst().split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { throw REPLFailure(unknown: "") }
    guard let command = LineCommand.named(name) else { throw REPLFailure(unknown: name) }
    self = try command.request(Array(words.dropFirst()))
  }

  /// The command that a query would be with a colon before it, such as `:star 1`; nil for other queries.
  static func command(meantBy query: String) -> String? {
    let line = ":\(query)"
    guard let request = try? Self(line) else { return nil }
    // Too many queries begin with these words.
    if case .stars(let text) = request, !text.isEmpty { return nil }
    if case .lists(let name) = request, !name.isEmpty { return nil }
    return line
  }
}

extension String {
  /// Without the white space around it.
  var trimmingSpaces: String {
    let end = lastIndex { !$0.isWhitespace }
    return end.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
  }
}
