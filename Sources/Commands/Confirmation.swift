import GitHubModel
import System

extension Context {
  /// Asks the user at the terminal before a change, even when names are read from a pipe.
  ///
  /// Only `y` and `yes` count; an empty line, the end of the input and a canceled task mean no.
  ///
  /// - Throws: ``CommandFailure`` if there is no terminal.
  func isConfirmed(_ question: String) async throws(CommandFailure) -> Bool {
    guard let answer = await ask(question) else {
      throw CommandFailure(.usage, "no terminal to ask on: \(question)", advice: "add --yes")
    }
    guard !Task.isCancelled, case .line(let text) = answer else { return false }
    return ["y", "yes"].contains(text.filter { !$0.isWhitespace }.lowercased())
  }
}
