import GitHubModel
import Terminal

/// A command of the REPL: everything that is said of it and read of it comes from ``all``.
struct REPLCommand: Sendable {
  /// What stands behind the name, and what becomes of it.
  enum Argument: Sendable {
    case none(REPLRequest)
    /// Numbers of rows, as in `1 3-5`.
    case rows(@Sendable ([Int]) -> REPLRequest)
    case number(ClosedRange<Int>, @Sendable (Int) -> REPLRequest)
    /// One of some words.
    case word([(word: String, request: REPLRequest)])
  }

  let name: String
  let summary: String
  let argument: Argument

  static let all: [Self] = [
    Self("more", "the next rows", .none(.more)),
    Self("star", "star rows", .rows { .star(true, $0) }),
    Self("unstar", "take the stars away", .rows { .star(false, $0) }),
    Self("fav", "put rows on the list of favorites", .rows { .favourite(true, $0) }),
    Self("unfav", "take them off", .rows { .favourite(false, $0) }),
    Self("view", "what there is to know of rows", .rows { .view($0) }),
    Self("open", "open their pages in the browser", .rows { .open($0) }),
    Self("sort", "sort the answer", .word(words(SearchQuery.Sort.allCases) { .sort($0) })),
    Self("order", "turn the sort around", .word(words(SearchQuery.Order.allCases) { .order($0) })),
    Self("limit", "so many rows at a time", .number(1...mostRows) { .limit($0) }),
    Self("history", "what was searched for before, newest first", .none(.history)),
    Self("help", "this list", .none(.help)),
    Self("quit", "leave, as the end of input does", .none(.quit)),
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

  /// As many as GitHub lets anyone reach.
  private static let mostRows = 1_000
}

// MARK: - Words about it

extension REPLCommand {
  /// As in `:limit N`.
  var usage: String {
    switch argument {
    case .none: ":\(name)"
    case .rows: ":\(name) N…"
    case .number: ":\(name) N"
    case .word(let words): ":\(name) \(words.map(\.word).joined(separator: "|"))"
    }
  }

  /// What the argument can be, as far as that can be listed.
  var words: [String] {
    if case .word(let words) = argument { words.map(\.word) } else { [] }
  }

  var takesArgument: Bool {
    if case .none = argument { false } else { true }
  }

  /// The command whose name is nearest; nil when none is near.
  static func nearest(to name: String) -> Self? {
    NearestWord.to(name, among: all.map(\.name)).flatMap { near in all.first { $0.name == near } }
  }
}
