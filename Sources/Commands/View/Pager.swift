/// The program that shows page by page what is longer than the screen.
struct Pager {
  private let words: [String]
  private let variables: [String]

  /// `GHSEARCH_PAGER`, else `PAGER`, else `less`; nil where the first of these that is set is empty
  /// or `cat`, and for a terminal that cannot go back.
  init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    let command = environment["GHSEARCH_PAGER"] ?? environment["PAGER"] ?? "less"
    words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, name != "cat" else { return nil }
    // F: not when it fits; R: with colours; X: it stays on the screen; K: ^C ends it with us.
    variables = environment["LESS"] == nil ? ["LESS=FRXK"] : []
  }

  /// Nil for a text that fits on the screen, and where there is none.
  static func needed(for text: String, in context: Context) -> Self? {
    let lineCount = text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    guard let terminal = context.terminal, lineCount >= terminal.rows else { return nil }
    return Self(environment: context.environment)
  }

  /// Prints the text, through the pager where it is longer than the screen.
  ///
  /// However the pager ends, its user has seen enough; one that cannot be run is said, and the text
  /// is printed all the same.
  static func print(_ text: String, in context: Context) throws(CommandFailure) {
    guard let pager = needed(for: text, in: context) else { return try context.print(text) }
    do throws(CommandFailure) {
      _ = try context.show(text, pager.words, pager.variables)
    } catch {
      context.note(error.line)
      try context.print(text)
    }
  }
}
