package import GitHubModel
import SearchModel
import Terminal

/// A failure or a warning in one line: what happened, why, and what the user can do.
package struct UserMessage: Sendable, Equatable {
  /// What happened, or what failed.
  package var what: String
  /// Why it failed.
  package var why: String
  /// What the user can do; empty if there is nothing.
  package var advice: String

  /// A message of these parts.
  package init(_ what: String, _ why: String, advice: String = "") {
    (self.what, self.why, self.advice) = (what, why, advice)
  }

  /// `ghsearch: WHAT: WHY; WHAT TO DO`: one line, safe for a terminal, of at most 500 bytes with its
  /// line break.
  ///
  /// `…` marks what was cut off. The advice has priority over the reason.
  package var line: String {
    let tail = advice.isEmpty ? "" : "; \(SafeText(advice))"
    let parts = [(what, Self.maxWhatBytes), (why, Self.maxLineBytes)].map(Self.shortened)
    let head = "ghsearch: " + parts.filter { !$0.isEmpty }.joined(separator: ": ")
    let shownHead = Self.cut(
      head,
      toBytes: max(Self.maxLineBytes - tail.utf8.count, Self.minHeadBytes)
    )
    return shownHead + Self.cut(tail, toBytes: Self.maxLineBytes - shownHead.utf8.count)
  }

  /// In bytes, without the line break.
  private static let maxLineBytes = 499

  /// In bytes: the room for what happened and why, however long the advice is.
  private static let minHeadBytes = 60

  /// In bytes; a query may be longer.
  private static let maxWhatBytes = 200

  private static func shortened(_ text: String, toBytes limit: Int) -> String {
    // SafeText makes one space of two line breaks, so `2 * limit + 2` characters fill the limit.
    cut(SafeText(text, longest: 2 * limit + 2).description, toBytes: limit)
  }

  private static func cut(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var start = ""
    var room = limit - "…".utf8.count
    for character in text {
      room -= character.utf8.count
      if room < 0 { break }
      start.append(character)
    }
    return start + "…"
  }
}

/// Why a line of the REPL could not be answered.
package struct REPLFailure: Error, Sendable, Equatable {
  /// The kind of failure, which the exit status follows from.
  package let kind: FailureKind
  /// What is printed of it.
  package var message: UserMessage

  init(_ kind: FailureKind, _ what: String, _ why: String, advice: String = "") {
    (self.kind, message) = (kind, UserMessage(what, why, advice: advice))
  }
}

extension REPLFailure {
  init(_ failure: SearchFailure, operation: String) {
    self.init(
      failure.kind,
      operation,
      BannerText.cause(failure).description,
      advice: BannerText.advice(failure)?.description ?? Self.advice(failure)
    )
  }

  private static func advice(_ failure: SearchFailure) -> String {
    switch failure.kind {
    case .unreachable: "check the network and try again"
    case .badResponse: "try again later"
    case .rateLimited where failure.resetsAt == nil: "try again in a minute"
    default: ""
    }
  }

  init(_ reason: InvalidQuery) {
    self.init(
      .usage,
      "search",
      EmptyList.title(reason).description,
      advice: EmptyList.advice(reason).map(\.description).joined(separator: " ")
    )
  }

  init(unknown name: String) {
    let nearest = LineCommand.nearest(to: name).map { "did you mean :\($0.name)? " } ?? ""
    self.init(.usage, ":\(name)", "unknown command", advice: "\(nearest):help lists the commands")
  }
}
