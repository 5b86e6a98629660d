import GitHubAPI
import Terminal

/// Why a command ends without success: the exit status, and the message that explains it.
struct CommandFailure: Error, Sendable {
  let status: ExitStatus
  let message: UserMessage
  /// Whether the same call for every other repository would fail in the same way.
  var endsBatch: Bool
  /// The failed call that it is about; nil for other failures.
  private(set) var call: GitHubError?

  init(_ status: ExitStatus, _ message: UserMessage) {
    (self.status, self.message, endsBatch) = (status, message, status.endsBatch)
  }

  init(
    _ status: ExitStatus,
    _ what: String,
    _ why: String,
    advice: String = "",
    call: GitHubError? = nil
  ) {
    self.init(status, UserMessage(what, why, advice: advice))
    self.call = call
  }

  /// The same failure in other words; `advice` may have several parts, some of them empty.
  func with(
    _ status: ExitStatus? = nil,
    what: String? = nil,
    why: String? = nil,
    advice parts: [String]? = nil
  ) -> Self {
    let advice = parts?.filter { !$0.isEmpty }.joined(separator: "; ") ?? advice
    return Self(status ?? self.status, what ?? self.what, why ?? self.why, advice: advice)
  }

  var what: String { message.what }
  var why: String { message.why }
  var advice: String { message.advice }

  /// See ``UserMessage/line``.
  var line: String { message.line }
}

/// A failure or a warning in one line: what happened, why, and what the user can do.
struct UserMessage: Sendable {
  let what: String
  let why: String
  /// Empty if there is nothing that the user can do.
  let advice: String

  init(_ what: String, _ why: String, advice: String = "") {
    (self.what, self.why, self.advice) = (what, why, advice)
  }

  /// `ghsearch: WHAT: WHY; WHAT TO DO`: one line, safe for a terminal, of at most 500 bytes with its
  /// line break.
  ///
  /// `…` marks what was cut off. The advice has priority over the reason.
  var line: String {
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

extension Context {
  /// Prints a warning on standard error; the command goes on.
  func warn(_ what: String, _ why: String, advice: String = "") {
    note(UserMessage(what, why, advice: advice).line)
  }

  /// Prints why the command, or a part of it, failed.
  func report(_ failure: CommandFailure) {
    note(failure.line)
  }
}
