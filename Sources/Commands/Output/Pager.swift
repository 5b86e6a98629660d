import GitHubModel

/// The program that shows a long text page by page.
struct Pager {
  private let words: [String]
  private let variables: [String]

  /// `GHSEARCH_PAGER`, else `PAGER`, else `less`; nil if the first of these that is set is empty or
  /// `cat`, and on a dumb terminal.
  init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    let command = environment["GHSEARCH_PAGER"] ?? environment["PAGER"] ?? "less"
    words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, name != "cat" else { return nil }
    // F: quit if the text fits; R: pass colors on; X: leave it on the screen; K: quit at Ctrl-C.
    variables = environment["LESS"] == nil ? ["LESS=FRXK"] : []
  }

  /// The pager for a text; nil if the text fits on the screen, or there is no terminal.
  ///
  /// The task of a user who has pressed Ctrl-C would end the pager at once.
  static func needed(for text: String, in context: Context) -> Self? {
    let lineCount = text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    guard context.usesPager, !Task.isCancelled, let terminal = context.terminal,
      lineCount >= terminal.rows
    else {
      return nil
    }
    return Self(environment: context.environment)
  }

  /// Prints the text, through the pager if it is longer than the screen.
  ///
  /// The pager's exit status does not matter. If it cannot be run, a warning says so, and the text is
  /// printed without it.
  static func print(_ text: String, in context: Context) async throws(CommandFailure) {
    guard let pager = needed(for: text, in: context) else { return try context.print(text) }
    do throws(CommandFailure) {
      _ = try await context.show(text, pager.words, pager.variables)
    } catch {
      if error.kind == .cancelled { throw error }
      context.report(error)
      try context.print(text)
    }
  }
}
