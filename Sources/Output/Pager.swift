package import Core
import GitHubModel
import System

/// The program that shows a long text page by page.
package struct Pager {
  private let command: UserCommand
  private let variables: [String]

  /// The pager in `GHSEARCH_PAGER`, else `PAGER`, else `less`; nil if the first one set is empty or
  /// `cat`, without `less`, and on a dumb terminal.
  package init?(environment: [String: String]) {
    guard environment["TERM"] != "dumb" else { return nil }
    if let variable = ["GHSEARCH_PAGER", "PAGER"].first(where: { environment[$0] != nil }) {
      command = UserCommand(text: environment[variable] ?? "", variable: variable)
      let words = command.text.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty, words != ["cat"] else { return nil }
    } else {
      guard ProgramPath.find("less", in: environment) != nil else { return nil }
      command = UserCommand(text: "less", variable: nil)
    }
    // F: quit if the text fits; R: pass colors on; X: leave it on the screen; K: quit at Ctrl-C.
    variables = environment["LESS"] == nil ? ["LESS=FRXK"] : []
  }

  /// The pager for a text; nil if the text fits the screen, or there is no terminal.
  ///
  /// Not used after Ctrl-C, since a canceled task would end the pager immediately.
  package static func needed(for text: String, in context: Context) -> Self? {
    let lineCount = text.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    guard context.usesPager, !Task.isCancelled, let terminal = context.terminal,
      lineCount >= terminal.rows
    else {
      return nil
    }
    return Self(environment: context.world.environment)
  }

  /// Prints the text, through the pager if it is longer than the screen.
  ///
  /// If the pager cannot show it, the text is printed with a warning.
  package static func print(_ text: String, in context: Context) async throws(OperationFailure) {
    guard let pager = needed(for: text, in: context) else { return try context.print(text) }
    do throws(OperationFailure) {
      try await context.show(text, pager.command, pager.variables)
    } catch {
      if error.kind == .canceled { throw error }
      context.warn(error)
      try context.print(text)
    }
  }
}
