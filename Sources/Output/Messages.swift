package import Core
package import Essentials
package import GitHubModel
package import JSON
import Terminal

/// The form of the messages on standard error.
package enum MessageFormat: String, CaseIterable, Sendable {
  /// Sentences, for people.
  case text
  /// One object per line, for programs.
  case json

  /// The format named by `GHSEARCH_MESSAGES`; nil for any other value.
  package init?(_ environment: [String: String]) {
    self.init(rawValue: environment["GHSEARCH_MESSAGES"] ?? "")
  }
}

/// A command's messages on standard error; the only place where they become text or JSON.
package struct Messages: Sendable {
  package let sink: any TextSink
  package let format: MessageFormat

  package init(sink: any TextSink, format: MessageFormat) {
    (self.sink, self.format) = (sink, format)
  }

  /// The kind of a message: its `type` in JSON.
  package enum Kind: String {
    case summary, error, warning, progress, note
  }

  /// Writes a message on one line, ignoring failures.
  ///
  /// `members` describe it in JSON; a message without text is written only there.
  package func write(
    _ kind: Kind,
    _ text: @autoclosure () -> String?,
    _ members: @autoclosure () -> [(String, JSONValue)]
  ) {
    switch format {
    case .text:
      if let text = text() { try? sink.write(text + "\n") }
    case .json:
      let object = JSONValue.object([("type", .string(kind.rawValue))] + members())
      try? sink.write(object.text + "\n")
    }
  }

  /// Writes what happened, why, and what the user can do.
  package func write(_ kind: Kind, _ message: UserMessage, status: ExitStatus?, retryAfter: Int?) {
    let members = message.members(status) + [("retryAfter", .number(retryAfter))]
    write(kind, message.line, members)
  }

  /// Makes text of any origin safe; the limit, in Unicode scalars, exceeds all our messages.
  package static func safe(_ text: String) -> String { SafeText(text, longest: 4096).description }
}

extension UserMessage {
  /// The message's members as an object; missing parts are null.
  package func members(_ status: ExitStatus?) -> [(String, JSONValue)] {
    let hasWhat = !what.isEmpty
    return [
      ("status", .number(status.map { Int($0.rawValue) })),
      ("what", .string(Messages.safe(hasWhat ? what : why))),
      ("why", hasWhat ? .string(Messages.safe(why)) : .null),
      ("advice", advice.isEmpty ? .null : .string(Messages.safe(advice))),
    ]
  }
}

extension Context {
  package var messages: Messages { Messages(sink: errors, format: messageFormat) }

  /// Writes a sentence that is neither a failure nor a warning.
  package func note(_ text: String) {
    let sentence = text.hasPrefix(Self.mark) ? String(text.dropFirst(Self.mark.count)) : text
    messages.write(.note, text, [("text", .string(Messages.safe(sentence)))])
  }

  /// The start of text lines.
  private static let mark = "ghsearch: "

  /// Writes a warning; the command continues.
  package func warn(_ message: UserMessage) {
    messages.write(.warning, message, status: nil, retryAfter: nil)
  }

  /// Writes a warning; the command continues.
  package func warn(_ what: String, _ why: String, advice: String = "") {
    warn(UserMessage(what, why, advice: advice))
  }

  /// Writes a failure that does not affect the command's result.
  package func warn(_ failure: OperationFailure) { write(.warning, failure) }

  /// Writes why the command, or part of it, failed.
  package func report(_ failure: OperationFailure) { write(.error, failure) }

  private func write(_ kind: Messages.Kind, _ failure: OperationFailure) {
    messages.write(
      kind,
      failure.of(command: operation).message,
      status: failure.status,
      retryAfter: failure.retryDate.flatMap(seconds)
    )
  }

  /// Writes why a wait begins, and how long it takes.
  package func announceWait(_ text: String, until date: Date, hint: String = "") {
    messages.write(
      .progress,
      "ghsearch: \(text) (Ctrl-C to stop\(hint))",
      [("text", .string(text)), ("seconds", .number(seconds(until: date)))]
    )
  }

  /// The whole seconds until a date, rounded up; 0 if it has passed, nil if it is out of range.
  package func seconds(until date: Date) -> Int? {
    Int(exactly: max(date.timeIntervalSince(world.now()), 0).rounded(.up))
  }
}

/// How much of a list was shown, and how to get the rest.
package struct ListSummary {
  package var shown: Int
  /// The number of all rows; nil if unknown.
  package var total: Int?
  /// Whether the source did not find all matches, or a failure ended the list.
  package var isIncomplete = false
  /// The number of rows to skip.
  package var skippedCount = 0
  /// The value of `--skip` for the next rows; nil if there are none, or they are out of reach.
  package var nextSkip: Int?
  /// The arguments of the command that shows the next rows.
  package var next: [String]?
  /// Another way to get the rest; empty if there is nothing to do.
  package var advice = ""
  /// The query without matches, and the one used instead.
  package var correction: SearchCorrection?
  /// The search without results, and the one made instead.
  package var relaxed: RelaxedSearch?

  /// Creates the end of a list with `skipped` rows before the first; nil for a command without
  /// `--skip`.
  package init(shown: Int, of total: Int?, skipped: Int? = nil) {
    (self.shown, self.total, skippedCount) = (shown, total, skipped ?? 0)
    guard let total, skippedCount + shown < total, shown > 0 else { return }
    nextSkip = skipped.map { $0 + shown }
    if skipped == nil { advice = "a larger --limit shows more" }
  }

  /// Text such as `5 stars`, `2 of 5 stars` and, after skipped rows, `3-4 of 5 stars`.
  package static func footer(_ shown: Int, of total: Int, _ noun: String, skipped: Int = 0)
    -> String
  {
    let all = Counted.text(total, noun)
    return shown == total ? all : "\(range(shown, skipped: skipped)) of \(all)"
  }

  /// Text such as `4` and, after skipped rows, `3-6`.
  package static func range(_ shown: Int, skipped: Int) -> String {
    let (first, last) = (skipped + 1, CompactNumber.grouped(skipped + shown))
    if skipped == 0 || shown == 0 { return CompactNumber.grouped(shown) }
    return shown == 1 ? last : "\(CompactNumber.grouped(first))-\(last)"
  }
}

extension Context {
  /// Writes how much of a list was shown; `text` is the version for people, nil for none.
  package func summarize(_ summary: ListSummary, _ text: String?) {
    var summary = summary
    summary.next = summary.nextSkip.map { skip in
      (summary.relaxed?.arguments(self.arguments) ?? self.arguments).continuing(at: skip)
    }
    shownRows?.summary = summary
    let more = shownRows != nil && summary.next != nil ? " · :more for the next rows" : ""
    messages.write(
      .summary,
      text.map { $0 + more },
      [
        ("shown", .number(summary.shown)),
        ("total", .number(summary.total)),
        ("incomplete", .bool(summary.isIncomplete)),
        ("next", summary.next.map { .array($0.map { .string($0) }) } ?? .null),
        ("advice", summary.advice.isEmpty ? .null : .string(summary.advice)),
        ("correction", summary.correction.flatMap(\.change) ?? .null),
      ] + summary.partOfQuery
    )
  }
}

extension ListSummary {
  /// How the rows fall short of the query; empty if they match all of it.
  fileprivate var partOfQuery: [(String, JSONValue)] {
    var members: [(String, JSONValue)] = []
    if let relaxed { members.append(("relaxed", .change(from: relaxed.from, to: relaxed.to))) }
    if let partial = correction?.partial {
      let missing = partial.missing.map { JSONValue.string(Messages.safe($0)) }
      members += [("match", "some"), ("missing", .array(missing))]
    }
    return members
  }
}

extension SearchCorrection {
  /// The corrected query; nil if no word is spelled differently.
  fileprivate var change: JSONValue? { isRespelled ? .change(from: from, to: to) : nil }
}

extension JSONValue {
  fileprivate static func change(from: String, to: String) -> Self {
    ["from": .string(Messages.safe(from)), "to": .string(Messages.safe(to))]
  }
}

extension [String] {
  /// A command's arguments with another value of `--skip`.
  fileprivate func continuing(at skip: Int) -> Self {
    let end = firstIndex(of: "--") ?? endIndex
    var words = Array(self[..<end])
    while let index = words.firstIndex(of: "--skip") {
      words.removeSubrange(index..<Swift.min(index + 2, words.endIndex))
    }
    words.removeAll { $0.hasPrefix("--skip=") }
    return words + ["--skip", "\(skip)"] + self[end...]
  }
}
